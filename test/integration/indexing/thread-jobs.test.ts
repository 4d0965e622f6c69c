import { once } from 'node:events';
import fs, { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { IndexingJob } from '../../../src/indexing/job.ts';
import type { RunOrder } from '../../../src/jobs/run-worker.ts';
import type { JobState } from '../../../src/jobs/jobs.ts';
import { RunError } from '../../../src/base/errors.ts';
import { createSqliteSnippetIndex } from '../../../src/store/snippets/sqlite/snippet-index.ts';
import { RunThread } from '../../../src/jobs/run-thread.ts';
import { ThreadJobs } from '../../../src/jobs/thread-jobs.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import { laterParseProcesses } from '../../support/parse-processes.ts';
import { resourceName } from '../../../src/resources/library.ts';
import { loopback, startWebServer, type WebServer } from '../../support/web-server.ts';
import { runLimits } from '../../support/working-controller.ts';

const page =
  '<main><h1>Pencils</h1><h2>Sharpen</h2><p>Turn the pencil in the sharpener.</p></main>';

const parseProcesses = laterParseProcesses();

describe('the thread of a run', () => {
  let dataDir: string;
  let web: WebServer;
  const foldersLeft = (): Promise<string[]> => readdir(join(dataDir, 'runs'));

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-thread-jobs-'));
    web = await startWebServer({ '/': page });
  });
  afterEach(async () => {
    await web[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Jobs with a model that answers as given. */
  function open(embed: Embedder['embed'], double?: string, idleMs?: number): ThreadJobs {
    const script = double && new URL(`../../doubles/${double}`, import.meta.url);
    return new ThreadJobs({
      ...(script && { script }),
      ...(idleMs !== undefined && { idleMs }),
      dataDir,
      embedder: { id: 'test', dimensions: 2, window: 256, embed, close: async () => undefined },
      limits: runLimits,
      allowedRanges: loopback,
    });
  }

  function job(): IndexingJob {
    const spec = { id: '/acme/pencils', source: { website: { url: `${web.origin}/` } } };
    return { id: 'run', library: 'acme', uid: 'acme-uid', spec, allowLocal: false };
  }

  test('keeps nothing of the runs that it has carried out', async () => {
    const thread = new RunThread(new URL('../../doubles/idle-run-worker.ts', import.meta.url));
    const promisesAfterRuns = async (): Promise<number> => {
      for (let run = 0; run < 100; run += 1) await thread.run({} as RunOrder, () => undefined).over;
      return queryObjects(Promise, { format: 'count' });
    };
    const before = await promisesAfterRuns();

    const after = await promisesAfterRuns();

    expect(after - before).toBeLessThan(50);
    await thread.close();
  });

  test('ends at once when it is cancelled, even if the model does not respond', async () => {
    const asked = Promise.withResolvers<void>();
    const given = Promise.withResolvers<void>();
    const jobs = open((_texts, _purpose, signal) => {
      asked.resolve();
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          given.resolve();
          reject(new Error('aborted'));
        });
      });
    });
    await jobs.start(job());
    await asked.promise;
    // Nothing terminates the thread, so the run can only end by itself.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());

    await jobs.close();

    expect(await foldersLeft()).toEqual([]);
    await given.promise;
  });

  test.each([
    ['is blocked for longer than it may take', 'blocked-run-worker.ts', '1s', 'Timeout'],
    ['takes all the memory it can get', 'greedy-run-worker.ts', '1h', 'OutOfMemory'],
  ])('is ended when it %s', async (_, double, timeout, reason) => {
    const jobs = open(async () => [], double);
    const ended = Promise.withResolvers<void>();
    const look = async (): Promise<void> => {
      if ((await jobs.observe('acme'))?.state !== 'running') ended.resolve();
    };
    jobs.onChange(() => void look());
    const { spec, ...rest } = job();

    await jobs.start({ ...rest, spec: { ...spec, timeout } });
    await ended.promise;

    expect(await jobs.observe('acme')).toMatchObject({ state: 'failed', failure: { reason } });
    await jobs.close();
    expect(await foldersLeft()).toEqual([]);
  });

  test('is not ended early when it may take longer than a timer can last', async () => {
    const jobs = open(async (texts) => texts.map(() => Float32Array.of(1, 0)));
    onTestFinished(() => jobs.close());
    const ended = Promise.withResolvers<void>();
    const look = async (): Promise<void> => {
      if ((await jobs.observe('acme'))?.state !== 'running') ended.resolve();
    };
    jobs.onChange(() => void look());
    const { spec, ...rest } = job();

    await jobs.start({ ...rest, spec: { ...spec, timeout: '720h' } });
    await ended.promise;

    expect(await jobs.observe('acme')).toMatchObject({ state: 'succeeded' });
  });

  test('leaves no folder behind when it has succeeded or failed', async () => {
    const jobs = open(async (texts) => texts.map(() => Float32Array.of(1, 0)));
    const states: unknown[] = [];
    for (const origin of [web.origin, `${web.origin}/missing`]) {
      const ended = Promise.withResolvers<void>();
      const look = async (): Promise<void> => {
        if ((await jobs.observe('acme'))?.state !== 'running') ended.resolve();
      };
      jobs.onChange(() => void look());
      const spec = { id: '/acme/pencils', source: { website: { url: origin } } };
      await jobs.start({ ...job(), id: origin, spec });
      await ended.promise;
      states.push((await jobs.observe('acme'))?.state);
    }
    await jobs.close();

    expect(states).toEqual(['succeeded', 'failed']);
    expect(await foldersLeft()).toEqual([]);
  });

  test('makes a damaged file of its library again', async () => {
    const jobs = open(async (texts) => texts.map(() => Float32Array.of(1, 0)));
    await mkdir(join(dataDir, 'snippets'));
    const file = join(dataDir, 'snippets', `${resourceName('/acme/pencils')}.db`);
    await writeFile(file, 'no database '.repeat(1_000));
    const ended = Promise.withResolvers<void>();
    const look = async (): Promise<void> => {
      if ((await jobs.observe('acme'))?.state !== 'running') ended.resolve();
    };
    jobs.onChange(() => void look());

    await jobs.start(job());
    await ended.promise;

    expect((await jobs.observe('acme'))?.state).toBe('succeeded');
    await jobs.close();
  });

  test('leaves no folder behind if a later run of its library ends while its folder is removed', async () => {
    const mayRemove = Promise.withResolvers<void>();
    const remove = fs.rm;
    const removal = vi.spyOn(fs, 'rm').mockImplementationOnce(async (...call) => {
      await mayRemove.promise;
      await remove(...call);
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      removal.mockRestore();
      syncBuiltinESMExports();
    });
    const jobs = open(async (texts) => texts.map(() => Float32Array.of(1, 0)));
    const started = once(process, 'worker') as Promise<[Worker]>;
    for (const id of ['first', 'second']) {
      const ended = Promise.withResolvers<void>();
      jobs.onChange(() => {
        void jobs.observe('acme').then((state) => state?.state !== 'running' && ended.resolve());
      });
      await jobs.start({ ...job(), id });
      await ended.promise;
    }
    const [thread] = await started;
    const threadEnded = once(thread, 'exit');
    let isClosed = false;

    const closing = jobs.close().then(() => (isClosed = true));
    await threadEnded;
    await turn();
    const wasClosed = isClosed;
    mayRemove.resolve();
    await closing;

    expect(wasClosed).toBe(false);
    expect(await foldersLeft()).toEqual([]);
  });

  test('returns what it found while the model works, and a later thread embeds the rest without the source', async () => {
    // Two texts: the model reads 128 tokens of each.
    web.pages.set(
      '/',
      page.replace('<p>', `<p>${'Hold it tight and turn it slowly. '.repeat(20)}`),
    );
    const asked = Promise.withResolvers<void>();
    const embedded: string[][] = [];
    const jobs = open(async (texts) => {
      if (embedded.length === 0) {
        asked.resolve();
        await new Promise((resolve) => setImmediate(resolve));
      }
      embedded.push(texts);
      if (embedded.length === 2) throw new RunError('ModelFailed', 'It answered 503');
      return texts.map(() => Float32Array.of(1, 0));
    });
    const index = createSqliteSnippetIndex({ dataDir });
    const endOf = async (started: IndexingJob): Promise<JobState | undefined> => {
      const ended = Promise.withResolvers<void>();
      jobs.onChange(() => {
        void jobs.observe('acme').then((state) => state?.state !== 'running' && ended.resolve());
      });
      await jobs.start(started);
      await ended.promise;
      return jobs.observe('acme');
    };

    const first = endOf(job());
    await asked.promise;
    const words = { libraryId: '/acme/pencils', version: '', question: 'sharpener', limit: 5 };
    expect((await index.search(words))?.lexical).toHaveLength(1);
    expect(await first).toMatchObject({
      state: 'failed',
      failure: { reason: 'ModelFailed' },
      run: { phase: 'embedding' },
      found: { changed: true },
    });
    await web[Symbol.asyncDispose]();
    const second = await endOf({ ...job(), id: 'second', only: 'vectors' });

    expect(second).toMatchObject({ state: 'succeeded', result: { changed: false } });
    expect(embedded[2]).toEqual(embedded[1]);
    expect(embedded[2]).not.toEqual(embedded[0]);
    const hits = await index.search({ ...words, embedding: Float32Array.of(1, 0) });
    expect(hits?.dense).toHaveLength(1);
    await jobs.close();
    await index.close();
  });

  test('is forgotten when its outcome is recorded and its folder is removed', async () => {
    const jobs = open(async (texts) => texts.map(() => Float32Array.of(1, 0)));
    onTestFinished(() => jobs.close());
    const ended = Promise.withResolvers<void>();
    const look = async (): Promise<void> => {
      if ((await jobs.observe('acme'))?.state === 'succeeded') ended.resolve();
    };
    jobs.onChange(() => void look());
    await jobs.start(job());
    await ended.promise;

    jobs.recorded('acme');

    await vi.waitFor(async () => expect(await jobs.observe('acme')).toBeUndefined(), 30_000);
    expect(await foldersLeft()).toEqual([]);
  });

  test('takes the next run with the same parse process, also after a canceled run, and ends without work', async () => {
    const model = Promise.withResolvers<void>();
    const embed = vi.fn<Embedder['embed']>(async (texts) => {
      model.resolve();
      if (embed.mock.calls.length === 1) await new Promise(() => undefined);
      return texts.map(() => Float32Array.of(1, 0));
    });
    const jobs = open(embed, undefined, 3_000);
    await jobs.start(job());
    await model.promise;
    const processes = parseProcesses();
    await jobs.cancel('acme');
    const ended = Promise.withResolvers<number[]>();
    jobs.onChange(() => {
      void jobs
        .observe('acme')
        .then((state) => state?.state !== 'running' && ended.resolve(parseProcesses()));
    });

    await jobs.start({ ...job(), id: 'second' });

    expect(await ended.promise).toEqual(processes);
    expect(processes).toHaveLength(1);
    expect(await jobs.observe('acme')).toMatchObject({ state: 'succeeded', id: 'second' });
    await vi.waitFor(() => expect(parseProcesses()).toEqual([]), 30_000);
    await jobs.close();
  });

  test.each([
    ['succeeded', '/'],
    ['failed', '/missing'],
  ])('takes a run that starts as soon as another has %s', async (outcome, path) => {
    const jobs = open(async (texts) => texts.map(() => Float32Array.of(1, 0)));
    onTestFinished(() => jobs.close());
    const ended = Promise.withResolvers<void>();
    const states: unknown[] = [];
    let processes: number[] = [];
    const look = async (): Promise<void> => {
      const state = await jobs.observe('acme');
      if (!state || state.state === 'running' || states.includes(`${state.id} ${state.state}`)) {
        return;
      }
      states.push(`${state.id} ${state.state}`);
      if (state.id === 'third') ended.resolve();
      else await next(state.id);
    };
    const next = async (id: string): Promise<void> => {
      if (id === 'first') processes = parseProcesses();
      const source = { website: { url: `${web.origin}${id === 'first' ? path : '/'}` } };
      const spec = { id: '/acme/pencils', source };
      await jobs.start({ ...job(), id: id === 'first' ? 'second' : 'third', spec });
    };
    jobs.onChange(() => void look());

    await jobs.start({ ...job(), id: 'first' });
    await ended.promise;

    expect(states).toEqual(['first succeeded', `second ${outcome}`, 'third succeeded']);
    expect(processes).toHaveLength(1);
    expect(parseProcesses()).toEqual(processes);
  });

  test('does not see leftovers of a killed process', async () => {
    const left = join(dataDir, 'runs', 'run-killed');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'pack'), 'x');

    open(async () => []);

    expect(await foldersLeft()).toEqual([]);
  });
});
