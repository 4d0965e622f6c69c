import { afterAll } from 'vitest';
import { SqlKeys } from '../../src/store/sql/access/keys.ts';
import { describeKeyStore } from '../contract/key-store.ts';
import { createPostgresDatabase } from '../support/postgres-database.ts';

const database = await createPostgresDatabase();
afterAll(() => database.cleanUp());

describeKeyStore('keys in Postgres', async () => ({
  keys: new SqlKeys(await database.open()),
  another: async () => new SqlKeys(await database.open()),
  cleanUp: database.empty,
}));
