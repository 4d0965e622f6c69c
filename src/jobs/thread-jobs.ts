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
  /** What the run's source is shown; undefined for nothing. What it throws is the run's failure. */
  credentialsOf?: (job: IndexingJob) => Promise<SecretValues | undefined>;
  /** What a run's thread executes, where it is not the program's own. */
  script?: URL;
}

interface Held {
  state: JobState;
  /** Absent where the run failed before it had a thread. */
  worker?: Worker;
  /** Resolves when the thread and its scratch folder are gone. */
  ended: Promise<void>;
}

/** A run that does not end this long after it was cancelled is ended with its thread. */
const cancelGraceMs = 5_000;

/**
 * A run streams, and another process parses: it needs about 100 MB. Left to grow, the space for short-lived objects takes
 * 100 MB more and makes nothing faster.
 */
const resourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 };

const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';

// Sources run as .ts, the published package as .js.
const workerFile = new URL(`./run-worker${extname(import.meta.url)}`, import.meta.url);

/** Jobs as worker threads of this process: the main thread goes on answering while they parse and write. */
export class ThreadJobs implements Jobs {
  private readonly held = new Map<string, Held>();
  private readonly listeners: ((library: string) => void)[] = [];
  private readonly options: ThreadJobsOptions;
  private closed = false;
  /** Scratch folders of runs: in the data directory, so that those of a killed process are found again. */
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
      this.take(job.library, held, { type: 'failure', failure: failureOf(error) });
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
    worker.on('message', (message: RunMessage) => this.take(job.library, held, message));
    worker.on('error', (error) => {
      this.take(job.library, held, { type: 'failure', failure: failureOf(endOf(error)) });
    });
    // The thread's own timer does not fire while the thread is blocked.
    const { timeout } = job.spec;
    const deadline = setTimeout(
      () => {
        const failure = failureOf(runTookTooLong(timeout));
        this.take(job.library, held, { type: 'failure', failure });
        void worker.terminate();
      },
      runLimitMs(timeout) + cancelGraceMs,
    );
    worker.once('exit', () => {
      clearTimeout(deadline);
      abort.abort();
      this.end(job.library, held, {
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

  private take(library: string, held: Held, message: RunMessage): void {
    const finishedAt = new Date().toISOString();
    if (message.type === 'progress') {
      held.state = { ...held.state, run: { ...held.state.run, ...message.progress } };
      this.tell(library);
    } else if (message.type === 'result') {
      this.end(library, held, { state: 'succeeded', result: message.result, finishedAt });
    } else if (message.type === 'failure') {
      this.end(library, held, { state: 'failed', failure: message.failure, finishedAt });
    }
  }

  private end(library: string, held: Held, outcome: JobOutcome): void {
    if (held.state.state !== 'running') return;
    held.state = { ...outcome, id: held.state.id, run: held.state.run };
    this.tell(library);
  }

  private tell(library: string): void {
    for (const listener of this.listeners) listener(library);
  }
}

function endOf(error: unknown): unknown {
  const isMemory = error instanceof Error && Reflect.get(error, 'code') === outOfMemory;
  if (!isMemory) return error;
  const { maxOldGenerationSizeMb } = resourceLimits;
  return new RunError('OutOfMemory', `The run needed more than ${maxOldGenerationSizeMb} MB`);
}

/** A thread that is ended by force cleans nothing up, so this side does. */
async function gone(worker: Worker, workDir: string): Promise<void> {
  const exit = Promise.withResolvers<void>();
  worker.once('exit', () => exit.resolve());
  await exit.promise;
  // What cannot be removed now is removed by the next start of the program.
  await rm(workDir, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}
