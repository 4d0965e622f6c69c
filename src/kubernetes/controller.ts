import { messageOf } from '../base/errors.ts';
import type { Measured } from './metrics.ts';
import type { WorkQueue } from './work-queue.ts';

/**
 * Reconciles one object. Takes a key, never an event. If it throws, the key is retried with backoff. The signal aborts when the
 * program ends or the time limit is reached. The function must then end soon, because its worker waits for it.
 */
export type Reconcile = (
  key: string,
  signal: AbortSignal,
) => Promise<{ requeueAfterMs: number } | undefined>;

interface ControllerOptions {
  queue: WorkQueue;
  reconcile: Reconcile;
  /** Maximum number of concurrent reconciliations. */
  workers: number;
  onError: (key: string, message: string) => void;
  measured?: Measured;
  /** Milliseconds for one reconciliation. Reconciliations are short; Jobs do long work. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 600_000;
/** Milliseconds between two comparisons of the clock with the timers. */
const comparedMs = 30_000;

/** Reconciles keys from the queue until the signal aborts. Resolves after the last active reconciliation. */
export async function runController(
  options: ControllerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { queue, workers, measured } = options;
  measured?.metrics.maxConcurrent.set({ controller: measured.name }, workers);
  const stopComparing = whenAhead(() => queue.addWaiting());
  const close = (): void => {
    stopComparing();
    queue.close();
  };
  if (signal.aborted) close();
  signal.addEventListener('abort', close, { once: true });
  const worker = async (): Promise<void> => {
    for (let key = await queue.get(); key !== undefined; key = await queue.get()) {
      await work(options, key, signal);
      queue.done(key);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

/**
 * Calls back when the clock has gone further than the timers. Timers stand still while a machine sleeps, so a key that waits
 * for a time of day would come late by the hours of sleep. Returns a function that ends this.
 */
function whenAhead(call: () => void): () => void {
  const lead = (): number => Date.now() - performance.now();
  let before = lead();
  const timer = setInterval(() => {
    const now = lead();
    if (now - before > comparedMs) call();
    before = now;
  }, comparedMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Reconciles one key, and reports the result to the queue. */
async function work(
  { queue, reconcile, onError, measured, timeoutMs = defaultTimeoutMs }: ControllerOptions,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const report = reporter(measured);
  const limit = limited(signal, timeoutMs, () => report.timedOut());
  try {
    const result = await reconcile(key, limit.signal);
    queue.forget(key);
    if (result) queue.addAfter(key, result.requeueAfterMs);
    report.ended(result ? 'requeue_after' : 'success');
  } catch (error) {
    report.failed(error);
    if (signal.aborted) return;
    onError(key, messageOf(error));
    queue.addRateLimited(key);
  } finally {
    limit.clear();
  }
}

/** Returns a signal that also aborts after a time limit, unless it is cleared. */
function limited(
  signal: AbortSignal,
  timeoutMs: number,
  onTimeout: () => void,
): { signal: AbortSignal; clear: () => void } {
  const limit = new AbortController();
  const timer = setTimeout(() => {
    onTimeout();
    limit.abort(new Error(`the reconciliation took longer than ${timeoutMs / 1_000} s`));
  }, timeoutMs);
  return {
    signal: AbortSignal.any([signal, limit.signal]),
    clear: () => clearTimeout(timer),
  };
}

interface Reporter {
  ended(result: string): void;
  failed(error: unknown): void;
  timedOut(): void;
}

/** Starts to measure one reconciliation. */
function reporter(measured: Measured | undefined): Reporter {
  if (!measured) return { ended: () => {}, failed: () => {}, timedOut: () => {} };
  const { name, metrics } = measured;
  const labels = { controller: name };
  const began = performance.now();
  metrics.activeWorkers.inc(labels);
  const ended = (result: string): void => {
    metrics.activeWorkers.dec(labels);
    metrics.reconcileSeconds.observe(labels, (performance.now() - began) / 1_000);
    metrics.reconciles.inc({ controller: name, result });
  };
  return {
    ended,
    failed: (error) => {
      ended('error');
      metrics.reconcileErrors.inc(labels);
      if (isMistake(error)) metrics.panics.inc(labels);
    },
    timedOut: () => metrics.timeouts.inc(labels),
  };
}

/** Returns whether an error is a bug, like a panic in Go. TypeErrors of `fetch` have a cause and do not count. */
function isMistake(error: unknown): boolean {
  const kinds = [TypeError, ReferenceError, RangeError];
  return kinds.some((kind) => error instanceof kind && error.cause === undefined);
}
