import Sqlite from 'better-sqlite3';
import {
  Kysely,
  PostgresAdapter,
  SqliteDialect,
  type InsertResult,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { isDamage } from './database-errors.ts';
import { migrate } from './migrate.ts';
import type { DatabaseSchema } from './schema.ts';

/** The metadata database. Close it with `destroy()`. */
export type MetadataDatabase = Kysely<DatabaseSchema>;

/**
 * Opens the SQLite file of the registry and the catalog. Creates or migrates it if needed. An error of SQLite names the file, and
 * what helps if the file is damaged.
 */
export async function openSqliteDatabase(path: string): Promise<MetadataDatabase> {
  try {
    return await openFile(path);
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    const help = isDamage(error) ? '. Restore a backup: lectern restore <file> --replace' : '';
    throw new Error(`Cannot open the database ${path}: ${error.message}${help}`, { cause: error });
  }
}

async function openFile(path: string): Promise<MetadataDatabase> {
  const database = new Sqlite(path, { timeout: 5_000 });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  const dialect = new SqliteDialect({ database: withKeptStatements(database) });
  const db = new Kysely<DatabaseSchema>({ dialect });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/** Statements that are prepared once. The program has fewer, but a list in a query makes one statement for each length. */
const keptStatements = 500;

/** Prepares each statement once, which takes longer than most of them run. Queries are read at once, so none is used twice at a time. */
function withKeptStatements(database: Sqlite.Database): SqliteDatabase {
  const kept = new LRUCache<string, SqliteStatement>({ max: keptStatements });
  return {
    prepare(sql) {
      // A full disk ends the transaction. A rollback would fail, too, and its error would replace the reason.
      if (sql === 'rollback' && !database.inTransaction) return database.prepare('select 1');
      const statement = kept.get(sql) ?? database.prepare(sql);
      kept.set(sql, statement);
      return statement;
    },
    close: () => void database.close(),
  };
}

/** Returns whether several processes share the database. True for Postgres; only one process uses a SQLite file. */
export function isShared(db: MetadataDatabase): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Returns whether an insert with `on conflict do nothing` added a row. */
export function wasAdded({ numInsertedOrUpdatedRows }: InsertResult): boolean {
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}
