import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SqlCatalog } from '../../../src/store/metadata/catalog.ts';
import { SqlLibraryVectors } from '../../../src/store/metadata/library-vectors.ts';
import { SqlRegistry } from '../../../src/store/metadata/registry.ts';
import { describeCatalog } from '../../contract/catalog.ts';
import { describeLibraryVectors } from '../../contract/library-vectors.ts';
import { describeRegistry } from '../../contract/registry.ts';
import { sqliteDatabases } from '../../support/sqlite-databases.ts';

describeCatalog('SQL catalog over SQLite', async () => {
  const { open, cleanUp } = await sqliteDatabases();
  return {
    catalog: new SqlCatalog(await open()),
    another: async () => new SqlCatalog(await open()),
    cleanUp,
  };
});

describeLibraryVectors('SQL vectors of libraries over SQLite', async () => {
  const { open, cleanUp } = await sqliteDatabases();
  return {
    open: async (model) => new SqlLibraryVectors(await open(), model),
    catalog: new SqlCatalog(await open()),
    cleanUp,
  };
});

describeRegistry('SQL registry over SQLite', async () => {
  const { open, cleanUp } = await sqliteDatabases();
  return {
    registry: new SqlRegistry(await open(), 'libraries'),
    reopened: async () => new SqlRegistry(await open(), 'libraries'),
    cleanUp,
  };
});

test('a damaged database is named, with what helps', async () => {
  const { folder, open, cleanUp } = await sqliteDatabases();
  onTestFinished(cleanUp);
  const file = join(folder, 'lectern.db');
  await writeFile(file, 'not a database, and long enough to be read as one '.repeat(100));

  await expect(open()).rejects.toThrow(
    `Cannot open the database ${file}: file is not a database. Restore a backup: lectern restore <file> --replace`,
  );
});
