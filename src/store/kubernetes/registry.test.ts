import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import { ApiError } from '../../kubernetes/api-error.ts';
import type { KubeClient } from '../../kubernetes/kube-client.ts';
import type { ListerWatcher } from '../../kubernetes/list-watch.ts';
import { wait } from '../../kubernetes/wait.ts';
import { KubernetesRegistry, type WireResource } from './registry.ts';
import { libraryKind } from './resource-kind.ts';

const forbidden = new ApiError(403, 'Forbidden', 'libraries is forbidden');

function library(namespace: string): WireResource {
  const identity = { uid: namespace, generation: 1, resourceVersion: '1' };
  const creationTimestamp = '2026-01-01T00:00:00Z';
  return { metadata: { name: 'a', namespace, ...identity, creationTimestamp }, spec: {} };
}

/** Returns a client of a server with one library in each namespace. The lists of some namespaces fail. */
function serverWith(failures: Map<string, ApiError>): KubeClient {
  const list = async (namespace: string): Promise<WireResource[]> => {
    const failure = failures.get(namespace);
    if (failure) throw failure;
    return [library(namespace)];
  };
  const listerWatcher = (namespace: string): ListerWatcher<WireResource> => ({
    list: async () => ({ items: await list(namespace), resourceVersion: '1' }),
    // oxlint-disable-next-line require-yield
    async *watch(_version, signal) {
      await wait(3_600_000, signal);
    },
  });
  const resource = () => ({
    list: ({ namespace }: { namespace: string }) => list(namespace),
    listerWatcher: ({ namespace }: { namespace: string }) => listerWatcher(namespace),
  });
  return { resource } as unknown as KubeClient;
}

describe('a registry of several namespaces', () => {
  let failures: Map<string, ApiError>;
  let told: string[];
  let registry: KubernetesRegistry;
  let stop: AbortController;

  beforeEach(() => {
    vi.useFakeTimers();
    stop = new AbortController();
    failures = new Map();
    told = [];
    registry = new KubernetesRegistry({
      client: serverWith(failures),
      kind: libraryKind,
      namespace: 'lectern',
      namespaces: ['lectern', 'team-a'],
      onError: (message) => told.push(message),
    });
  });
  afterEach(() => {
    stop.abort();
    vi.useRealTimers();
  });

  /** Watches, and returns what a watcher has seen so far. */
  const watched = (): { namespaces: string[]; isComplete: boolean; unread: () => string[] } => {
    let unread: ReadonlySet<string> = new Set();
    const seen = { namespaces: [] as string[], isComplete: false, unread: () => [...unread] };
    const onSynced = (known: ReadonlySet<string> = unread): void => {
      seen.isComplete = true;
      unread = known;
    };
    void (async () => {
      for await (const { object } of registry.watch(stop.signal, onSynced)) {
        seen.namespaces.push(object.metadata.namespace!);
      }
    })();
    return seen;
  };

  test.each([forbidden, new ApiError(404, 'NotFound', 'the server could not find it')])(
    'lists the others if one answers $reason, and says so',
    async (failure) => {
      failures.set('team-a', failure);

      const unread: string[] = [];
      const listed = await registry.list((namespace) => unread.push(namespace));

      expect(listed.map(({ metadata }) => metadata.namespace)).toEqual(['lectern']);
      expect(told).toEqual([expect.stringContaining('namespace team-a')]);
      expect(unread).toEqual(['team-a']);
    },
  );

  test('lists nothing if a server is busy or the own namespace refuses', async () => {
    failures.set('team-a', new ApiError(503, 'ServiceUnavailable', 'busy'));
    await expect(registry.list()).rejects.toMatchObject({ status: 503 });

    failures.clear();
    failures.set('lectern', forbidden);
    await expect(registry.list()).rejects.toMatchObject({ cause: { status: 403 } });
  });

  test('waits a minute for the rights on a namespace, and adds its libraries when they come later', async () => {
    failures.set('team-a', forbidden);
    const seen = watched();

    await vi.advanceTimersByTimeAsync(30_000);
    expect(seen).toMatchObject({ namespaces: ['lectern'], isComplete: false });
    await vi.advanceTimersByTimeAsync(90_000);
    expect(seen).toMatchObject({ namespaces: ['lectern'], isComplete: true });
    expect(seen.unread()).toEqual(['team-a']);
    expect(told).toContainEqual(expect.stringContaining('namespace team-a'));

    failures.clear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen.namespaces).toEqual(['lectern', 'team-a']);
    expect(seen.unread()).toEqual([]);
  });

  test('reports no deletion when the rights on a namespace go', async () => {
    const seen = watched();
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toMatchObject({ namespaces: ['lectern', 'team-a'], isComplete: true });

    failures.set('team-a', forbidden);
    await vi.advanceTimersByTimeAsync(2 * 3_600_000);

    expect(seen.namespaces).toEqual(['lectern', 'team-a']);
    expect(seen.unread()).toEqual([]);
  });

  test('waits for the own namespace, and for a server that does not answer', async () => {
    failures.set('team-a', new ApiError(0, 'Unreachable', 'no answer'));
    const seen = watched();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(seen.isComplete).toBe(false);

    failures.clear();
    failures.set('lectern', forbidden);
    const other = watched();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(other.isComplete).toBe(false);
  });
});

test('resources outside of the namespace of the install are marked, whatever their authors write', async () => {
  const objects = ['lectern', 'team'].map((namespace) =>
    makeLibrary({ metadata: { name: 'anvil', namespace } }),
  );
  const client = { resource: () => ({ list: async () => objects }) } as unknown as KubeClient;
  const registry = new KubernetesRegistry({
    client,
    kind: libraryKind,
    namespace: 'lectern',
    namespaces: 'all',
    onError: (message) => expect.fail(message),
  });

  const read = await registry.list();

  expect(read.map(({ metadata }) => [metadata.namespace, metadata.isForeign])).toEqual([
    ['lectern', undefined],
    ['team', true],
  ]);
});

test('a watch ends when the cluster was restored from a backup, so that its reader begins anew', async () => {
  const versions = ['20', '10'];
  const source: ListerWatcher<WireResource> = {
    list: async () => ({ items: [library('lectern')], resourceVersion: versions.shift()! }),
    // oxlint-disable-next-line require-yield
    async *watch() {
      throw new ApiError(0, 'Silent', 'silent for too long');
    },
  };
  const client = { resource: () => ({ listerWatcher: () => source }) } as unknown as KubeClient;
  const registry = new KubernetesRegistry({
    client,
    kind: libraryKind,
    namespace: 'lectern',
    namespaces: 'all',
    onError: () => undefined,
  });

  const reading = Array.fromAsync(registry.watch(new AbortController().signal));

  await expect(reading).rejects.toThrow('restored from a backup');
});
