import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Change, Informer } from '../../../src/kubernetes/informer.ts';
import { KubeConnection } from '../../../src/kubernetes/kube-connection.ts';
import { HttpListerWatcher } from '../../../src/kubernetes/list-watch.ts';
import { startFaultyApiServer, type FaultyApiServer } from '../../support/faulty-api-server.ts';
import {
  type ConfigMap,
  makeNamespace,
  testKubeConfig,
  type TestNamespace,
} from '../../support/kubernetes.ts';

// Every test starts with a healthy informer of ConfigMaps behind a server that can inject faults. At its end, the informer
// must see a change that was made during or after the fault.
describe('Informer', () => {
  let server: FaultyApiServer;
  let namespace: TestNamespace;

  beforeEach(async () => {
    server = await startFaultyApiServer(testKubeConfig());
    namespace = await makeNamespace();
  });

  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    await namespace[Symbol.asyncDispose]();
  });

  function start({
    silenceMs = 60_000,
    timeouts = { requestMs: 30_000, headMs: 30_000 },
    ...options
  }: {
    silenceMs?: number;
    timeouts?: { requestMs: number; headMs: number };
    transform?: (object: ConfigMap) => ConfigMap;
  } = {}) {
    const stop = new AbortController();
    const changes: Change<ConfigMap>[] = [];
    const errors: string[] = [];
    const connection = new KubeConnection({
      kubeConfig: server.kubeConfig,
      userAgent: 'test',
      timeouts,
    });
    const path = `/api/v1/namespaces/${namespace.name}/configmaps`;
    const informer = new Informer<ConfigMap>(
      new HttpListerWatcher<ConfigMap>({ connection, path, silenceMs }),
      {
        indexes: { color: ({ data }) => (data?.color ? [data.color] : []) },
        onError: (message) => errors.push(message),
        ...options,
      },
    );
    informer.onChange((change) => changes.push(change));
    const running = informer.run(stop.signal);
    onTestFinished(async () => {
      stop.abort();
      await running;
    });
    return {
      informer,
      changes,
      errors,
      synced: async () => informer.whenSynced(AbortSignal.timeout(30_000)),
      watching: async () => untilAsked('watch', 1),
      seesColor: async (name: string, color: string | undefined) =>
        sees(() => expect(informer.get(`${namespace.name}/${name}`)?.data?.color).toBe(color)),
    };
  }

  const sees = async (check: () => void): Promise<void> =>
    vi.waitFor(check, { timeout: 20_000, interval: 20 });
  const count = (kind: string): number => server.requests.filter((r) => r.kind === kind).length;
  /** Waits until there were so many requests. On a busy machine, it may look only after a further one. */
  const untilAsked = (kind: string, times: number): Promise<void> =>
    sees(() => expect(count(kind)).toBeGreaterThanOrEqual(times));

  test('has all existing objects, sees changes, and finds objects by an index', async () => {
    await namespace.write('a', { color: 'red' });
    const { informer, changes, synced, seesColor } = start();
    await synced();

    await namespace.write('a', { color: 'blue' });
    await seesColor('a', 'blue');
    await namespace.write('b', { color: 'blue' });
    await seesColor('b', 'blue');
    const blue = informer.byIndex('color', 'blue').map(({ metadata }) => metadata?.name);
    await namespace.remove('a');
    await seesColor('a', undefined);

    expect(new Set(blue)).toEqual(new Set(['a', 'b']));
    expect(informer.byIndex('color', 'red')).toEqual([]);
    const told = changes.filter(({ object }) => object.metadata?.name?.length === 1);
    expect(
      told.map(({ type, object, old, listed }) => [
        type,
        object.metadata?.name,
        old?.data?.color,
        listed,
      ]),
    ).toEqual([
      ['added', 'a', undefined, true],
      ['modified', 'a', 'red', false],
      ['added', 'b', undefined, false],
      ['deleted', 'a', 'blue', false],
    ]);
    expect(told[0]?.object.metadata).not.toHaveProperty('managedFields');
  });

  test('lists more objects than one page holds', async () => {
    await Promise.all(
      Array.from({ length: 510 }, async (_, i) => namespace.write(`many-${i}`, { color: 'red' })),
    );
    const { informer, synced } = start();

    await synced();

    expect(informer.byIndex('color', 'red')).toHaveLength(510);
    expect(count('list')).toBe(2);
  });

  test('keeps only objects that its filter accepts, both existing and new ones', async () => {
    await namespace.write('listed', { color: 'red', size: 'large' });
    const transform = ({ metadata = {}, data }: ConfigMap): ConfigMap => ({
      metadata,
      data: { color: data?.color ?? '' },
    });
    const { informer, synced, seesColor } = start({ transform });
    await synced();
    await namespace.write('watched', { color: 'blue', size: 'small' });
    await seesColor('watched', 'blue');

    const held = informer.list().map(({ data }) => data);

    expect(held.filter((data) => data?.size !== undefined)).toEqual([]);
    expect(held).toContainEqual({ color: 'red' });
  });

  test('sees changes after its connection was reset', async () => {
    const { synced, watching, seesColor } = start();
    await synced();
    await watching();

    server.reset();
    await namespace.write('a', { color: 'red' });

    await seesColor('a', 'red');
    expect(count('list')).toBe(1);
  });

  test('retries a failed first list', async () => {
    await namespace.write('a', { color: 'red' });
    server.faults.set('list', 'error 500');
    const { informer, errors, seesColor } = start();
    await untilAsked('list', 2);
    expect(informer.hasSynced).toBe(false);

    server.faults.delete('list');

    await seesColor('a', 'red');
    expect(errors[0]).toContain('500 on purpose');
  });

  test('does not flood a server that ends every watch at once', async () => {
    server.faults.set('watch', 'end');
    const { synced, seesColor } = start();
    await synced();

    await untilAsked('watch', 4);
    const watches = server.requests.filter(({ kind }) => kind === 'watch').map(({ at }) => at);
    server.faults.delete('watch');
    await namespace.write('a', { color: 'red' });

    expect(watches[3]! - watches[0]!).toBeGreaterThan(3_000);
    await seesColor('a', 'red');
    expect(count('list')).toBe(1);
  });

  test('does not wait forever for a server that never answers', async () => {
    server.faults.set('list', 'silence').set('watch', 'silence');
    const { errors, synced, seesColor } = start({ timeouts: { requestMs: 300, headMs: 300 } });
    await sees(() => expect(errors[0]).toContain('no answer within'));
    server.faults.delete('list');
    await synced();
    await untilAsked('watch', 2);

    server.faults.clear();
    await namespace.write('a', { color: 'red' });

    await seesColor('a', 'red');
  });

  test('drops a connection that died without closing', async () => {
    const { errors, synced, watching, seesColor } = start({ silenceMs: 1_000 });
    await synced();
    await watching();
    await namespace.write('a', { color: 'red' });
    await seesColor('a', 'red');

    server.freeze();
    await namespace.write('a', { color: 'blue' });

    await seesColor('a', 'blue');
    expect(errors.join()).toContain('silent for too long');
  });

  test('lists again, with growing delays, while the server reports an expired version', async () => {
    await namespace.write('a', { color: 'red' });
    server.faults.set('watch', 'expired');
    const { changes, synced, seesColor } = start();
    await synced();

    await untilAsked('list', 2);
    await namespace.remove('a');
    await namespace.write('b', { color: 'blue' });
    await untilAsked('list', 4);
    const lists = server.requests.filter(({ kind }) => kind === 'list').map(({ at }) => at);
    server.faults.delete('watch');

    expect(lists[3]! - lists[0]!).toBeGreaterThan(3_000);
    await seesColor('b', 'blue');
    await seesColor('a', undefined);
    const types = changes.filter(({ object }) => object.metadata?.name === 'a');
    expect(types.map(({ type }) => type)).toEqual(['added', 'deleted']);
  });

  test.each(['half line', 'no event', 'huge line'] as const)(
    'recovers from a watch that sends: %s',
    async (fault) => {
      server.faults.set('watch', fault);
      const { informer, synced, seesColor } = start();
      await synced();
      await untilAsked('watch', 2);

      server.faults.delete('watch');
      await namespace.write('a', { color: 'red' });

      await seesColor('a', 'red');
      expect(informer.hasSynced).toBe(true);
    },
  );

  test('reads objects that arrive in many pieces', async () => {
    const { informer, synced, watching, seesColor } = start();
    await synced();
    await watching();
    const text = 'zażółć '.repeat(60_000);

    await namespace.write('a', { color: 'red', text });
    await seesColor('a', 'red');

    expect(informer.get(`${namespace.name}/a`)?.data?.text).toBe(text);
  });

  test('continues if a listener throws, and notifies the others', async () => {
    const { informer, errors, synced, seesColor } = start();
    const names: string[] = [];
    informer.onChange(() => {
      throw new Error('not my day');
    });
    informer.onChange(({ object }) => names.push(object.metadata?.name ?? ''));
    await synced();

    await namespace.write('a', { color: 'red' });
    await seesColor('a', 'red');
    await namespace.write('a', { color: 'blue' });
    await seesColor('a', 'blue');

    expect(names.filter((name) => name === 'a')).toHaveLength(2);
    expect(errors).toContain(`a listener failed on ${namespace.name}/a: not my day`);
  });

  test('requests bookmarks, and continues from the last one', async () => {
    const { synced, watching, seesColor } = start();
    await synced();
    await watching();
    await namespace.write('a', { color: 'red' });
    await seesColor('a', 'red');

    server.reset();
    await untilAsked('watch', 2);

    const version = (
      await namespace.configMaps.get(`${namespace.name}/a`, new AbortController().signal)
    ).metadata?.resourceVersion;
    const watches = server.requests
      .filter(({ kind }) => kind === 'watch')
      .map(({ url }) => new URL(url, 'http://server').searchParams);
    expect(watches[0]?.get('allowWatchBookmarks')).toBe('true');
    // The cluster adds a ConfigMap of its own to each namespace, so the informer may have seen a later version.
    expect(Number(watches[1]?.get('resourceVersion'))).toBeGreaterThanOrEqual(Number(version));
    expect(count('list')).toBe(1);
  });

  test('shows a write of this process at once, and notifies listeners once', async () => {
    const { informer, changes, synced, watching, seesColor } = start();
    await synced();
    await watching();
    await namespace.write('other', { color: 'red' });
    await seesColor('other', 'red');
    server.freeze();

    const first = await namespace.write('a', { color: 'red' });
    const second = await namespace.write('a', { color: 'blue' });
    informer.update(second);
    informer.update(first);
    await seesColor('a', 'blue');
    server.reset();
    await namespace.write('b', { color: 'red' });
    await seesColor('b', 'red');

    const told = changes.filter(({ object }) => object.metadata?.name === 'a');
    expect(told.map(({ type, object }) => [type, object.data?.color])).toEqual([['added', 'blue']]);
  });

  test('does not restore a deleted object when a late update of it arrives', async () => {
    const { informer, synced, seesColor } = start();
    await synced();
    const written = await namespace.write('a', { color: 'red' });
    await seesColor('a', 'red');
    await namespace.remove('a');
    await seesColor('a', undefined);

    informer.update(written);

    expect(informer.get(`${namespace.name}/a`)).toBeUndefined();
  });
});
