import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MetadataDatabase, openSqliteDatabase } from '../../src/store/metadata/database.ts';

/** One database file of a test. */
export interface SqliteDatabases {
  /** The folder of the file. */
  folder: string;
  /** Opens the file once more, as another process does. */
  open: () => Promise<MetadataDatabase>;
  /** Closes all connections, and deletes the folder. */
  cleanUp: () => Promise<void>;
}

/** Creates a folder for a database file. */
export async function sqliteDatabases(): Promise<SqliteDatabases> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-database-'));
  const opened: MetadataDatabase[] = [];
  return {
    folder,
    open: async () => {
      const db = await openSqliteDatabase(join(folder, 'lectern.db'));
      opened.push(db);
      return db;
    },
    cleanUp: async () => {
      for (const db of opened) await db.destroy();
      await rm(folder, { recursive: true });
    },
  };
}
