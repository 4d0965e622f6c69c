import { RunError } from '../base/errors.ts';
import type { EmbedThread } from './embed-thread.ts';
import type { TextEmbedding } from './embedder.ts';

/** Texts in one message to a thread: enough to keep it busy, few enough to abort within a second. */
const textsAtOnce = 8;

interface EmbedPoolOptions {
  /** Maximum threads; each starts when there is work for it. */
  size: number;
  dimensions: number;
  /** Milliseconds without work after which threads end and free their memory; Infinity keeps them. */
  idleMs: number;
  start: () => EmbedThread;
}

interface Job {
  texts: string[];
  withTokens: boolean;
  embedded: TextEmbedding[];
  /** Index of the first text that no thread has received. */
  next: number;
  left: number;
  resolve: (embedded: TextEmbedding[]) => void;
  reject: (error: unknown) => void;
}

/** Shares threads among callers, a few texts at a time, so that a long list does not delay a short one. */
export class EmbedPool {
  private readonly options: EmbedPoolOptions;
  private readonly waiting: Job[] = [];
  private readonly jobs = new Set<Job>();
  private threads: EmbedThread[] = [];
  private idle: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(options: EmbedPoolOptions) {
    this.options = options;
  }

  /**
   * Returns vectors in the order of the texts; those of tokens only if `withTokens` is set. Throws RunError('ModelFailed') or
   * the signal's reason.
   */
  async embed(
    texts: string[],
    { withTokens = false, signal }: { withTokens?: boolean; signal?: AbortSignal | undefined } = {},
  ): Promise<TextEmbedding[]> {
    signal?.throwIfAborted();
    if (texts.length === 0) return [];
    if (this.closed) throw closedError();
    const { promise, resolve, reject } = Promise.withResolvers<TextEmbedding[]>();
    const left = texts.length;
    const job: Job = { texts, withTokens, embedded: [], next: 0, left, resolve, reject };
    const abort = (): void => this.fail(job, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.jobs.add(job);
    this.waiting.push(job);
    this.pump();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.jobs) this.fail(job, closedError());
    await this.closeThreads();
  }

  private pump(): void {
    clearTimeout(this.idle);
    while (this.waiting.length > 0) {
      const thread = this.freeThread();
      const job = thread && this.waiting.shift();
      if (!job) return;
      void this.step(job, thread);
    }
    if (this.jobs.size === 0 && Number.isFinite(this.options.idleMs)) {
      this.idle = setTimeout(() => void this.closeThreads(), this.options.idleMs).unref();
    }
  }

  private freeThread(): EmbedThread | undefined {
    this.threads = this.threads.filter((thread) => !thread.ended);
    const free = this.threads.find((thread) => !thread.busy);
    if (free || this.threads.length >= this.options.size) return free;
    const started = this.options.start();
    this.threads.push(started);
    return started;
  }

  private async step(job: Job, thread: EmbedThread): Promise<void> {
    const first = job.next;
    const texts = job.texts.slice(first, first + textsAtOnce);
    job.next += texts.length;
    if (job.next < job.texts.length) this.waiting.push(job);
    try {
      const { dimensions } = this.options;
      const { vectors: flat, tokens } = await thread.embed({ texts, withTokens: job.withTokens });
      for (let index = 0; index < texts.length; index += 1) {
        // Copied, because a view would keep all vectors of the batch in memory.
        const vector = flat.slice(index * dimensions, (index + 1) * dimensions);
        job.embedded[first + index] = tokens ? { vector, tokens: tokens[index]! } : { vector };
      }
      job.left -= texts.length;
      if (job.left === 0 && this.jobs.delete(job)) job.resolve(job.embedded);
    } catch (error) {
      this.fail(job, error);
    }
    this.pump();
  }

  private fail(job: Job, error: unknown): void {
    this.jobs.delete(job);
    const at = this.waiting.indexOf(job);
    if (at >= 0) this.waiting.splice(at, 1);
    job.reject(error);
  }

  private async closeThreads(): Promise<void> {
    clearTimeout(this.idle);
    const threads = this.threads;
    this.threads = [];
    await Promise.all(threads.map((thread) => thread.close()));
  }
}

function closedError(): RunError {
  return new RunError('ModelFailed', 'The embedder was closed');
}
