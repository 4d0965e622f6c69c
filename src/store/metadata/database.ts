import Sqlite from 'better-sqlite3';
import { Kysely, PostgresAdapter, SqliteDialect, type InsertResult } from 'kysely';
import { migrate } from './migrate.ts';
import type { DatabaseSchema } from './schema.ts';

/** The metadata database; close it with `destroy()`. */
export type MetadataDatabase = Kysely<DatabaseSchema>;

/** Opens, and where needed makes or migrates, the SQLite file that holds registry and catalog. */
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

/** Whether several processes write to it, as on Postgres; a SQLite file belongs to one. */
export function isShared(db: MetadataDatabase): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Whether an insert that does nothing where there is such a row has added one. */
export function wasAdded({ numInsertedOrUpdatedRows }: InsertResult): boolean {
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}
