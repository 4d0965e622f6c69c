import { expect, onTestFinished, test } from 'vitest';
import { operator } from '../../src/identity/access/caller.ts';
import { LibraryView } from '../../src/api/live/library-view.ts';
import { liveRegistry } from '../../src/api/live/live-registry.ts';
import { SqlRegistry } from '../../src/store/metadata/registry.ts';
import { SqlWriteLog } from '../../src/store/metadata/write-log.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../support/postgres-database.ts';

const name = 'anvil';
const spec = { id: '/acme/anvil', source: { website: { url: 'https://docs.example/' } } };

/** The lists of a replica of the API. Its watch is delayed by `lag`. */
async function replica({ open }: PostgresDatabase, lag: Promise<void> = Promise.resolve()) {
  const db = await open();
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const registry = new SqlRegistry(db, 'libraries');
  const late: Pick<SqlRegistry, 'list' | 'watch'> = {
    list: () => registry.list(),
    async *watch(signal, onSynced) {
      for await (const event of registry.watch(signal, onSynced)) {
        await lag;
        yield event;
      }
    },
  };
  const view = new LibraryView({
    registry: late,
    stopped: ended.signal,
    writeLog: new SqlWriteLog(db),
    onError: (message) => expect.fail(message),
  });
  const { promise: complete, resolve } = Promise.withResolvers<void>();
  view.onChange((change) => change === 'lost' && resolve());
  await complete;
  const states = async (): Promise<unknown[]> =>
    (await view.list({}, operator)).libraries.map(({ status }) => status.state);
  return { registry: liveRegistry(registry, view), states };
}

async function database(): Promise<PostgresDatabase> {
  const made = await createPostgresDatabase();
  onTestFinished(() => made.cleanUp());
  return made;
}

test('a list of one replica includes every write that another replica has confirmed', async () => {
  const postgres = await database();
  const [one, other] = [await replica(postgres), await replica(postgres)];
  for (let round = 0; round < 4; round += 1) {
    await one.registry.create({ metadata: { name }, spec });
    expect(await other.states()).toEqual([undefined]);
    await other.registry.patch(name, { status: { state: 'error' } });
    expect(await one.states()).toEqual(['error']);
    await one.registry.delete(name);
    expect(await other.states()).toEqual([]);
  }
});

test('a replica whose watch lags behind reads the registry, so that no write is missing', async () => {
  const postgres = await database();
  const { promise: lag, resolve } = Promise.withResolvers<void>();
  const [one, late] = [await replica(postgres), await replica(postgres, lag)];
  await one.registry.create({ metadata: { name }, spec });
  expect(await late.states()).toEqual([undefined]);
  await one.registry.patch(name, { status: { state: 'finalized' } });
  expect(await late.states()).toEqual(['finalized']);
  resolve();
  await expect.poll(() => late.states()).toEqual(['finalized']);
});
