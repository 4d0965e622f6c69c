/** Exponential delay of a key that failed `failures` times, with jitter so that many keys do not return together. */
export function backoffMs(
  failures: number,
  { baseMs = 1_000, maxMs = 300_000, random = Math.random } = {},
): number {
  const delay = Math.min(maxMs, baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(delay * (0.9 + 0.2 * random()));
}

/**
 * Keys to work on: each at most once in the queue and at most once in work at a time, however often it is added. A key
 * added while it is worked on returns when that work is done. Urgent keys come before the rest (see operators that
 * starve fresh edits behind a start-up list).
 */
export class WorkQueue {
  private readonly urgent = new Set<string>();
  private readonly normal = new Set<string>();
  private readonly active = new Set<string>();
  private readonly again = new Map<string, boolean>();
  private readonly failures = new Map<string, number>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly waiting: ((key: string | undefined) => void)[] = [];
  private closed = false;

  add(key: string, urgent = false): void {
    if (this.closed) return;
    if (this.active.has(key)) {
      this.again.set(key, urgent || this.again.get(key) === true);
      return;
    }
    const next = this.waiting.shift();
    if (next) {
      this.active.add(key);
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

  /** Adds the key later; an earlier timer for the same key stands. */
  addAfter(key: string, delayMs: number): void {
    if (this.closed) return;
    if (delayMs <= 0) {
      this.add(key);
      return;
    }
    clearTimeout(this.timers.get(key));
    const timer = setTimeout(() => {
      this.timers.delete(key);
      this.add(key);
    }, delayMs);
    timer.unref();
    this.timers.set(key, timer);
  }

  /** Adds the key after its own backoff, which grows until `forget`. */
  addRateLimited(key: string): void {
    const failures = (this.failures.get(key) ?? 0) + 1;
    this.failures.set(key, failures);
    this.addAfter(key, backoffMs(failures));
  }

  forget(key: string): void {
    this.failures.delete(key);
  }

  /** The next key, or undefined once the queue is closed. Call `done` when its work has ended. */
  async get(): Promise<string | undefined> {
    if (this.closed) return undefined;
    const key = first(this.urgent) ?? first(this.normal);
    if (key === undefined) return new Promise((resolve) => this.waiting.push(resolve));
    this.active.add(key);
    return key;
  }

  done(key: string): void {
    this.active.delete(key);
    const urgent = this.again.get(key);
    if (urgent === undefined) return;
    this.again.delete(key);
    this.add(key, urgent);
  }

  close(): void {
    this.closed = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    for (const resolve of this.waiting.splice(0)) resolve(undefined);
  }
}

function first(keys: Set<string>): string | undefined {
  const { value } = keys.values().next();
  if (value !== undefined) keys.delete(value);
  return value;
}
