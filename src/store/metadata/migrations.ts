import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Changes of the metadata database; each runs once, in the order of their names. Never edit a released one. They use DDL that
 * SQLite and Postgres both accept. Numbers are bigint, because Postgres' integer ends at 2,147,483,647; SQLite treats both
 * alike.
 */
export const migrations: Record<string, Migration> = {
  '0001-registry-and-catalog': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('libraries')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('resource_version', 'bigint', (column) => column.notNull())
        .addColumn('object', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('catalog_records')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('revision', 'bigint', (column) => column.notNull())
        .addColumn('record', 'text')
        .execute();
      await db.schema
        .createIndex('catalog_records_revision')
        .on('catalog_records')
        .column('revision')
        .execute();
      await db.schema
        .createTable('catalog_former_ids')
        .addColumn('former_id', 'text', (column) => column.primaryKey())
        .addColumn('id', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('catalog_former_ids_id')
        .on('catalog_former_ids')
        .column('id')
        .execute();
      await db.schema
        .createTable('counters')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '0002-manifest-syncs': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('manifest_syncs')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('resource_version', 'bigint', (column) => column.notNull())
        .addColumn('object', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0003-changes-between-processes': {
    async up(db: Kysely<unknown>) {
      for (const table of ['libraries', 'manifest_syncs']) {
        await db.schema
          .createIndex(`${table}_resource_version`)
          .on(table)
          .column('resource_version')
          .execute();
      }
      await db.schema
        .createTable('deleted_resources')
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('resource_version', 'bigint', (column) => column.notNull())
        .addColumn('object', 'text', (column) => column.notNull())
        .addColumn('deleted_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('deleted_resources_key', ['kind', 'resource_version'])
        .execute();
      await db.schema
        .createIndex('deleted_resources_deleted_at')
        .on('deleted_resources')
        .column('deleted_at')
        .execute();
    },
  },
  '0004-secrets': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('secrets')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0005-access': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('access_keys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('teamspace', 'text', (column) => column.notNull())
        .addColumn('user_id', 'text')
        .addColumn('salt', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .addColumn('last_used_at', 'bigint')
        .addColumn('revoked_at', 'bigint')
        .execute();
    },
  },
  '0006-policies': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('policies')
        .addColumn('teamspace', 'text', (column) => column.primaryKey())
        .addColumn('policies', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0007-usage': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('usage')
        .addColumn('teamspace', 'text', (column) => column.notNull())
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('key_id', 'text', (column) => column.notNull())
        .addColumn('library_id', 'text', (column) => column.notNull())
        .addColumn('operation', 'text', (column) => column.notNull())
        .addColumn('form', 'text', (column) => column.notNull())
        .addColumn('client', 'text', (column) => column.notNull())
        .addColumn('requests', 'bigint', (column) => column.notNull())
        .addColumn('tokens', 'bigint', (column) => column.notNull())
        .addColumn('cost', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('usage_key', [
          'teamspace',
          'day',
          'key_id',
          'library_id',
          'operation',
          'form',
          'client',
        ])
        .execute();
      await db.schema
        .createIndex('usage_library')
        .on('usage')
        .columns(['library_id', 'day'])
        .execute();
      await db.schema
        .createTable('spending_limits')
        .addColumn('teamspace', 'text', (column) => column.primaryKey())
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('rate_limits')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('points', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('expire', 'bigint')
        .execute();
      // Counts of a minute may be lost in a crash. An unlogged table makes no request wait for a disk.
      if (db.getExecutor().adapter instanceof PostgresAdapter)
        await sql`alter table rate_limits set unlogged`.execute(db);
    },
  },
  '0008-teamspaces': {
    async up(db: Kysely<WhenTeamspacesCame>) {
      await createTeamspaces(db);
      const facts = { plan: 'enterprise', created_at: Date.now() };
      const named = await db.selectFrom('access_keys').select('teamspace').distinct().execute();
      // Existing keys keep all they could see and do before.
      for (const id of new Set(['default', ...named.map(({ teamspace }) => teamspace)])) {
        const teamspace = { id, name: id, ...facts };
        await db.insertInto('teamspaces').values(teamspace).execute();
      }
    },
  },
  '0009-sessions': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('sessions')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('name', 'text')
        .addColumn('role', 'text')
        .addColumn('teamspace', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('last_used_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('sessions_holder')
        .on('sessions')
        .columns(['kind', 'holder'])
        .execute();
      await db.schema
        .createIndex('sessions_expires_at')
        .on('sessions')
        .column('expires_at')
        .execute();
    },
  },
  '0010-recent-writes': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('recent_writes')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('version', 'bigint')
        .addColumn('gone', 'text')
        .addColumn('written_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '0011-granted-integrations': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('teamspaces').addColumn('integrations', 'text').execute();
    },
  },
  '0012-bootstrap-keys': {
    async up(db: Kysely<WhenBootstrapKeysCame>) {
      await db.schema
        .alterTable('access_keys')
        .addColumn('bootstrap', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db
        .updateTable('access_keys')
        .set({ bootstrap: 1 })
        .where('role', '=', 'admin')
        .where('name', 'in', ['LECTERN_ADMIN_KEY', 'first admin key'])
        .execute();
    },
  },
  '0013-library-vectors': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('library_vectors')
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('model', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('vector', 'text', (column) => column.notNull())
        .addColumn('revision', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('library_vectors_key', ['id', 'model'])
        .execute();
      await db.schema
        .createIndex('library_vectors_revision')
        .on('library_vectors')
        .columns(['model', 'revision'])
        .execute();
    },
  },
  '0014-code-projects': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('code_projects')
        .addColumn('teamspace', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addColumn('dependencies', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('code_projects_key', ['teamspace', 'name'])
        .execute();
    },
  },
};

/** Tables of the migration, as they were then. */
interface WhenBootstrapKeysCame {
  access_keys: { bootstrap: number; role: string; name: string };
}

/** Tables of the migration, as they were then. */
interface WhenTeamspacesCame {
  access_keys: { teamspace: string };
  teamspaces: { id: string; name: string; plan: string; created_at: number };
}

async function createTeamspaces(db: Kysely<WhenTeamspacesCame>): Promise<void> {
  await db.schema
    .createTable('teamspaces')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('members')
    .addColumn('teamspace', 'text', (column) => column.notNull().references('teamspaces.id'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('members_key', ['teamspace', 'user_id'])
    .execute();
  await db.schema.createIndex('members_user_id').on('members').column('user_id').execute();
  await db.schema
    .createTable('projects')
    .addColumn('teamspace', 'text', (column) => column.notNull().references('teamspaces.id'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('projects_key', ['teamspace', 'id'])
    .execute();
}
