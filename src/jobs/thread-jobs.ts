import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Jobs, JobOutcome, JobState } from './jobs.ts';
import { type IndexingJob, runLimitMs, runTookTooLong } from '../indexing/job.ts';
import { newRun } from '../resources/run.ts';
import { RunError } from '../base/errors.ts';
import type { Embedder } from '../models/embedder.ts';
import type { SecretValues } from '../store/secrets.ts';
import { failureOf } from './run-failure.ts';
import type { RunMessage, RunWorkerData } from './run-worker.ts';
import { lendEmbedder } from './thread-embedder.ts';

export interface ThreadJobsOptions extends Pick<
  RunWorkerData,
  'dataDir' | 'limits' | 'allowedRanges'
> {
  embedder: Embedder;
  /** Returns the credentials of a run; undefined for none. An error that it throws is the run's failure. */
  credentialsOf?: (job: IndexingJob) => Promise<SecretValues | undefined>;
  /** Worker script of a run. Default: run-worker.ts. */
  script?: URL;
}

interface Held {
  state: JobState;
  /** Absent if the run failed before its thread started. */
  worker?: Worker;
  /** Resolves when the thread has ended and its scratch folder is removed. */
  ended: Promise<void>;
}

/** Milliseconds that a canceled run has to end, before its thread is terminated. */
const cancelGraceMs = 5_000;

/**
 * A run streams, and another process parses, so it needs about 100 MB. Without a limit, V8's young generation takes
 * 100 MB more and makes nothing faster.
 */
const resourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 };

const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';

// Sources run as .ts, the published package as .js.
const workerFile = new URL(`./run-worker${extname(import.meta.url)}`, import.meta.url);

/** Runs in worker threads of this process, so that the main thread can serve requests meanwhile. */
export class ThreadJobs implements Jobs {
  private readonly held = new Map<string, Held>();
  private readonly listeners: ((library: string) => void)[] = [];
  private readonly options: ThreadJobsOptions;
  private closed = false;
  /** Scratch folders of runs. They are in the data directory, so that the next start removes those of a killed process. */
  private readonly runsDir: string;

  constructor(options: ThreadJobsOptions) {
    this.options = options;
    this.runsDir = join(options.dataDir, 'runs');
    rmSync(this.runsDir, { recursive: true, force: true });
    mkdirSync(this.runsDir, { recursive: true });
  }

  async start(job: IndexingJob): Promise<void> {
    const { embedder, dataDir, limits, allowedRanges, credentialsOf } = this.options;
    const { script = workerFile } = this.options;
    const { id, dimensions, window } = embedder;
    const state: JobState = { id: job.id, state: 'running', run: newRun(job.id, new Date()) };
    let credentials: SecretValues | undefined;
    try {
      credentials = await credentialsOf?.(job);
    } catch (error) {
      const held: Held = { state, ended: Promise.resolve() };
      this.held.set(job.library, held);
      this.handle(job.library, held, { type: 'failure', failure: failureOf(error) });
      return;
    }
    if (this.closed) return;
    const workDir = mkdtempSync(join(this.runsDir, 'run-'));
    const data: RunWorkerData = {
      job,
      dataDir,
      workDir,
      limits,
      allowedRanges,
      embedder: { id, dimensions, window },
      ...(credentials && { credentials }),
    };
    const worker = new Worker(script, { workerData: data, resourceLimits });
    const abort = new AbortController();
    lendEmbedder(worker, embedder, abort.signal);
    const held: Held = {
      worker,
      state,
      ended: gone(worker, workDir),
    };
    this.held.set(job.library, held);
    worker.on('message', (message: RunMessage) => this.handle(job.library, held, message));
    worker.on('error', (error) => {
      this.handle(job.library, held, { type: 'failure', failure: failureOf(errorOf(error)) });
    });
    // The thread's own timer cannot fire while the thread is blocked.
    const { timeout } = job.spec;
    const deadline = setTimeout(
      () => {
        const failure = failureOf(runTookTooLong(timeout));
        this.handle(job.library, held, { type: 'failure', failure });
        void worker.terminate();
      },
      runLimitMs(timeout) + cancelGraceMs,
    );
    worker.once('exit', () => {
      clearTimeout(deadline);
      abort.abort();
      this.settle(job.library, held, {
        state: 'failed',
        failure: {
          reason: 'Internal',
          message: 'The run ended without a result',
          retry: 'backoff',
        },
        finishedAt: new Date().toISOString(),
      });
    });
  }

  async observe(library: string): Promise<JobState | undefined> {
    return this.held.get(library)?.state;
  }

  async cancel(library: string): Promise<void> {
    const held = this.held.get(library);
    if (!held) return;
    this.held.delete(library);
    held.worker?.postMessage({ type: 'cancel' });
    const timer = setTimeout(() => void held.worker?.terminate(), cancelGraceMs);
    await held.ended;
    clearTimeout(timer);
  }

  onChange(listener: (library: string) => void): void {
    this.listeners.push(listener);
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.held.keys()].map((library) => this.cancel(library)));
  }

  private handle(library: string, held: Held, message: RunMessage): void {
    const finishedAt = new Date().toISOString();
    if (message.type === 'progress') {
      held.state = { ...held.state, run: { ...held.state.run, ...message.progress } };
      this.tell(library);
    } else if (message.type === 'searchable') {
      // The progress that follows announces it.
      held.state = { ...held.state, found: message.result };
    } else if (message.type === 'result') {
      this.settle(library, held, { state: 'succeeded', result: message.result, finishedAt });
    } else if (message.type === 'failure') {
      this.settle(library, held, { state: 'failed', failure: message.failure, finishedAt });
    }
  }

  private settle(library: string, held: Held, outcome: JobOutcome): void {
    if (held.state.state !== 'running') return;
    const { id, run, found } = held.state;
    held.state = { ...outcome, id, run, ...(found && { found }) };
    this.tell(library);
  }

  private tell(library: string): void {
    for (const listener of this.listeners) listener(library);
  }
}

/** Returns the run's error for an error of its thread. */
function errorOf(error: unknown): unknown {
  const isMemory = error instanceof Error && Reflect.get(error, 'code') === outOfMemory;
  if (!isMemory) return error;
  const { maxOldGenerationSizeMb } = resourceLimits;
  return new RunError('OutOfMemory', `The run needed more than ${maxOldGenerationSizeMb} MB`);
}

/** Waits for the thread's end and removes its scratch folder, which a terminated thread leaves behind. */
async function gone(worker: Worker, workDir: string): Promise<void> {
  const exit = Promise.withResolvers<void>();
  worker.once('exit', () => exit.resolve());
  await exit.promise;
  // The next start of the program removes a folder that cannot be removed now.
  await rm(workDir, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}
