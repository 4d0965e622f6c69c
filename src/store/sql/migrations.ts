import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Changes to the metadata database, each run once and in the order of their names. Never edit one that was released.
 * Plain DDL that SQLite and Postgres both take.
 */
export const migrations: Record<string, Migration> = {
  '0001-registry-and-catalog': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('libraries')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('resource_version', 'integer', (column) => column.notNull())
        .addColumn('object', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('catalog_records')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('revision', 'integer', (column) => column.notNull())
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
        .addColumn('value', 'integer', (column) => column.notNull())
        .execute();
    },
  },
  '0002-manifest-syncs': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('manifest_syncs')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('resource_version', 'integer', (column) => column.notNull())
        .addColumn('object', 'text', (column) => column.notNull())
        .execute();
    },
  },
};
