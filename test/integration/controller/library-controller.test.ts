import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseMaxResources } from '../../../src/libraries/library/max-resources.ts';
import { createLibraryController } from '../../../src/libraries/library/controller.ts';
import {
  annotations,
  keyOf,
  resourceName,
  type Library,
  type LibrarySpec,
} from '../../../src/resources/library.ts';
import type { SplitOptions } from '../../../src/libraries/library/split.ts';
import type { Registry } from '../../../src/store/registry.ts';
import type { SnippetIndex } from '../../../src/store/snippet-index.ts';
import { SqlCatalog } from '../../../src/store/metadata/catalog.ts';
import { openSqliteDatabase } from '../../../src/store/metadata/database.ts';
import { SqlRegistry } from '../../../src/store/metadata/registry.ts';
import { createSqliteSnippetIndex } from '../../../src/store/snippets/sqlite/snippet-index.ts';
import { CountingRegistry } from '../../support/counting-registry.ts';
import { fakeEmbedder, snippet } from '../../support/fake-stores.ts';
import { byItsSpec } from '../../support/working-controller.ts';
import { ScriptedJobs } from '../../support/scripted-jobs.ts';
import { storeSnippets } from '../../support/stores.ts';

const anvil = resourceName('/acme/anvil');
const spec = (id: string, changes: Partial<LibrarySpec> = {}): LibrarySpec => ({
  id,
  source: { git: { url: `https://example.org${id}` } },
  ...changes,
});

interface StartOptions {
  maxResources?: ReturnType<typeof parseMaxResources>;
  split?: SplitOptions;
  previousModel?: string;
  registry?: Registry;
}

