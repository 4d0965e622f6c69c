import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Library, LibraryStatus } from '../../src/resources/library.ts';
import type { Registry, RegistryEvent } from '../../src/store/registry.ts';

/** A registry for one test. `reopened` is the registry after a restart of the program. */
export interface RegistryUnderTest {
  registry: Registry;
  reopened(): Promise<Registry>;
  /** Namespace of the resources. Absent if the platform has no namespaces. */
  namespace?: string;
  /** Status of a new resource: empty, or the default in the schema of the kind. */
  initialStatus?: LibraryStatus;
  cleanUp(): Promise<void>;
}

const spec = { id: '/acme/widgets', source: { git: { url: 'https://example.org/widgets.git' } } };

/** Defines the tests that every adapter of Registry must pass. */
export function describeRegistry(name: string, create: () => Promise<RegistryUnderTest>): void {
  // oxlint-disable-next-line vitest/valid-title
  describe(name, () => {
    let under: RegistryUnderTest;
    let registry: Registry;

    beforeEach(async () => {
      under = await create();
      registry = under.registry;
    });
    afterEach(async () => under.cleanUp());

    async function add(name: string, finalizers?: string[]): Promise<Library> {
      return registry.create({ metadata: { name, ...(finalizers && { finalizers }) }, spec });
    }

    async function take(events: AsyncIterator<RegistryEvent>, count: number): Promise<string[]> {
      const taken: string[] = [];
      while (taken.length < count) {
        const { value } = await events.next();
        taken.push(`${value.type} ${value.object.metadata.name}`);
      }
      return taken;
    }

    describe('create', () => {
      test('gives a Library its identity and the status of a new one', async () => {
        const created = await registry.create({
          metadata: { name: 'a', labels: { l: '1' }, annotations: { n: '2' }, finalizers: ['f'] },
          spec,
        });
        expect(created).toEqual({
          metadata: {
            name: 'a',
            ...(under.namespace !== undefined && { namespace: under.namespace }),
            labels: { l: '1' },
            annotations: { n: '2' },
            finalizers: ['f'],
            uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
            generation: 1,
            resourceVersion: expect.stringMatching(/^\d+$/),
            creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          },
          spec,
          status: under.initialStatus ?? {},
        });
        expect(await registry.list()).toEqual([created]);
      });

      test('refuses an existing name', async () => {
        await add('a');
        await expect(add('a')).rejects.toMatchObject({ code: 'duplicate_repo', status: 409 });
        expect(await registry.list()).toHaveLength(1);
      });

      test('lets one of several concurrent creations succeed', async () => {
        const results = await Promise.allSettled([add('a'), add('a'), add('a')]);
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      });
    });

    describe('get', () => {
      test('returns a Library as the list does, and undefined for an unknown name', async () => {
        await add('a');
        const b = await add('b');
        expect(await registry.get('b')).toEqual(b);
        const patched = await registry.patch('b', { status: { state: 'finalized' } });
        expect(await registry.get('b')).toEqual(patched);
        expect(await registry.get('c')).toBeUndefined();
        await registry.delete('b');
        expect(await registry.get('b')).toBeUndefined();
      });
    });

    describe('patch', () => {
      test('increases the generation only for a new spec', async () => {
        await add('a');
        const status = { state: 'processing' as const };
        const changed = [
          await registry.patch('a', { status }),
          await registry.patch('a', { annotations: { x: '1' }, labels: { y: '2' } }),
          await registry.patch('a', { spec: { ...spec, title: 'Widgets' } }),
        ];
        expect(changed.map(({ metadata }) => metadata.generation)).toEqual([1, 1, 2]);
        expect(changed[2]).toMatchObject({ spec: { title: 'Widgets' }, status });
        const versions = changed.map(({ metadata }) => Number(metadata.resourceVersion));
        expect(versions).toEqual([...versions].sort((a, b) => a - b));
        expect(new Set(versions).size).toBe(3);
      });

      test('without an effect keeps the resourceVersion', async () => {
        const created = await add('a');
        await registry.patch('a', { status: { state: 'initial' } });
        const first = await registry.patch('a', { annotations: { x: '1' } });
        expect(
          await registry.patch('a', {
            annotations: { x: '1' },
            spec: { ...spec },
            status: { state: 'initial' },
          }),
        ).toEqual(first);
        expect(created.metadata.resourceVersion).not.toBe(first.metadata.resourceVersion);
      });

      test('adds and replaces annotations and labels, and removes them with null', async () => {
        await registry.create({
          metadata: { name: 'a', annotations: { keep: '1', drop: '2' } },
          spec,
        });
        const patched = await registry.patch('a', {
          annotations: { drop: null, add: '3' },
          labels: { l: 'x' },
        });
        expect(patched.metadata).toMatchObject({
          annotations: { keep: '1', add: '3' },
          labels: { l: 'x' },
        });
        expect(patched.metadata.annotations).not.toHaveProperty('drop');
      });

      test('by several concurrent callers keeps every change', async () => {
        await add('a');
        await Promise.all(
          Array.from({ length: 10 }, (_, n) =>
            registry.patch('a', { annotations: { [`n${n}`]: 'x' } }),
          ),
        );
        const [library] = await registry.list();
        expect(Object.keys(library!.metadata.annotations!)).toHaveLength(10);
      });

      test('by functions of the current spec keeps the changes of concurrent callers', async () => {
        await add('a');
        const changes = [
          { title: 'Widgets' },
          { suspend: true },
          { visibility: 'private' as const },
        ];
        await Promise.all(
          changes.map((change) =>
            registry.patch('a', (current) => ({ spec: { ...current.spec, ...change } })),
          ),
        );
        const changed = await registry.get('a');
        expect(changed?.spec).toEqual({ ...spec, ...Object.assign({}, ...changes) });
      });

      test('by a function that throws changes nothing', async () => {
        const created = await add('a');
        const refused = registry.patch('a', () => {
          throw new Error('refused');
        });
        await expect(refused).rejects.toThrow('refused');
        expect(await registry.get('a')).toEqual(created);
      });

      test('of the status of one uid spares a Library that has been created anew with its name', async () => {
        const { metadata } = await add('a');
        const patch = { uid: metadata.uid, status: { state: 'initial' } } as const;
        expect(await registry.patch('a', patch)).toMatchObject({ status: patch.status });
        await registry.delete('a');
        const second = await add('a');
        const late = registry.patch('a', patch);
        await expect(late).rejects.toMatchObject({ code: 'library_not_found' });
        expect(await registry.get('a')).toEqual(second);
      });

      test('of an unknown Library is library_not_found', async () => {
        await expect(registry.patch('a', {})).rejects.toMatchObject({
          code: 'library_not_found',
          status: 404,
        });
      });
    });

    describe('delete', () => {
      test('removes a Library without finalizers at once', async () => {
        await add('a');
        await registry.delete('a');
        expect(await registry.list()).toEqual([]);
      });

      test('marks a Library with finalizers, and removes it with its last finalizer', async () => {
        await add('a', ['one', 'two']);
        await registry.delete('a');
        const [marked] = await registry.list();
        expect(marked?.metadata.deletionTimestamp).toMatch(/^\d{4}-/);
        await registry.delete('a');
        expect(await registry.list()).toEqual([marked]);
        await registry.patch('a', { finalizers: ['two'] });
        expect(await registry.list()).toHaveLength(1);
        await registry.patch('a', { finalizers: [] });
        expect(await registry.list()).toEqual([]);
      });

      test('frees the name for another Library', async () => {
        const first = await add('a');
        await registry.delete('a');
        const second = await add('a');
        expect(second.metadata.uid).not.toBe(first.metadata.uid);
        expect(second.metadata.generation).toBe(1);
      });

      test('of one uid spares a Library that has been created anew with its name', async () => {
        const first = await add('a');
        await registry.delete('a', first.metadata.uid);
        const second = await add('a');
        const late = registry.delete('a', first.metadata.uid);
        await expect(late).rejects.toMatchObject({ code: 'library_not_found' });
        expect(await registry.get('a')).toEqual(second);
      });

      test('of an unknown Library is library_not_found', async () => {
        await expect(registry.delete('a')).rejects.toMatchObject({ code: 'library_not_found' });
      });

      test('does not happen when finalizers are removed without a deletion', async () => {
        await add('a', ['one']);
        await registry.patch('a', { finalizers: [] });
        expect(await registry.list()).toHaveLength(1);
      });
    });

    describe('watch', () => {
      test('yields existing Libraries, then changes', async () => {
        await add('a', ['f']);
        const stop = new AbortController();
        const events = registry.watch(stop.signal)[Symbol.asyncIterator]();
        expect(await take(events, 1)).toEqual(['added a']);
        await add('b');
        expect(await take(events, 1)).toEqual(['added b']);
        await registry.patch('a', { status: { state: 'processing' } });
        expect(await take(events, 1)).toEqual(['modified a']);
        await registry.delete('a');
        expect(await take(events, 1)).toEqual(['modified a']);
        await registry.patch('a', { finalizers: [] });
        await registry.delete('b');
        expect((await take(events, 2)).sort()).toEqual(['deleted a', 'deleted b']);
        stop.abort();
        expect(await events.next()).toEqual({ done: true, value: undefined });
      });

      test('reports when the watcher has received all existing Libraries, even if there are none', async () => {
        for (const count of [0, 2]) {
          if (count > 0) await Promise.all([add('a'), add('b')]);
          const stop = new AbortController();
          const seen: string[] = [];
          const synced = Promise.withResolvers<number>();
          const events = registry.watch(stop.signal, () => synced.resolve(seen.length));
          const watching = (async () => {
            for await (const { object } of events) seen.push(object.metadata.name);
          })();
          expect(await synced.promise).toBe(count);
          stop.abort();
          await watching;
        }
      });

      test('sends changes to every watcher', async () => {
        const stop = new AbortController();
        const watchers = [1, 2, 3].map(() => registry.watch(stop.signal)[Symbol.asyncIterator]());
        const first = watchers.map(async (events) => take(events, 1));
        await add('a');
        expect(await Promise.all(first)).toEqual([['added a'], ['added a'], ['added a']]);
        stop.abort();
      });

      test('misses no change during its start', async () => {
        await add('a');
        const stop = new AbortController();
        const events = registry.watch(stop.signal)[Symbol.asyncIterator]();
        const first = take(events, 2);
        await Promise.all([add('b'), registry.patch('a', { annotations: { x: '1' } })]);
        const seen = await first;
        expect(seen).toContain('added a');
        const [a] = (await registry.list()).filter(({ metadata }) => metadata.name === 'a');
        expect(a?.metadata.annotations).toEqual({ x: '1' });
        if (!seen.includes('added b')) expect(await take(events, 1)).toEqual(['added b']);
        stop.abort();
      });

      test('shows a slow watcher the last state of each Library', async () => {
        const stop = new AbortController();
        const events = registry.watch(stop.signal)[Symbol.asyncIterator]();
        const first = take(events, 1);
        await add('a');
        await first;
        for (let n = 0; n < 50; n++) await registry.patch('a', { annotations: { n: String(n) } });
        let last: RegistryEvent;
        do last = (await events.next()).value;
        while (last.object.metadata.annotations?.n !== '49');
        expect(last.type).toBe('modified');
        stop.abort();
      });

      test('ignores a patch without an effect', async () => {
        await add('a');
        const stop = new AbortController();
        const events = registry.watch(stop.signal)[Symbol.asyncIterator]();
        await take(events, 1);
        await registry.patch('a', { spec: { ...spec } });
        await add('b');
        expect(await take(events, 1)).toEqual(['added b']);
        stop.abort();
      });

      test('ends when it is aborted, even before the first event', async () => {
        const stop = new AbortController();
        const events = registry.watch(stop.signal)[Symbol.asyncIterator]();
        const waiting = events.next();
        stop.abort();
        expect((await waiting).done).toBe(true);
        const late = registry.watch(stop.signal)[Symbol.asyncIterator]();
        expect((await late.next()).done).toBe(true);
      });

      test('gives each watcher its own copy', async () => {
        await add('a');
        const stop = new AbortController();
        const [one, two] = [1, 2].map(() => registry.watch(stop.signal)[Symbol.asyncIterator]());
        await take(one!, 1);
        await take(two!, 1);
        await registry.patch('a', { annotations: { x: '1' } });
        const first: RegistryEvent = (await one!.next()).value;
        first.object.metadata.annotations!.x = 'changed';
        const second: RegistryEvent = (await two!.next()).value;
        expect(second.object.metadata.annotations).toEqual({ x: '1' });
        stop.abort();
      });
    });

    test('survives a restart', async () => {
      await add('a', ['f']);
      await registry.patch('a', { status: { state: 'finalized' } });
      await registry.delete('a');
      const before = await registry.list();
      const reopened = await under.reopened();
      expect(await reopened.list()).toEqual(before);
      const later = await reopened.patch('a', { annotations: { x: '1' } });
      expect(Number(later.metadata.resourceVersion)).toBeGreaterThan(
        Number(before[0]!.metadata.resourceVersion),
      );
    });
  });
}
