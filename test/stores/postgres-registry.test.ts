import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ManifestSync } from '../../src/resources/manifest-sync.ts';
import type { RegistryEvent } from '../../src/store/registry.ts';
import { SqlRegistry } from '../../src/store/metadata/registry.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../support/postgres-database.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const spec = { id: '/acme/anvil', source: { git: { url: 'https://example.org/anvil.git' } } };

/** The events of a watch so far. */
interface Watching {
  events: RegistryEvent[];
  told: () => string[];
  ended: Promise<void>;
  stop: () => Promise<void>;
}

function follow(registry: SqlRegistry): Watching {
  const stopped = new AbortController();
  const events: RegistryEvent[] = [];
  const ended = (async () => {
    for await (const event of registry.watch(stopped.signal)) events.push(event);
  })();
  ended.catch(() => undefined);
  return {
    events,
    told: () => events.map(({ type, object }) => `${type} ${object.metadata.name}`),
    ended,
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}

describe('the registry over Postgres, between processes', () => {
  let database: PostgresDatabase;
  let api: SqlRegistry;
  let controller: SqlRegistry;
  let watching: Watching;

  beforeEach(async () => {
    database = await createPostgresDatabase();
    api = new SqlRegistry(await database.open(), 'libraries');
    controller = new SqlRegistry(await database.open(), 'libraries');
    watching = follow(controller);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await watching.stop().catch(() => undefined);
    await database.cleanUp();
  });

  const add = (name: string, finalizers: string[] = []): Promise<unknown> =>
    api.create({ metadata: { name, finalizers }, spec });
  const untilTold = (...expected: string[]): Promise<void> =>
    vi.waitFor(() => expect(watching.told()).toEqual(expected), { timeout: 30_000 });

  test('reports to a watcher what another process created, changed and deleted', async () => {
    await add('anvil', ['held']);
    await untilTold('added anvil');
    await api.patch('anvil', { annotations: { note: 'x' } });
    await untilTold('added anvil', 'modified anvil');
    expect(watching.events[1]?.object.metadata.annotations).toEqual({ note: 'x' });
    await api.delete('anvil');
    await untilTold('added anvil', 'modified anvil', 'modified anvil');
    await api.patch('anvil', { finalizers: [] });
    await untilTold('added anvil', 'modified anvil', 'modified anvil', 'deleted anvil');
    expect(watching.events[3]?.object.metadata).toMatchObject({
      annotations: { note: 'x' },
      deletionTimestamp: expect.any(String),
    });
  });

  test('reports the deletion of a name before its new Library', async () => {
    await add('anvil');
    await untilTold('added anvil');
    await api.delete('anvil');
    await controller.create({ metadata: { name: 'anvil' }, spec });
    await untilTold('added anvil', 'deleted anvil', 'added anvil');
    const uids = watching.events.map(({ object }) => object.metadata.uid);
    expect(uids[1]).toBe(uids[0]);
    expect(uids[2]).not.toBe(uids[0]);
  });

  test('ignores deletions before the start of the watch, and other kinds', async () => {
    const syncs = new SqlRegistry<ManifestSync>(await database.open(), 'manifest_syncs');
    await syncs.create({ metadata: { name: 'docs' }, spec: { source: {} } } as never);
    await syncs.delete('docs');
    await add('gone');
    await api.delete('gone');
    await add('anvil');
    const late = follow(controller);
    await vi.waitFor(() => expect(late.told()).toEqual(['added anvil']), 30_000);
    await late.stop();
    await vi.waitFor(() => expect(watching.told()).toContain('added anvil'), 30_000);
    expect(watching.told().join()).not.toContain('docs');
  });

  describe('after a failover to a server', () => {
    /** Makes the server look like another one, which has not got these changes. */
    const failOver = async (...lost: string[]): Promise<void> => {
      for (const name of lost)
        await database.query('delete from libraries where name = $1', [name]);
      await database.query("update counters set value = value - $1 where name = 'libraries'", [
        lost.length,
      ]);
      await database.query("update counters set value = 1 where name = 'libraries@start'");
    };

    test('with all changes, reports further ones', async () => {
      await add('anvil');
      await untilTold('added anvil');

      await failOver();
      await add('hammer');

      await expect.poll(() => watching.told()).toEqual(['added anvil', 'added hammer']);
    });

    test('that lacks changes, ends the watch, which would miss further ones', async () => {
      await add('anvil');
      await add('bellows');
      await untilTold('added anvil', 'added bellows');

      await failOver('bellows');
      await add('hammer');

      await expect(watching.ended).rejects.toThrow('the database lacks changes of libraries');
      const anew = follow(controller);
      await vi.waitFor(() => expect(anew.told()).toEqual(['added anvil', 'added hammer']), 30_000);
      await anew.stop();
    });

    test('that lacks also an earlier failover, ends the watch', async () => {
      await add('anvil');
      await untilTold('added anvil');
      await failOver();
      await add('bellows');
      await untilTold('added anvil', 'added bellows');

      await database.query("delete from libraries where name = 'bellows'");
      await database.query("delete from counters where name like 'libraries@%'");
      await database.query("update counters set value = 1 where name = 'libraries'");
      await database.query("insert into counters (name, value) values ('libraries@start', 1)");
      await add('hammer');

      await expect(watching.ended).rejects.toThrow('the database lacks changes of libraries');
    });
  });

  test('keeps every change of processes that patch one Library at the same time', async () => {
    await add('anvil');
    await Promise.all(
      [api, controller].flatMap((registry, side) =>
        Array.from({ length: 15 }, (_, n) =>
          registry.patch('anvil', { annotations: { [`n${side}-${n}`]: 'x' } }),
        ),
      ),
    );
    const [library] = await api.list();
    expect(Object.keys(library?.metadata.annotations ?? {})).toHaveLength(30);
  });

  test('lets only one of two processes create a name', async () => {
    const results = await Promise.allSettled(
      [api, controller, api, controller].map((registry) =>
        registry.create({ metadata: { name: 'anvil' }, spec }),
      ),
    );
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result] : []));
    expect(refused).toHaveLength(3);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'duplicate_repo', status: 409 });
    }
  });

  test('misses no change of many writers that commit in any order', async () => {
    const writers = await Promise.all(
      [1, 2, 3].map(async () => new SqlRegistry(await database.open(), 'libraries')),
    );
    const rounds = 40;
    await Promise.all(
      writers.flatMap((registry, process) =>
        [1, 2, 3, 4].map(async (task) => {
          for (let round = 0; round < rounds; round++) {
            const name = `p${process}-t${task}-${round}`;
            await registry.create({ metadata: { name }, spec });
            if (round % 2) await registry.patch(name, { status: { state: 'finalized' } });
            if (round % 4 === 3) await registry.delete(name);
          }
        }),
      ),
    );
    const wanted = await api.list();
    expect(wanted).toHaveLength(12 * (rounds - rounds / 4));
    const held = (): Map<string, string> => {
      const versions = new Map<string, string>();
      for (const { type, object } of watching.events) {
        const { name, resourceVersion } = object.metadata;
        if (type === 'deleted') versions.delete(name);
        else versions.set(name, resourceVersion);
      }
      return versions;
    };
    await vi.waitFor(
      () =>
        expect(held()).toEqual(
          new Map(wanted.map(({ metadata }) => [metadata.name, metadata.resourceVersion])),
        ),
      { timeout: 30_000 },
    );
    const order = watching.events.map(({ object }) => Number(object.metadata.resourceVersion));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('continues after an outage of the database, and reports the changes', async () => {
    const { hostname, port } = database.url;
    const proxy = await startTcpProxy({ host: hostname, port: Number(port || 5432) });
    const through = new URL(database.url);
    through.host = `127.0.0.1:${proxy.port}`;
    const cut = new SqlRegistry(await database.open({ url: through.href }), 'libraries');
    await add('gone');
    await add('kept');
    const early = follow(cut);
    await vi.waitFor(() => expect(early.told()).toHaveLength(2), 30_000);

    await proxy.stop();
    const late = follow(cut);
    await api.delete('gone');
    await api.patch('kept', { annotations: { note: 'x' } });
    await add('new');
    await proxy.start();

    const options = { timeout: 30_000 };
    await vi.waitFor(() => expect(early.told()).toHaveLength(5), options);
    expect(early.told().slice(2)).toEqual(['deleted gone', 'modified kept', 'added new']);
    await vi.waitFor(() => expect(late.told()).toEqual(['added kept', 'added new']), options);
    await early.stop();
    await late.stop();
    await proxy.stop();
  });

  test('ends at once on abort while the database is unavailable', async () => {
    const { hostname, port } = database.url;
    const proxy = await startTcpProxy({ host: hostname, port: Number(port || 5432) });
    const through = new URL(database.url);
    through.host = `127.0.0.1:${proxy.port}`;
    const cut = new SqlRegistry(await database.open({ url: through.href }), 'libraries');
    proxy.silence();
    const waiting = follow(cut);
    await waiting.stop();
    expect(waiting.events).toEqual([]);
    await proxy.stop();
  });

  test('drops deletions after a week, and refuses to continue a watch after such a gap', async () => {
    await add('one');
    await add('two');
    await untilTold('added one', 'added two');
    await api.delete('one');
    await untilTold('added one', 'added two', 'deleted one');
    const remembered = (): Promise<unknown[]> =>
      database.query(`select object::json->'metadata'->>'name' as name from deleted_resources`);
    expect(await remembered()).toEqual([{ name: 'one' }]);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 24 * 3_600_000 });
    await expect(watching.ended).rejects.toThrow(
      /^libraries could not be read since .*restart the process$/,
    );
    await api.delete('two');
    expect(await remembered()).toEqual([{ name: 'two' }]);
  });
});