describe('the library controller', () => {
  let dataDir: string;
  let database: Awaited<ReturnType<typeof openSqliteDatabase>>;
  let registry: SqlRegistry;
  let catalog: SqlCatalog;
  let index: SnippetIndex;
  let jobs: ScriptedJobs;
  let stop: () => Promise<void>;
  /** Events of runs from the controller. */
  let told: string[];
  /** Results of reconciliations. */
  let errors: string[];

  const start = (concurrency = 2, options: StartOptions = {}): void => {
    const ended = new AbortController();
    errors = [];
    told = [];
    jobs = new ScriptedJobs();
    const controller = createLibraryController({
      registry,
      catalog,
      index,
      jobs,
      concurrency,
      hostConcurrency: 4,
      localRoots: [],
      yieldsVectors: true,
      maxResources: parseMaxResources(['memory=8Gi']),
      ...options,
      onStart: ({ libraryId, trigger }) => told.push(`${libraryId} starts: ${trigger}`),
      onCancel: ({ libraryId }) => told.push(`${libraryId} cancelled`),
      onRun: ({ libraryId, failure }) =>
        told.push(`${libraryId} ended: ${failure?.reason ?? 'well'}`),
      accessOf: byItsSpec,
      onError: (_, message) => errors.push(message),
    });
    const running = Promise.all([controller.follow(ended.signal), controller.work(ended.signal)]);
    stop = async () => {
      ended.abort();
      await running;
      expect(errors).toEqual([]);
    };
  };
  const get = async (name = anvil): Promise<Library | undefined> =>
    (await registry.list()).find(({ metadata }) => metadata.name === name);
  const add = (id: string, changes: Partial<LibrarySpec> = {}): Promise<Library> =>
    registry.create({ metadata: { name: resourceName(id) }, spec: spec(id, changes) });
  const untilState = (state: string, name = anvil): Promise<Library> =>
    vi.waitFor(async () => {
      const library = await get(name);
      expect(library?.status.state).toBe(state);
      return library!;
    }, 30_000);
  const untilStarted = (count: number): Promise<void> =>
    vi.waitFor(() => expect(jobs.started).toHaveLength(count), 30_000);

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-controller-'));
    database = await openSqliteDatabase(join(dataDir, 'lectern.db'));
    registry = new SqlRegistry(database, 'libraries');
    catalog = new SqlCatalog(database);
    index = createSqliteSnippetIndex({ dataDir });
  });
  afterEach(async () => {
    await stop();
    await index.close();
    await database.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('leaves a host alone that asks for it, but reads others, and what somebody asks for', async () => {
    start();
    const { metadata } = await add('/acme/anvil');
    await untilStarted(1);
    const failure = { reason: 'Unreachable', message: 'busy', retry: 'backoff' } as const;
    jobs.end(anvil, { ...failure, retryAfterSeconds: 1_800 });
    const { status } = await untilState('error');
    const longAgo = new Date(Date.now() - 86_400_000).toISOString();
    const due = { ...status.run!, finishedAt: longAgo };

    await registry.patch(keyOf(metadata), { status: { ...status, run: due } });
    await add('/acme/bellows', {
      source: { git: { url: 'https://elsewhere.example.org/acme/bellows' } },
    });
    await untilStarted(2);
    expect(jobs.started.map(({ library }) => library)).toEqual([
      anvil,
      resourceName('/acme/bellows'),
    ]);

    await registry.patch(keyOf(metadata), { annotations: { [annotations.requestedAt]: 'now' } });
    await untilStarted(3);
    expect(jobs.started[2]!.library).toBe(anvil);
  });

  test('asks for a Pod of its own for a library whose last run failed', async () => {
    start();
    const { metadata } = await add('/acme/anvil');
    await untilStarted(1);
    expect(jobs.started[0]).not.toHaveProperty('alone');
    jobs.end(anvil, { reason: 'OutOfMemory', message: 'Too little', retry: 'backoff' });
    await untilState('error');

    await registry.patch(keyOf(metadata), { annotations: { [annotations.requestedAt]: 'now' } });

    await untilStarted(2);
    expect(jobs.started[1]).toMatchObject({ library: anvil, alone: true });
  });

  test('says in the status when a look comes that waits for its turn', async () => {
    start(1);
    const { metadata } = await add('/acme/anvil', { refresh: { interval: '1h' } });
    await untilStarted(1);
    jobs.end(anvil);
    const { status } = await untilState('finalized');
    await add('/acme/bellows');
    const bellows = resourceName('/acme/bellows');
    await untilStarted(2);
    const failure = { reason: 'Unreachable', message: 'busy', retry: 'backoff' } as const;
    jobs.end(bellows, { ...failure, retryAfterSeconds: 1_800 });
    await untilState('error', bellows);

    const longAgo = new Date(Date.now() - 86_400_000).toISOString();
    const due = { ...status, run: { ...status.run!, finishedAt: longAgo } };
    await registry.patch(keyOf(metadata), { status: due });

    await vi.waitFor(async () => {
      const { nextRefreshTime = '' } = (await get())!.status;
      const seconds = (Date.parse(nextRefreshTime) - Date.now()) / 1000;
      // One library alone lets the others wait for five minutes.
      expect(seconds).toBeGreaterThan(200);
      expect(seconds).toBeLessThanOrEqual(302);
    }, 30_000);
    expect(jobs.started).toHaveLength(2);
  });

  test('starts no run that asks for more than the install allows, and keeps the active content', async () => {
    start();
    const { metadata } = await add('/acme/anvil');
    await untilStarted(1);
    const version = { libraryId: '/acme/anvil', version: '' };
    await storeSnippets({ index, embedder: fakeEmbedder() }, version, [snippet('shaping')]);
    jobs.end(anvil);
    await untilState('finalized');

    const resources = { limits: { memory: '900Gi' } };
    await registry.patch(keyOf(metadata), { spec: spec('/acme/anvil', { resources }) });

    const { status } = await untilState('error');
    expect(status.conditions).toContainEqual(
      expect.objectContaining({
        type: 'Stalled',
        reason: 'InvalidSpec',
        message: expect.stringContaining('resources.limits.memory must be at most 8Gi'),
      }),
    );
    expect(status.versions).toHaveLength(1);
    expect(jobs.started).toHaveLength(1);
  });

  test('runs a refused library when a restart allows what it asks for, and else tells nothing again', async () => {
    start();
    const resources = { limits: { memory: '16Gi' } };
    await add('/acme/anvil', { resources });
    const { metadata } = await untilState('error');
    await stop();

    start();
    await add('/acme/bellows');
    await untilStarted(1);
    expect((await get())!.metadata.resourceVersion).toBe(metadata.resourceVersion);
    await stop();

    start(2, { maxResources: parseMaxResources(['memory=16Gi']) });
    await untilStarted(2);
    expect(jobs.started).toContainEqual(
      expect.objectContaining({ library: anvil, spec: spec('/acme/anvil', { resources }) }),
    );
  });

  test('tries a refused address once after a restart, because the install may allow it now', async () => {
    const refused = {
      reason: 'AddressRefused',
      message: 'It has a private address',
      retry: 'never',
    } as const;
    start();
    await add('/acme/anvil');
    await untilStarted(1);
    jobs.end(anvil, refused);
    await untilState('error');
    await stop();

    start();
    await untilStarted(1);
    jobs.end(anvil, refused);
    await untilState('error');
    await add('/acme/bellows');
    await untilStarted(2);

    expect(jobs.started[1]!.library).toBe(resourceName('/acme/bellows'));
  });

  test('runs a new library and makes it findable by the title in its source', async () => {
    start();
    await add('/acme/anvil');
    await untilStarted(1);
    expect((await catalog.get('/acme/anvil'))?.state).toBe('processing');

    jobs.end(anvil);

    const library = await untilState('finalized');
    expect(library.status.run?.phase).toBe('done');
    await vi.waitFor(
      async () => expect((await catalog.get('/acme/anvil'))?.title).toBe('From source'),
      30_000,
    );
    expect(jobs.started).toHaveLength(1);
  });

  describe('while a run reads further versions', () => {
    const begin = async (): Promise<void> => {
      await add('/acme/anvil', { versions: ['v1'] });
      await untilStarted(1);
      const version = { libraryId: '/acme/anvil', version: '' };
      await storeSnippets({ index, embedder: fakeEmbedder() }, version, [snippet('shaping')]);
    };
    const untilDescribed = (): Promise<void> =>
      vi.waitFor(async () => {
        expect((await get())?.status).toMatchObject({ title: 'From source', totalSnippets: 1 });
        expect(await catalog.get('/acme/anvil')).toMatchObject({
          title: 'From source',
          topics: 'Shaping',
          totalSnippets: 1,
        });
      }, 30_000);

    test('the library has the title and the topics of its default version', async () => {
      start();
      await begin();

      jobs.find(anvil);

      await untilDescribed();
      expect((await get())?.status).toMatchObject({ state: 'processing', run: { version: 'v1' } });
    });

    test('a failure leaves the library the title and the topics of its default version', async () => {
      start();
      await begin();

      jobs.find(anvil);
      jobs.end(anvil, { reason: 'NotFound', message: 'There is no tag v1', retry: 'never' });

      const { status } = await untilState('error');
      expect(status.title).toBe('From source');
      await untilDescribed();
    });

    test('a failure without a credential does not publish what a run with a credential read', async () => {
      start();
      await add('/acme/anvil', { versions: ['v1'], secretRef: { name: 'token' } });
      await untilStarted(1);
      for (const version of ['', 'v1']) {
        const stored = { libraryId: '/acme/anvil', version };
        await storeSnippets({ index, embedder: fakeEmbedder() }, stored, [snippet('private')]);
      }
      jobs.end(anvil);
      const { metadata } = await untilState('finalized');
      await registry.patch(keyOf(metadata), { spec: spec('/acme/anvil', { versions: ['v1'] }) });
      await untilStarted(2);

      jobs.find(anvil);
      jobs.end(anvil, { reason: 'NotFound', message: 'There is no tag v1', retry: 'never' });

      const { status } = await untilState('error');
      expect(status.versions?.map(({ name }) => name)).toEqual(['', 'v1']);
      expect(await catalog.get('/acme/anvil')).toMatchObject({
        state: 'error',
        visibility: 'private',
      });
    });

    test('a run without a credential does not get that of the URL', async () => {
      const url = 'https://reader:secret@example.org/acme/anvil';
      start();
      await add('/acme/anvil', { source: { git: { url, branch: 'main' } } });

      await untilStarted(1);

      const git = { url: 'https://example.org/acme/anvil', branch: 'main' };
      expect(jobs.started[0]).toMatchObject({ credential: 'none', spec: { source: { git } } });
      expect((await get())?.spec.source.git?.url).toBe(url);
    });

    test('a cancellation leaves the library the title and the topics of its default version', async () => {
      start();
      await begin();
      const at = new Date().toISOString();
      const { metadata } = (await get())!;

      jobs.find(anvil);
      await registry.patch(keyOf(metadata), { annotations: { [annotations.cancelledAt]: at } });

      await vi.waitFor(
        async () => expect((await get())?.status.lastHandledCancelAt).toBe(at),
        30_000,
      );
      await untilDescribed();
      expect(jobs.cancelled).toEqual([anvil]);
    });
  });

  describe('while a run embeds', () => {
    const conditionOf = ({ status }: Library, type: string) =>
      status.conditions?.find((condition) => condition.type === type);
    const version = { libraryId: '/acme/anvil', version: '' };
    /** Adds a library whose run has activated its snippets. */
    const searchable = async (percent = 40): Promise<void> => {
      await add('/acme/anvil');
      await untilStarted(1);
      await storeSnippets({ index, embedder: fakeEmbedder() }, version, [snippet('shaping')]);
      jobs.embed(anvil, percent);
    };
    const untilEmbedded = (percent: number): Promise<Library> =>
      vi.waitFor(async () => {
        const library = await get();
        expect(library?.status.embeddedPercent).toBe(percent);
        return library!;
      }, 30_000);

    test('the library is ready, findable, and says how much of it is embedded', async () => {
      start();
      await searchable();

      const library = await untilEmbedded(40);
      expect(conditionOf(library, 'Ready')).toMatchObject({
        status: 'True',
        message: '1 snippet served; searchable by words, embedded 40 %',
      });
      expect(conditionOf(library, 'Embedded')).toMatchObject({ status: 'False' });
      expect(await catalog.get('/acme/anvil')).toMatchObject({
        state: 'finalized',
        title: 'From source',
        totalSnippets: 1,
        topics: 'Shaping',
      });

      jobs.end(anvil);
      const { status } = await untilState('finalized');
      expect(status.embeddedPercent).toBe(100);
      expect(conditionOf({ ...library, status }, 'Embedded')).toMatchObject({ status: 'True' });
    });

    test('a failure leaves the library ready by words, and says what is missing', async () => {
      start();
      await searchable();
      await untilEmbedded(40);

      jobs.end(anvil, { reason: 'ModelFailed', message: 'It answered 503', retry: 'backoff' });

      const library = await untilState('finalized');
      expect(conditionOf(library, 'Ready')).toMatchObject({ status: 'True' });
      expect(conditionOf(library, 'Embedded')).toMatchObject({
        status: 'False',
        reason: 'ModelFailed',
        message: 'It answered 503',
      });
      expect(library.status).toMatchObject({ failures: 1, embeddedPercent: 40 });
      expect(conditionOf(library, 'Stalled')).toBeUndefined();
    });

    test('the result of a run is recorded even if it fails before the next reconcile', async () => {
      start();
      await searchable();
      jobs.end(anvil, { reason: 'OutOfMemory', message: 'Too little', retry: 'backoff' });

      const library = await untilState('finalized');

      expect(library.status.title).toBe('From source');
      expect(conditionOf(library, 'Embedded')).toMatchObject({ reason: 'OutOfMemory' });
    });

    test('after a restart, the library is embedded further without reading the source', async () => {
      start();
      await searchable();
      await untilEmbedded(40);
      await stop();

      start();

      await untilStarted(1);
      expect(jobs.started[0]).toMatchObject({ only: 'vectors' });
      expect((await get())?.status).toMatchObject({ state: 'processing', embeddedPercent: 40 });
    });

    test('it makes way for a run of several Pods if much is left to embed', async () => {
      start(2, { split: { pods: 4, snippetsPerPod: 2 } });
      await add('/acme/anvil');
      await untilStarted(1);
      const snippets = Array.from({ length: 10 }, (_, at) => snippet(`shaping ${at}`));
      await storeSnippets({ index, embedder: fakeEmbedder() }, version, snippets);
      jobs.embed(anvil, 40);

      await untilStarted(2);

      expect(jobs.cancelled).toEqual([anvil]);
      expect(jobs.started[1]).toMatchObject({ library: anvil, only: 'vectors', shares: 3 });
      jobs.embed(anvil, 41);
      await untilEmbedded(41);
      expect(jobs.cancelled).toEqual([anvil]);
      jobs.end(anvil);
      expect((await untilState('finalized')).status).toMatchObject({ embeddedPercent: 100 });
      expect(jobs.started).toHaveLength(2);
    });

    test('it makes way for a library that waits to be read, and embeds the rest later', async () => {
      start(1);
      await searchable();
      await untilEmbedded(40);
      const other = resourceName('/acme/bellows');

      await add('/acme/bellows');
      await vi.waitFor(async () => {
        const [queued] = (await get(other))?.status.conditions ?? [];
        expect(queued?.reason).toBe('Queued');
      }, 30_000);
      jobs.embed(anvil, 41);

      await untilStarted(2);
      expect(jobs.cancelled).toEqual([anvil]);
      expect(jobs.started[1]).toMatchObject({ library: other });
      jobs.end(other);
      await untilStarted(3);
      expect(jobs.started[2]).toMatchObject({ library: anvil, only: 'vectors' });
    });

    test('while libraries wait to be read, runs leave the embedding to later ones', async () => {
      start(1);
      await add('/acme/anvil');
      await untilStarted(1);
      const others = ['/acme/bellows', '/acme/chisel'];
      for (const id of others) await add(id);
      await vi.waitFor(async () => {
        for (const id of others) {
          const [queued] = (await get(resourceName(id)))?.status.conditions ?? [];
          expect(queued?.reason).toBe('Queued');
        }
      }, 30_000);
      const [bellows = '', chisel = ''] = others.map(resourceName);

      jobs.end(anvil);
      await untilStarted(2);
      const version = { libraryId: '/acme/bellows', version: '' };
      await storeSnippets({ index, embedder: fakeEmbedder() }, version, [snippet('blowing')]);
      jobs.end(bellows);
      await untilStarted(3);
      const status = (await get(bellows))?.status;
      jobs.end(chisel);
      await untilStarted(4);

      expect(jobs.started.map(({ library, only }) => [library, only])).toEqual([
        [anvil, undefined],
        [bellows, 'words'],
        [chisel, undefined],
        [bellows, 'vectors'],
      ]);
      expect(status).toMatchObject({ state: 'finalized', totalSnippets: 1, title: 'From source' });
      const stateOf = (wanted: string): string | undefined =>
        status?.conditions?.find(({ type }) => type === wanted)?.status;
      expect([stateOf('Ready'), stateOf('Embedded')]).toEqual(['True', 'False']);
    });

    test('it makes way for a refresh of its own library', async () => {
      start();
      await searchable();
      const { metadata } = await untilEmbedded(40);

      const requested = { [annotations.requestedAt]: new Date().toISOString() };
      await registry.patch(keyOf(metadata), { annotations: requested });

      await untilStarted(2);
      expect(jobs.started[1]).not.toHaveProperty('only');
    });
  });

  test('writes nothing when there is nothing to do', async () => {
    start();
    await add('/acme/anvil');
    await untilStarted(1);
    jobs.end(anvil);
    const before = await untilState('finalized');
    await stop();

    start();
    await add('/acme/other');
    await untilStarted(1);

    expect((await get())!.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
    expect(jobs.started[0]!.spec.id).toBe('/acme/other');
  });

  test('respects the maximum of concurrent runs, and reports the positions of queued ones', async () => {
    start(1);
    await add('/acme/anvil');
    await untilStarted(1);
    await add('/acme/second');
    const second = resourceName('/acme/second');
    await vi.waitFor(async () => {
      expect((await get(second))?.status.conditions?.[0]?.message).toBe(
        'Waiting for a run, place 1',
      );
    }, 30_000);

    jobs.end(anvil);

    await untilStarted(2);
    expect(jobs.started[1]!.spec.id).toBe('/acme/second');
  });

  test('runs once more after a request during a run', async () => {
    start();
    await add('/acme/anvil');
    await untilStarted(1);
    for (const minute of ['01', '02']) {
      await registry.patch(anvil, {
        annotations: { [annotations.requestedAt]: `2026-01-01T00:${minute}:00Z` },
      });
    }
    jobs.end(anvil);
    await untilStarted(2);
    jobs.end(anvil);
    await untilState('finalized');
    expect(jobs.started).toHaveLength(2);
  });

  test('frees the slot while its run cannot be started', async () => {
    start(1);
    const started = jobs.start.bind(jobs);
    jobs.start = async (job) => {
      if (job.library === anvil) throw new Error('its last Pod has not ended yet');
      await started(job);
    };
    await add('/acme/anvil');
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0), 30_000);

    await add('/acme/second');

    await untilStarted(1);
    expect(jobs.started[0]!.spec.id).toBe('/acme/second');
    errors.length = 0;
    jobs.start = started;
  });

  test('gives the Pod of a run to another one only when its outcome is in the status', async () => {
    start(1);
    await add('/acme/anvil');
    await untilStarted(1);
    const put = catalog.put.bind(catalog);
    catalog.put = () => Promise.reject(new Error('the database is down'));
    jobs.end(anvil);
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0), 30_000);
    expect(jobs.over).toEqual([]);

    catalog.put = put;

    await vi.waitFor(() => expect(jobs.over).toEqual([anvil]), 30_000);
    expect((await get())!.status.state).toBe('finalized');
    errors.length = 0;
  });

  test('looks again at a run when its Jobs ask for that, though nothing has changed', async () => {
    start(1);
    const observed = jobs.observe.bind(jobs);
    let looks = 0;
    jobs.observe = async (library) => {
      const state = await observed(library);
      looks += 1;
      // A late Pod causes no write.
      if (state?.state === 'running') return { ...state, waiting: 'late', againMs: 20 };
      return state;
    };
    await add('/acme/anvil');
    await untilStarted(1);

    await vi.waitFor(() => expect(looks).toBeGreaterThan(3), 30_000);
  });

  test('runs again on request, and echoes the request', async () => {
    start();
    await add('/acme/anvil');
    await untilStarted(1);
    jobs.end(anvil);
    await untilState('finalized');

    await registry.patch(anvil, { annotations: { [annotations.requestedAt]: 'now' } });

    await untilStarted(2);
    await vi.waitFor(
      async () => expect((await get())!.status.lastHandledReconcileAt).toBe('now'),
      30_000,
    );
  });

  test('starts another run when the library is edited during a run', async () => {
    start();
    await add('/acme/anvil');
    await untilStarted(1);

    await registry.patch(anvil, { spec: spec('/acme/anvil', { title: 'Edited' }) });

    await untilStarted(2);
    expect(jobs.cancelled).toEqual([anvil]);
    expect(jobs.started[1]!.spec.title).toBe('Edited');
  });

  test('after a change of the embedding model, reads each library once more', async () => {
    const version = { libraryId: '/acme/anvil', version: '' };
    start();
    await add('/acme/anvil');
    await untilStarted(1);
    await storeSnippets({ index, embedder: fakeEmbedder() }, version, [snippet('shaping')]);
    jobs.end(anvil);
    expect((await untilState('finalized')).status.versions).toMatchObject([{ model: 'fake' }]);
    await stop();

    start(2, { previousModel: 'fake' });
    await untilStarted(1);
    const embedder = { ...fakeEmbedder(), id: 'new' };
    await storeSnippets({ index, embedder }, version, [snippet('shaping')]);
    jobs.end(anvil);

    await vi.waitFor(async () => {
      const { status } = (await get())!;
      expect(status.versions).toMatchObject([{ model: 'new' }]);
      expect(status.state).toBe('finalized');
    }, 30_000);
    expect(told).toEqual(['/acme/anvil starts: schedule', '/acme/anvil ended: well']);
    expect(jobs.started).toHaveLength(1);
  });

  test('reports which runs start, why, and how they end', async () => {
    start();
    await add('/acme/anvil');
    await untilStarted(1);
    await registry.patch(anvil, { spec: spec('/acme/anvil', { title: 'Edited' }) });
    await untilStarted(2);
    jobs.end(anvil, { reason: 'NotFound', message: 'No such repository', retry: 'never' });
    await untilState('error');

    expect(told).toEqual([
      '/acme/anvil starts: added',
      '/acme/anvil cancelled',
      '/acme/anvil starts: edit',
      '/acme/anvil ended: NotFound',
    ]);
  });

  test('continues after a crash ended a run', async () => {
    start();
    await add('/acme/anvil');
    await untilStarted(1);
    await stop();

    start();

    await untilStarted(1);
    expect(jobs.started[0]!.spec.id).toBe('/acme/anvil');
  });

  test('stalls on a permanent failure, with the reason', async () => {
    start();
    await add('/acme/anvil');
    await untilStarted(1);

    jobs.end(anvil, { reason: 'NotFound', message: 'No such repository', retry: 'never' });

    const library = await untilState('error');
    expect(library.status.conditions).toContainEqual(
      expect.objectContaining({ type: 'Stalled', status: 'True', message: 'No such repository' }),
    );
    expect(jobs.started).toHaveLength(1);
  });

  test('stalls on a wrong spec without a run', async () => {
    start();

    await add('/acme/anvil', { versions: ['v1', 'v1'] });

    const library = await untilState('error');
    expect(library.status.conditions?.[0]?.message).toContain('names v1 twice');
    expect(jobs.started).toEqual([]);
  });

  describe('when it is cancelled', () => {
    const cancel = (at = new Date()): Promise<Library> =>
      registry.patch(anvil, { annotations: { [annotations.cancelledAt]: at.toISOString() } });
    const untilHeeded = (at: Date): Promise<Library> =>
      vi.waitFor(async () => {
        const library = (await get())!;
        expect(library.status.lastHandledCancelAt).toBe(at.toISOString());
        return library;
      }, 30_000);

    test('ends the run, keeps the active content, and runs again only on request', async () => {
      start();
      await storeSnippets(
        { index, embedder: fakeEmbedder() },
        { libraryId: '/acme/anvil', version: '' },
        [snippet('kept')],
      );
      await add('/acme/anvil');
      await untilStarted(1);
      const at = new Date();

      await cancel(at);

      const library = await untilHeeded(at);
      expect(jobs.cancelled).toEqual([anvil]);
      expect(library.status).toMatchObject({
        state: 'finalized',
        totalSnippets: 1,
        run: { phase: 'cancelled' },
        runs: [{ outcome: 'cancelled', reason: 'Cancelled', trigger: 'added' }],
      });
      await vi.waitFor(
        async () => expect((await catalog.get('/acme/anvil'))?.state).toBe('finalized'),
        30_000,
      );
      expect(jobs.started).toHaveLength(1);
      await registry.patch(anvil, { annotations: { [annotations.requestedAt]: 'now' } });
      await untilStarted(2);
      expect(jobs.started[1]!.id).not.toBe(jobs.started[0]!.id);
    });

    test('does not start a queued run, and frees its place', async () => {
      start(1);
      await add('/acme/other');
      await untilStarted(1);
      await add('/acme/anvil');
      await vi.waitFor(
        async () => expect((await get())?.status.conditions?.[0]?.reason).toBe('Queued'),
        30_000,
      );
      const at = new Date();

      await cancel(at);

      const library = await untilHeeded(at);
      expect(library.status).toMatchObject({ state: 'error' });
      expect(library.status.runs).toBeUndefined();
      await add('/acme/third');
      jobs.end(resourceName('/acme/other'));
      await untilStarted(2);
      expect(jobs.started[1]!.spec.id).toBe('/acme/third');
    });

    test('does not change without an active or queued run', async () => {
      start();
      await add('/acme/anvil');
      await untilStarted(1);
      jobs.end(anvil);
      const before = await untilState('finalized');
      const at = new Date();

      await cancel(at);

      const { status } = await untilHeeded(at);
      const { lastHandledCancelAt: _, ...rest } = status;
      expect(rest).toEqual(before.status);
    });
  });

  test('does not run a suspended library until it is resumed', async () => {
    start();
    await add('/acme/anvil', { suspend: true });
    await vi.waitFor(
      async () => expect((await get())?.status.conditions?.[0]?.reason).toBe('Suspended'),
      30_000,
    );
    expect(jobs.started).toEqual([]);

    await registry.patch(anvil, { spec: spec('/acme/anvil') });

    await untilStarted(1);
  });

  test('ends the run and removes everything of a deleted library', async () => {
    start();
    await add('/acme/anvil');
    await untilStarted(1);

    await registry.delete(anvil);

    await vi.waitFor(async () => expect(await get()).toBeUndefined(), 30_000);
    expect(jobs.cancelled).toEqual([anvil]);
    expect(await catalog.get('/acme/anvil')).toBeUndefined();
  });

  test('refuses a second library with the same id until the first is deleted, and keeps the active content', async () => {
    start();
    await add('/acme/anvil');
    await untilStarted(1);
    await registry.create({ metadata: { name: 'copy' }, spec: spec('/acme/anvil') });
    const copy = await untilState('error', 'copy');
    expect(copy.status.conditions?.[0]).toMatchObject({
      reason: 'DuplicateId',
      message: expect.stringContaining(`The Library ${anvil} has the id /acme/anvil`),
    });
    expect((await catalog.get('/acme/anvil'))?.state).toBe('processing');

    await registry.delete(anvil);

    await untilStarted(2);
    expect(jobs.started[1]!.library).toBe('copy');
  });

  test('does not tell another namespace which library has the id', async () => {
    start(1, { registry: new CountingRegistry(registry) });
    await registry.create({
      metadata: { name: anvil, namespace: 'confidential' },
      spec: spec('/acme/anvil'),
    });
    await untilStarted(1);
    const metadata = { name: 'copy', namespace: 'elsewhere' };
    await registry.create({ metadata, spec: spec('/acme/anvil') });

    const copy = await untilState('error', 'copy');

    const [ready] = copy.status.conditions ?? [];
    expect(ready?.reason).toBe('DuplicateId');
    expect(ready?.message).toContain('another namespace has the id /acme/anvil');
    expect(JSON.stringify(copy.status)).not.toContain('confidential');
  });

  test('removes a refused library without touching the content of the other one', async () => {
    start();
    await add('/acme/anvil');
    await untilStarted(1);
    await registry.create({ metadata: { name: 'copy' }, spec: spec('/acme/anvil') });
    await untilState('error', 'copy');

    await registry.delete('copy');

    await vi.waitFor(async () => expect(await get('copy')).toBeUndefined(), 30_000);
    expect(await catalog.get('/acme/anvil')).toBeDefined();
    expect(jobs.cancelled).toEqual([]);
  });
});
