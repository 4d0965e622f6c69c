import Sqlite from 'better-sqlite3';
import { Kysely, PostgresAdapter, SqliteDialect, type InsertResult } from 'kysely';
import { migrate } from './migrate.ts';
import type { DatabaseSchema } from './schema.ts';

/** The metadata database. Close it with `destroy()`. */
export type MetadataDatabase = Kysely<DatabaseSchema>;

/** Opens the SQLite file of the registry and the catalog. Creates or migrates it if needed. */
export async function openSqliteDatabase(path: string): Promise<MetadataDatabase> {
  const database = new Sqlite(path, { timeout: 5_000 });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  const db = new Kysely<DatabaseSchema>({ dialect: new SqliteDialect({ database }) });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/** Returns whether several processes share the database. True for Postgres; only one process uses a SQLite file. */
export function isShared(db: MetadataDatabase): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Returns whether an insert with `on conflict do nothing` added a row. */
export function wasAdded({ numInsertedOrUpdatedRows }: InsertResult): boolean {
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}
