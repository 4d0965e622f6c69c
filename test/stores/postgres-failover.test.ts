import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqlCatalog } from '../../src/store/metadata/catalog.ts';
import { SqlLibraryVectors } from '../../src/store/metadata/library-vectors.ts';
import { record } from '../support/fake-stores.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../support/postgres-database.ts';

describe('after a failover of Postgres to a standby that lacks the last writes', () => {
  let database: PostgresDatabase;

  beforeEach(async () => {
    database = await createPostgresDatabase();
  });
  afterEach(() => database.cleanUp());

  /** Makes the server look like another one, which has not got the last change of a table. */
  const failOver = async (table: string, counter: string): Promise<void> => {
    await database.query(
      `delete from ${table} where revision = (select max(revision) from ${table})`,
    );
    await database.query('update counters set value = value - 1 where name = $1', [counter]);
    await database.query('update counters set value = 1 where name = $1', [`${counter}@start`]);
  };

  test('a process that knew them finds what the standby has, and what others write', async () => {
    const [api, controller] = [
      new SqlCatalog(await database.open()),
      new SqlCatalog(await database.open()),
    ];
    const ids = async (): Promise<string[]> => (await all(api)).map(({ id }) => id).sort();
    await controller.put(record('/acme/anvil'));
    await controller.put(record('/acme/bellows'));
    expect(await ids()).toEqual(['/acme/anvil', '/acme/bellows']);

    await failOver('catalog_records', 'catalog');
    expect(await ids()).toEqual(['/acme/anvil']);
    await controller.put(record('/acme/hammer', { visibility: 'private', teamspace: 'docs' }));

    expect(await ids()).toEqual(['/acme/anvil', '/acme/hammer']);
    expect(await all(controller)).toEqual(await all(api));
  });

  test('the vectors of libraries are those that the standby has, and new ones', async () => {
    const [api, controller] = [
      new SqlLibraryVectors(await database.open(), 'm'),
      new SqlLibraryVectors(await database.open(), 'm'),
    ];
    const put = (id: string) =>
      controller.put([{ id, hash: id, vector: Float32Array.from([1, 0, 0, 0]) }]);
    const ids = async (): Promise<string[]> => [...(await api.hashes()).keys()].sort();
    await database.query(
      "insert into catalog_records (id, revision, record) select id, 0, '{}' from unnest(array['/acme/anvil', '/acme/bellows', '/acme/hammer']) as id",
    );
    await put('/acme/anvil');
    await put('/acme/bellows');
    expect(await ids()).toEqual(['/acme/anvil', '/acme/bellows']);

    await failOver('library_vectors', 'library-vectors');
    await put('/acme/hammer');

    expect(await ids()).toEqual(['/acme/anvil', '/acme/hammer']);
  });
});

async function all(catalog: SqlCatalog) {
  const records: { id: string }[] = [];
  await catalog.each((one) => records.push(one));
  return records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
