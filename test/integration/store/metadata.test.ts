import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqlCatalog } from '../../../src/store/metadata/catalog.ts';
import { type MetadataDatabase, openSqliteDatabase } from '../../../src/store/metadata/database.ts';
import { SqlLibraryVectors } from '../../../src/store/metadata/library-vectors.ts';
import { SqlRegistry } from '../../../src/store/metadata/registry.ts';
import { describeCatalog } from '../../contract/catalog.ts';
import { describeLibraryVectors } from '../../contract/library-vectors.ts';
import { describeRegistry } from '../../contract/registry.ts';

/** Creates a database file. Returns a function that opens it any number of times. */
async function databases(): Promise<{
  open: () => Promise<MetadataDatabase>;
  cleanUp: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'metadata-'));
  const opened: MetadataDatabase[] = [];
  return {
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

describeCatalog('SQL catalog over SQLite', async () => {
  const { open, cleanUp } = await databases();
  return {
    catalog: new SqlCatalog(await open()),
    another: async () => new SqlCatalog(await open()),
    cleanUp,
  };
});

describeLibraryVectors('SQL vectors of libraries over SQLite', async () => {
  const { open, cleanUp } = await databases();
  return {
    open: async (model) => new SqlLibraryVectors(await open(), model),
    catalog: new SqlCatalog(await open()),
    cleanUp,
  };
});

describeRegistry('SQL registry over SQLite', async () => {
  const { open, cleanUp } = await databases();
  return {
    registry: new SqlRegistry(await open(), 'libraries'),
    reopened: async () => new SqlRegistry(await open(), 'libraries'),
    cleanUp,
  };
});
