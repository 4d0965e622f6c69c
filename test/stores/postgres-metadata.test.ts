import { afterAll } from 'vitest';
import { SqlCatalog } from '../../src/store/metadata/catalog.ts';
import { SqlLibraryVectors } from '../../src/store/metadata/library-vectors.ts';
import { SqlRegistry } from '../../src/store/metadata/registry.ts';
import { describeCatalog } from '../contract/catalog.ts';
import { describeLibraryVectors } from '../contract/library-vectors.ts';
import { describeRegistry } from '../contract/registry.ts';
import { createPostgresDatabase } from '../support/postgres-database.ts';

const database = await createPostgresDatabase();
afterAll(() => database.cleanUp());

describeCatalog('SQL catalog over Postgres', async () => ({
  catalog: new SqlCatalog(await database.open()),
  another: async () => new SqlCatalog(await database.open()),
  cleanUp: database.empty,
}));

describeLibraryVectors('SQL vectors of libraries over Postgres', async () => ({
  open: async (model) => new SqlLibraryVectors(await database.open(), model),
  catalog: new SqlCatalog(await database.open()),
  cleanUp: database.empty,
}));

describeRegistry('SQL registry over Postgres', async () => ({
  registry: new SqlRegistry(await database.open(), 'libraries'),
  reopened: async () => new SqlRegistry(await database.open(), 'libraries'),
  cleanUp: database.empty,
}));
