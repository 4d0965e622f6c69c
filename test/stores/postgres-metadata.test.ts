import { afterAll } from 'vitest';
import { SqlCatalog } from '../../src/store/metadata/catalog.ts';
import { SqlRegistry } from '../../src/store/metadata/registry.ts';
import { describeCatalog } from '../contract/catalog.ts';
import { describeRegistry } from '../contract/registry.ts';
import { createPostgresDatabase } from '../support/postgres-database.ts';

const database = await createPostgresDatabase();
afterAll(() => database.cleanUp());

describeCatalog('SQL catalog over Postgres', async () => ({
  catalog: new SqlCatalog(await database.open()),
  another: async () => new SqlCatalog(await database.open()),
  cleanUp: database.empty,
}));

describeRegistry('SQL registry over Postgres', async () => ({
  registry: new SqlRegistry(await database.open(), 'libraries'),
  reopened: async () => new SqlRegistry(await database.open(), 'libraries'),
  cleanUp: database.empty,
}));
