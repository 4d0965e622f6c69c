import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LecternError, RunError } from '../../../src/base/errors.ts';
import { finalizer, resourceName, type Library } from '../../../src/resources/library.ts';
import type { Registry, ResourceChange, ResourcePatch } from '../../../src/store/registry.ts';
import { DEFAULT_VERSION, type SnippetIndex } from '../../../src/store/snippet-index.ts';
import { forgetUpload } from '../../../src/transfer/uploads.ts';
import { CountingRegistry } from '../../support/counting-registry.ts';
import { fakeEmbedder, snippet } from '../../support/fake-stores.ts';
import { ScriptedJobs } from '../../support/scripted-jobs.ts';
import { openStores, storeSnippets, type Stores } from '../../support/stores.ts';
import { startController } from '../../support/working-controller.ts';

const id = '/acme/anvil';
const anvil = resourceName(id);
const spec = { id, source: { git: { url: 'https://example.org/acme/anvil' } } };
const imported = { id, source: { import: { upload: `${anvil}-1` } } };

describe('the content of a library that is removed', () => {
  let stores: Stores;
  let registry: CountingRegistry;
  let jobs: ScriptedJobs;
  let errors: string[];
  let uploadsDeleted: string[];
  /** Whether the index refuses to delete content of a library that exists. */
  let isReadOnly: boolean;
  let stop: () => Promise<void>;

  beforeEach(async () => {
    stores = await openStores();
    registry = new CountingRegistry(stores.registry);
    jobs = new ScriptedJobs();
    errors = [];
    uploadsDeleted = [];
    isReadOnly = false;
    const { catalog } = stores;
    const index: SnippetIndex = Object.assign(Object.create(stores.index) as SnippetIndex, {
      async delete(library: string) {
        const exists = (await stores.registry.get(anvil)) !== undefined;
        if (isReadOnly && exists) throw new RunError('StorageFailed', 'The index is read-only');
        await stores.index.delete(library);
      },
    });
    const onError = (_: string, message: string): void => void errors.push(message);
    const onRemove = forgetUpload({
      delete: async (upload) => void uploadsDeleted.push(upload),
    });
    ({ stop } = startController({ registry, catalog, index, jobs, onRemove, onError }));
  });
  afterEach(async () => {
    await stop();
    await stores.close();
  });

  const add = (name = anvil): Promise<Library> =>
    stores.registry.create({ metadata: { name }, spec });
  const state = async (name = anvil): Promise<string | undefined> =>
    (await stores.registry.get(name))?.status.state;
  const untilStarted = (count: number): Promise<void> =>
    vi.waitFor(() => expect(jobs.started).toHaveLength(count), 30_000);
  const isServed = async (): Promise<boolean> => (await stores.index.versions(id)).length > 0;

  const storeContent = (): Promise<void> =>
    storeSnippets(
      { index: stores.index, embedder: fakeEmbedder() },
      { libraryId: id, version: DEFAULT_VERSION },
      [snippet('forge')],
    );

  /** Adds the library, and lets its first run end with a snippet. */
  const serve = async (): Promise<void> => {
    await add();
    await untilStarted(1);
    await storeContent();
    jobs.end(anvil);
    await expect.poll(() => state()).toBe('finalized');
  };
  /** Deletes the library while its content cannot be deleted, then removes its finalizer. */
  const disappear = async (): Promise<void> => {
    isReadOnly = true;
    await stores.registry.delete(anvil);
    await expect.poll(() => errors).toContain('The index is read-only');
    await stores.registry.patch(anvil, { finalizers: [] });
  };

  test('goes although Lectern may no longer write in the namespace', async () => {
    await serve();
    registry.refuse = () => {
      throw new LecternError('access_denied', 'Kubernetes refused a change');
    };
    await stores.registry.delete(anvil);

    await expect.poll(isServed).toBe(false);
    await expect.poll(() => stores.catalog.get(id)).toBeUndefined();
    expect(await stores.registry.get(anvil)).toBeDefined();
  });

  test('stays while a store refuses, and the library says why until it goes', async () => {
    await serve();
    isReadOnly = true;
    await stores.registry.delete(anvil);

    const messageOf = async (): Promise<string | undefined> =>
      (await stores.registry.get(anvil))?.status.conditions?.[0]?.message;
    await expect.poll(messageOf).toContain('The index is read-only');
    expect(await state()).toBe('delete');
    isReadOnly = false;

    await expect.poll(() => stores.registry.get(anvil), { timeout: 30_000 }).toBeUndefined();
    expect(await isServed()).toBe(false);
  });

  test('goes with its library if somebody removes the finalizer', async () => {
    await serve();

    await disappear();

    await expect.poll(isServed).toBe(false);
    await expect.poll(() => stores.catalog.get(id)).toBeUndefined();
  });

  test('is gone before another library with its id is read', async () => {
    await serve();
    await add('copy');
    await expect.poll(() => state('copy')).toBe('error');

    await disappear();

    await untilStarted(2);
    expect(jobs.started[1]!.library).toBe('copy');
    expect(await isServed()).toBe(false);
    expect((await stores.catalog.get(id))?.state).toBe('processing');
  });

  test('keeps its upload until no library names it any more', async () => {
    await stores.registry.create({ metadata: { name: anvil }, spec: imported });
    await untilStarted(1);
    jobs.end(anvil);
    await stores.registry.create({ metadata: { name: 'copy' }, spec: imported });
    await expect.poll(() => state('copy')).toBe('error');

    await stores.registry.delete('copy');
    await expect.poll(() => stores.registry.get('copy')).toBeUndefined();
    expect(uploadsDeleted).toEqual([]);

    await stores.registry.create({ metadata: { name: 'moved' }, spec: imported });
    await expect.poll(() => state('moved')).toBe('error');
    await stores.registry.delete(anvil);
    await untilStarted(2);
    expect(jobs.started[1]!.library).toBe('moved');
    expect(uploadsDeleted).toEqual([]);

    await stores.registry.delete('moved');
    await expect.poll(() => stores.registry.get('moved')).toBeUndefined();
    expect(uploadsDeleted).toEqual([imported.source.import.upload]);
  });

  test('is not removed again when the library has been added anew', async () => {
    await serve();
    await stores.registry.delete(anvil);
    await expect.poll(() => stores.registry.get(anvil)).toBeUndefined();

    await add('anew');
    await untilStarted(2);
    await storeContent();
    jobs.end('anew');
    await expect.poll(() => state('anew')).toBe('finalized');
    // The reconciler handles this one after everything before.
    await stores.registry.create({
      metadata: { name: 'later' },
      spec: { ...spec, id: '/a/later' },
    });
    await untilStarted(3);

    expect(await isServed()).toBe(true);
    expect(await stores.catalog.get(id)).toBeDefined();
  });
});

