import type { Measured } from './metrics.ts';
import { QueueMetrics } from './queue-metrics.ts';

/** Returns the exponential delay after `failures` failures, with jitter so that many keys do not return together. */
export function backoffMs(
  failures: number,
  { baseMs = 1_000, maxMs = 300_000, random = Math.random } = {},
): number {
  const delay = Math.min(maxMs, baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(delay * (0.9 + 0.2 * random()));
}

/** Longer timers would fire at once (setTimeout). When this one ends early, the key waits again. */
const maxDelayMs = 2 ** 31 - 1;

/**
 * A queue of keys. Each key is in the queue at most once and in work at most once, however often it is added. A key that is added
 * during its work returns afterwards. Urgent keys come first, so that a long initial list does not delay fresh edits.
 */
export class WorkQueue {
  private readonly urgent = new Set<string>();
  private readonly normal = new Set<string>();
  private readonly active = new Set<string>();
  private readonly again = new Map<string, boolean>();
  private readonly failures = new Map<string, number>();
  private readonly timers = new Map<string, { timer: NodeJS.Timeout; at: number }>();
  private readonly waiting: ((key: string | undefined) => void)[] = [];
  private readonly metrics: QueueMetrics | undefined;
  private closed = false;

  constructor(measured?: Measured) {
    if (measured) this.metrics = new QueueMetrics(measured, () => this.depth);
  }

  /** Number of keys that wait for a worker. */
  get depth(): number {
    return this.urgent.size + this.normal.size;
  }

  add(key: string, urgent = false): void {
    if (this.closed) return;
    this.metrics?.added(key);
    if (this.active.has(key)) {
      this.again.set(key, urgent || this.again.get(key) === true);
      return;
    }
    const next = this.waiting.shift();
    if (next) {
      this.start(key);
      next(key);
      return;
    }
    if (urgent) {
      this.normal.delete(key);
      this.urgent.add(key);
    } else if (!this.urgent.has(key)) {
      this.normal.add(key);
    }
  }

  /** Adds the key later. If the same key is added several times, the earliest time counts. */
  addAfter(key: string, delayMs: number): void {
    if (this.closed) return;
    if (delayMs <= 0) {
      this.add(key);
      return;
    }
    const delay = Math.min(delayMs, maxDelayMs);
    const at = performance.now() + delay;
    const held = this.timers.get(key);
    if (held && held.at <= at) return;
    clearTimeout(held?.timer);
    const timer = setTimeout(() => {
      this.timers.delete(key);
      this.add(key);
    }, delay);
    timer.unref();
    this.timers.set(key, { timer, at });
  }

  /** Adds every key that waits for its time. */
  addWaiting(): void {
    for (const [key, { timer }] of this.timers) {
      clearTimeout(timer);
      this.add(key);
    }
    this.timers.clear();
  }

  /** Adds the key after its backoff, which grows until `forget`. */
  addRateLimited(key: string): void {
    const failures = (this.failures.get(key) ?? 0) + 1;
    this.failures.set(key, failures);
    this.metrics?.retried();
    this.addAfter(key, backoffMs(failures));
  }

  forget(key: string): void {
    this.failures.delete(key);
  }

  /** Returns the next key, or undefined if the queue is closed. Call `done` when its work has ended. */
  async get(): Promise<string | undefined> {
    if (this.closed) return undefined;
    const key = first(this.urgent) ?? first(this.normal);
    if (key === undefined) return new Promise((resolve) => this.waiting.push(resolve));
    this.start(key);
    return key;
  }

  done(key: string): void {
    this.active.delete(key);
    this.metrics?.done(key);
    const urgent = this.again.get(key);
    if (urgent === undefined) return;
    this.again.delete(key);
    this.add(key, urgent);
  }

  close(): void {
    this.closed = true;
    for (const { timer } of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    for (const resolve of this.waiting.splice(0)) resolve(undefined);
  }

  private start(key: string): void {
    this.active.add(key);
    this.metrics?.started(key);
  }
}

function first(keys: Set<string>): string | undefined {
  const { value } = keys.values().next();
  if (value !== undefined) keys.delete(value);
  return value;
}
