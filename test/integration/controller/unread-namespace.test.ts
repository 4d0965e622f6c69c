import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RunError } from '../../../src/base/errors.ts';
import { Removal } from '../../../src/libraries/library/removal.ts';
import { resourceName, type Library } from '../../../src/resources/library.ts';
import type { Registry, RegistryEvent } from '../../../src/store/registry.ts';
import { DEFAULT_VERSION } from '../../../src/store/snippet-index.ts';
import { forgetUpload } from '../../../src/transfer/uploads.ts';
import { fakeEmbedder, snippet } from '../../support/fake-stores.ts';
import { ScriptedJobs } from '../../support/scripted-jobs.ts';
import { openStores, storeSnippets, type Stores } from '../../support/stores.ts';
import { startController } from '../../support/working-controller.ts';

const id = '/acme/anvil';
const anvil = resourceName(id);
const spec = { id, source: { import: { upload: `${anvil}-1` } } };
const outage = new RunError('StorageFailed', 'no answer');

describe('a namespace that the controller may not read after a restart', () => {
  let stores: Stores;
  let jobs: ScriptedJobs;
  let uploadsDeleted: string[];
  let isForbidden: boolean;
  let unread: Set<string>;
  let reveal: () => void;
  let stop: () => Promise<void>;

  /** Watches like a registry whose server refuses to list the namespace of anvil, until it is revealed. */
  async function* watch(
    signal: AbortSignal,
    onSynced?: (unread: ReadonlySet<string>) => void,
  ): AsyncGenerator<RegistryEvent> {
    unread = new Set(isForbidden ? ['team-a'] : []);
    const revealed = Promise.withResolvers<void>();
    reveal = () => {
      isForbidden = false;
      revealed.resolve();
    };
    const hidden: RegistryEvent[] = [];
    const events = stores.registry.watch(signal, () => onSynced?.(unread));
    const next = events[Symbol.asyncIterator]();
    let coming = next.next();
    for (;;) {
      const event = await Promise.race([coming, ...(hidden.length > 0 ? [revealed.promise] : [])]);
      if (event === undefined) {
        yield* hidden.splice(0);
        unread.clear();
        continue;
      }
      if (event.done) return;
      coming = next.next();
      const { name } = event.value.object.metadata;
      if (isForbidden && [anvil, 'hammer'].includes(name)) hidden.push(event.value);
      else yield event.value;
    }
  }

  const startAgain = async (): Promise<void> => {
    await stop();
    jobs = new ScriptedJobs();
    start();
  };
  const start = (): void => {
    const { catalog, index } = stores;
    const registry: Registry = Object.assign(Object.create(stores.registry) as Registry, { watch });
    const onRemove = forgetUpload({
      delete: async (name) => void uploadsDeleted.push(name),
    });
    const onError = (_: string, message: string): void => expect(message).toBe(outage.message);
    ({ stop } = startController({ registry, catalog, index, jobs, onRemove, onError }));
  };
  /** Lets a controller see that a library is gone, of which it has not removed the content. */
  const disappear = async (last: Library): Promise<void> => {
    const { catalog, index } = stores;
    const cache = { group: () => [], lacksNamespaces: true };
    const removal = new Removal({ cache, index, catalog, jobs });
    removal.reported(last);
    await removal.settle(last.metadata.name, undefined);
  };
  const get = (name: string): Promise<Library | undefined> => stores.registry.get(name);
  const readyOf = async (name: string): Promise<string | undefined> =>
    (await get(name))?.status.conditions?.find(({ type }) => type === 'Ready')?.message;
  const untilStarted = (count: number): Promise<void> =>
    vi.waitFor(() => expect(jobs.started).toHaveLength(count), 30_000);
  const isServed = async (): Promise<boolean> => (await stores.index.versions(id)).length > 0;
  const storeContent = (libraryId: string): Promise<void> =>
    storeSnippets(
      { index: stores.index, embedder: fakeEmbedder() },
      { libraryId, version: DEFAULT_VERSION },
      [snippet('forge')],
    );
  /** Adds a library and lets its first run end with a snippet. */
  const serve = async (): Promise<void> => {
    await stores.registry.create({ metadata: { name: anvil }, spec });
    await untilStarted(1);
    await storeContent(id);
    jobs.end(anvil);
    await expect.poll(async () => (await get(anvil))?.status.state).toBe('finalized');
  };
  const addHammer = (name: string): Promise<Library> =>
    stores.registry.create({ metadata: { name }, spec: { ...spec, id: '/acme/hammer' } });
  /** Adds a library with the same id, and waits until it is refused. */
  const addCopy = async (): Promise<void> => {
    await stores.registry.create({ metadata: { name: 'copy' }, spec });
    await expect.poll(() => readyOf('copy')).toContain(`The Library ${anvil} has the id`);
  };
  /** Adds another library and waits until the controller has handled it, and everything before. */
  const untilHandled = async (name: string): Promise<void> => {
    const source = { git: { url: `https://example.org/${name}` } };
    await stores.registry.create({ metadata: { name }, spec: { id: `/acme/${name}`, source } });
    await expect.poll(() => jobs.started.map(({ library }) => library)).toContain(name);
    jobs.end(name);
    await expect.poll(async () => (await get(name))?.status.state).toBe('finalized');
  };

  beforeEach(async () => {
    stores = await openStores();
    jobs = new ScriptedJobs();
    uploadsDeleted = [];
    isForbidden = false;
    start();
    await serve();
    await addCopy();
    isForbidden = true;
    await startAgain();
  });
  afterEach(async () => {
    await stop();
    await stores.close();
  });

  test('keeps its content and its search record from a library with the same id', async () => {
    const record = await stores.catalog.get(id);

    await expect.poll(() => readyOf('copy')).toContain('that Lectern may not read now');
    await untilHandled('bellows');

    expect(jobs.started.map(({ library }) => library)).toEqual(['bellows']);
    expect(await stores.catalog.get(id)).toEqual(record);
  });

  test('keeps its content and its upload when a library with the same id is deleted', async () => {
    const copy = await get('copy');
    await stores.registry.delete('copy');
    await expect.poll(() => get('copy')).toBeUndefined();
    await untilHandled('bellows');
    await disappear(copy!);

    expect(await isServed()).toBe(true);
    expect(await stores.catalog.get(id)).toBeDefined();
    expect(uploadsDeleted).toEqual([]);
  });

  test('keeps its active run', async () => {
    const key = 'team-a/tongs';
    await jobs.start({
      id: '1',
      library: key,
      uid: 'u',
      spec,
      allowLocal: false,
      credential: 'none',
    });
    jobs.embed(key, 1);
    await untilHandled('bellows');
    expect(jobs.cancelled).toEqual([]);

    await stores.registry.create({ metadata: { name: 'hoop' }, spec: { ...spec, id: '/a/hoop' } });
    reveal();
    await expect.poll(() => unread.size).toBe(0);
    jobs.embed(key, 2);
    await expect.poll(() => jobs.cancelled).toEqual([key]);
  });

  test('has its id again as soon as Lectern may read it', async () => {
    await expect.poll(() => readyOf('copy')).toContain('that Lectern may not read now');

    reveal();

    await expect.poll(() => readyOf('copy')).toContain(`The Library ${anvil} has the id`);
    await stores.registry.delete(anvil);
    await expect.poll(isServed).toBe(false);
    await expect.poll(() => jobs.started.map(({ library }) => library)).toEqual(['copy']);
  });

  test.each([
    { store: 'answers', outages: 0 },
    { store: 'is away for a moment', outages: 1 },
  ])(
    'keeps the id of a library that has no content yet, if a store $store',
    async ({ outages }) => {
      reveal();
      await addHammer('hammer');
      await untilStarted(1);
      jobs.end('hammer', { reason: 'Unreachable', message: 'no answer', retry: 'backoff' });
      await addHammer('hammer-copy');
      await expect.poll(() => readyOf('hammer-copy')).toContain('The Library hammer has the id');
      const record = await stores.catalog.get('/acme/hammer');
      isForbidden = true;

      await startAgain();

      await expect.poll(() => readyOf('hammer-copy')).toContain('that Lectern may not read now');
      const cancel = vi.spyOn(jobs, 'cancel');
      for (let i = 0; i < outages; i += 1) {
        cancel.mockRejectedValueOnce(outage);
      }
      await stores.registry.delete('hammer-copy');
      await expect.poll(() => get('hammer-copy')).toBeUndefined();
      await untilHandled('bellows');
      expect(jobs.started.map(({ library }) => library)).toEqual(['bellows']);
      expect(await stores.catalog.get('/acme/hammer')).toEqual(record);
    },
  );

  test('shows none of what another library has indexed under an id of this namespace', async () => {
    await addHammer('hammer');
    await addHammer('hammer-copy');
    await untilStarted(1);
    await storeContent('/acme/hammer');
    jobs.end('hammer-copy');
    await expect.poll(async () => (await get('hammer-copy'))?.status.totalSnippets).toBe(1);

    reveal();

    await expect.poll(() => jobs.started.map(({ library }) => library)).toContain('hammer');
    expect(await stores.index.versions('/acme/hammer')).toEqual([]);
    await expect.poll(() => readyOf('hammer-copy')).toContain('The Library hammer has the id');
    await storeContent('/acme/hammer');
    jobs.end('hammer');
    await expect.poll(async () => (await get('hammer'))?.status.totalSnippets).toBe(1);
    expect(await stores.index.versions('/acme/hammer')).toHaveLength(1);
  });

  test('ends the run of another library under an id of this namespace', async () => {
    await addHammer('hammer');
    await addHammer('hammer-copy');
    await untilStarted(1);

    reveal();

    await expect.poll(() => jobs.started.map(({ library }) => library)).toContain('hammer');
    expect(jobs.cancelled).toEqual(['hammer-copy']);
  });
});
