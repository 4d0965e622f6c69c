import { afterAll, expect, test } from 'vitest';
import { createPolicyCache } from '../../src/identity/access/policy-cache.ts';
import { SqlPolicies } from '../../src/store/metadata/access/policies.ts';
import { SqlKeys } from '../../src/store/metadata/access/keys.ts';
import { describeKeyStore } from '../contract/key-store.ts';
import { createPostgresDatabase } from '../support/postgres-database.ts';

const database = await createPostgresDatabase();
afterAll(() => database.cleanUp());

describeKeyStore('keys in Postgres', async () => ({
  keys: new SqlKeys(await database.open()),
  another: async () => new SqlKeys(await database.open()),
  cleanUp: database.empty,
}));

test('concurrent changes of policies by two processes are all kept', async () => {
  const processes = [await database.open(), await database.open()].map((db) =>
    createPolicyCache(new SqlPolicies(db)),
  );
  const names = Array.from({ length: 6 }, (_, n) => `/owner${n}`);
  const block = (name: string, n: number) => {
    const quality = { blockedLibraries: { add: [name] } };
    return processes[n % 2]!.change('default', { libraryFilters: { quality } });
  };
  await Promise.all(names.map(block));
  const { libraryFilters } = await createPolicyCache(new SqlPolicies(await database.open())).of(
    'default',
  );
  expect(libraryFilters.quality.blockedLibraries.sort()).toEqual(names);
  await database.empty();
});
