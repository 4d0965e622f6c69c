import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
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

/** Runs the migrations that have not run yet; other processes that start meanwhile wait. */
async function migrate(db: MetadataDatabase): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error)
    throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
}
