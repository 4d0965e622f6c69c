import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { DatabaseSchema } from './schema.ts';

/**
 * Runs pending migrations. Other processes that start meanwhile wait: SQLite has one writer, and on Postgres the migrator
 * holds an advisory lock. Throws if a newer release has changed the database. `schema` is the Postgres schema for the
 * migrator's own tables. Without it, the migrator would use tables of another schema in the same database.
 */
export async function migrate(db: Kysely<DatabaseSchema>, schema?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  const [newer] = await unknownMigrations(db).catch(() => []);
  if (newer !== undefined) {
    throw new Error(
      `the database was changed by a newer version of Lectern (its migration ${newer} is unknown to this one); run that version, or restore a backup from before it`,
      { cause: error },
    );
  }
  throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
}

async function unknownMigrations(db: Kysely<DatabaseSchema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !(name in migrations));
}
