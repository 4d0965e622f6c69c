import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { Jobs, JobOutcome, JobState } from './jobs.ts';
import { type IndexingJob, runLimitMs, runTookTooLong } from '../indexing/job.ts';
import { newRun } from '../resources/run.ts';
import type { Embedder } from '../models/embedder.ts';
import type { SecretValues } from '../store/secrets.ts';
import { failureOf } from './run-failure.ts';
import { RunThread } from './run-thread.ts';
import type { RunMessage, RunOrder } from './run-worker.ts';
import { lendEmbedder } from './thread-embedder.ts';

interface ThreadJobsOptions extends Pick<
  RunOrder,
  'dataDir' | 'limits' | 'allowedRanges' | 'previousModel'
> {
  embedder: Embedder;
  /** Returns the credentials of a run; undefined for none. An error that it throws is the run's failure. */
  credentialsOf?: (job: IndexingJob) => Promise<SecretValues | undefined>;
  /** Worker script of runs. Default: run-worker.ts. */
  script?: URL;
  /** Milliseconds after which a thread without a run ends. */
  idleMs?: number;
}

interface Held {
  state: JobState;
  /** The thread of the run, and the port for its messages. Absent before the run has a thread, and after it. */
  at?: { thread: RunThread; port: MessagePort };
  /** Resolves when the run has ended and its scratch folder is removed. */
  ended: Promise<void>;
}

/** Milliseconds that a canceled run has to end, before its thread is terminated. */
const cancelGraceMs = 5_000;

/** Milliseconds after which a thread without a run ends and frees its memory. */
const usualIdleMs = 30_000;

/**
 * Runs in worker threads of this process, so that the main thread can serve requests meanwhile. A thread carries out one run
 * after the other: starting a thread and its parse process takes longer than reading a small library.
 */
export class ThreadJobs implements Jobs {
  private readonly held = new Map<string, Held>();
  /** The ends of all runs. `held` forgets a run when the next one of its library starts. */
  private readonly ends = new Set<Promise<void>>();
  private readonly listeners: ((library: string) => void)[] = [];
  private readonly options: ThreadJobsOptions;
  /** Threads without a run. */
  private idle: RunThread[] = [];
  private timer: NodeJS.Timeout | undefined;
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
    const { embedder, previousModel, dataDir, limits, allowedRanges, credentialsOf } = this.options;
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
    const order: RunOrder = {
      job,
      dataDir,
      workDir,
      limits,
      allowedRanges,
      embedder: { id, dimensions, window, hasTokens: embedder.embedTokens !== undefined },
      ...(previousModel !== undefined && { previousModel }),
      ...(credentials && { credentials }),
    };
    const held: Held = { state, ended: Promise.resolve() };
    this.held.set(job.library, held);
    const ended = this.carryOut(order, held).finally(() => this.ends.delete(ended));
    this.ends.add(ended);
    held.ended = ended;
  }

  async observe(library: string): Promise<JobState | undefined> {
    return this.held.get(library)?.state;
  }

  recorded(library: string): void {
    const held = this.held.get(library);
    if (held) void this.forget(library, held);
  }

  async cancel(library: string): Promise<void> {
    const held = this.held.get(library);
    if (!held) return;
    this.held.delete(library);
    held.at?.port.postMessage({ type: 'cancel' });
    const timer = setTimeout(() => void held.at?.thread.terminate(), cancelGraceMs);
    await held.ended;
    clearTimeout(timer);
  }

  onChange(listener: (library: string) => void): void {
    this.listeners.push(listener);
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.held.keys()].map((library) => this.cancel(library)));
    await Promise.all([...this.ends, this.closeIdle()]);
  }

  private async carryOut(order: RunOrder, held: Held): Promise<void> {
    const { library, spec } = order.job;
    const thread = this.takeThread();
    const fail = (error: unknown): void =>
      this.handle(library, held, { type: 'failure', failure: failureOf(error) });
    const { port, over } = thread.run(order, fail);
    held.at = { thread, port };
    const abort = new AbortController();
    lendEmbedder(port, this.options.embedder, abort.signal);
    let outcome: RunMessage | undefined;
    port.on('message', (message: RunMessage) => {
      if (message.type === 'result' || message.type === 'failure') outcome ??= message;
      else this.handle(library, held, message);
    });
    // The thread's own timer cannot fire while the thread is blocked.
    const deadline = setTimeout(
      () => {
        fail(runTookTooLong(spec.timeout));
        void thread.terminate();
      },
      runLimitMs(spec.timeout) + cancelGraceMs,
    );
    await over;
    delete held.at;
    clearTimeout(deadline);
    abort.abort();
    // A run that waits starts as soon as this one has an outcome. It must find the thread, or it would start another one.
    const back = this.putBack(thread);
    if (outcome) this.handle(library, held, outcome);
    // Has no effect after an error of the thread.
    else fail(new Error('The run ended without a result'));
    await back;
    // The next start of the program removes a folder that cannot be removed now.
    await rm(order.workDir, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }

  /** Forgets a run after its end. Until then, `cancel` and `close` wait for it. */
  private async forget(library: string, held: Held): Promise<void> {
    await held.ended;
    if (this.held.get(library) === held) this.held.delete(library);
  }

  private takeThread(): RunThread {
    clearTimeout(this.timer);
    const idle = this.idle.filter((thread) => !thread.ended);
    const thread = idle.pop() ?? new RunThread(this.options.script);
    this.idle = idle;
    return thread;
  }

  /** Keeps a thread for the next run. */
  private async putBack(thread: RunThread): Promise<void> {
    if (thread.ended) return;
    if (this.closed) return thread.close();
    this.idle.push(thread);
    clearTimeout(this.timer);
    const { idleMs = usualIdleMs } = this.options;
    this.timer = setTimeout(() => void this.closeIdle(), idleMs).unref();
  }

  private async closeIdle(): Promise<void> {
    clearTimeout(this.timer);
    const idle = this.idle;
    this.idle = [];
    await Promise.all(idle.map((thread) => thread.close()));
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