describe('a change of finalizers by another controller, just before that of Lectern,', () => {
  const other = 'example.org/keeps';
  let stores: Stores;
  let jobs: ScriptedJobs;
  let stop: () => Promise<void>;
  /** What another controller makes of the finalizers. */
  let change: (finalizers: string[]) => string[];

  beforeEach(async () => {
    stores = await openStores();
    jobs = new ScriptedJobs();
    change = (finalizers) => finalizers;
    const registry: Registry = Object.assign(Object.create(stores.registry) as Registry, {
      async patch(key: string, patch: ResourcePatch | ResourceChange) {
        if (typeof patch === 'function' || patch.finalizers) {
          await stores.registry.patch(key, ({ metadata }) => ({
            finalizers: change(metadata.finalizers ?? []),
          }));
        }
        return stores.registry.patch(key, patch);
      },
    });
    const { catalog, index } = stores;
    ({ stop } = startController({ registry, catalog, index, jobs }));
  });
  afterEach(async () => {
    await stop();
    await stores.close();
  });

  test('is not undone when Lectern adds its own', async () => {
    change = () => [other];
    await stores.registry.create({ metadata: { name: anvil }, spec });
    await expect.poll(() => jobs.started).toHaveLength(1);

    const added = await stores.registry.get(anvil);
    expect(added?.metadata.finalizers).toEqual([other, finalizer]);
  });

  test('is not undone when Lectern removes its own', async () => {
    await stores.registry.create({ metadata: { name: anvil, finalizers: [other] }, spec });
    await expect.poll(() => jobs.started).toHaveLength(1);

    change = (finalizers) => finalizers.filter((one) => one !== other);
    await stores.registry.delete(anvil);

    await expect.poll(() => stores.registry.get(anvil)).toBeUndefined();
  });
});
