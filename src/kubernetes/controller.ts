import { messageOf } from '../base/errors.ts';
import type { Measured } from './metrics.ts';
import type { WorkQueue } from './work-queue.ts';

/**
 * Brings one object nearer to what it should be. Takes a key, never an event; throwing means backoff, throwing a
 * TerminalError means that only a change of the object brings its key back. The signal aborts when the program ends, and
 * when the reconciliation takes too long; it must then end soon, because its worker waits for it.
 */
export type Reconcile = (
  key: string,
  signal: AbortSignal,
) => Promise<{ requeueAfterMs: number } | undefined>;

/** A failure that trying again cannot mend. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}

export interface ControllerOptions {
  queue: WorkQueue;
  reconcile: Reconcile;
  /** Keys in work at the same time. */
  workers: number;
  onError: (key: string, message: string) => void;
  measured?: Measured;
  /** Time for one key. Reconciliations are short: long work is for Jobs. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 600_000;

/** Takes keys from the queue until the signal aborts; resolves when the last one in work has ended. */
export async function runController(
  options: ControllerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { queue, workers, measured } = options;
  measured?.metrics.maxConcurrent.set({ controller: measured.name }, workers);
  const close = (): void => queue.close();
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

/** One key; what it ends with is told to the queue. */
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
    if (error instanceof TerminalError) queue.forget(key);
    else queue.addRateLimited(key);
  } finally {
    limit.clear();
  }
}

/** A signal that also aborts after a time, until it is cleared. */
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

/** Measures one reconciliation, from this call to its end. */
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
      if (error instanceof TerminalError) metrics.terminalErrors.inc(labels);
      if (isMistake(error)) metrics.panics.inc(labels);
    },
    timedOut: () => metrics.timeouts.inc(labels),
  };
}

/** A mistake in the program: what a panic is in Go. `fetch` throws TypeErrors too, but those have a cause. */
function isMistake(error: unknown): boolean {
  const kinds = [TypeError, ReferenceError, RangeError];
  return kinds.some((kind) => error instanceof kind && error.cause === undefined);
}
