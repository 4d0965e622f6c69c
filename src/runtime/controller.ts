import { messageOf } from '../errors.ts';
import type { WorkQueue } from './work-queue.ts';

/** Brings one object nearer to what it should be. Takes a key, never an event; throwing means backoff. */
export type Reconcile = (
  key: string,
  signal: AbortSignal,
) => Promise<{ requeueAfterMs: number } | undefined>;

export interface ControllerOptions {
  queue: WorkQueue;
  reconcile: Reconcile;
  /** Keys in work at the same time. */
  workers: number;
  onError: (key: string, message: string) => void;
}

/** Takes keys from the queue until the signal aborts; resolves when the last one in work has ended. */
export async function runController(
  { queue, reconcile, workers, onError }: ControllerOptions,
  signal: AbortSignal,
): Promise<void> {
  signal.addEventListener('abort', () => queue.close(), { once: true });
  const worker = async (): Promise<void> => {
    for (let key = await queue.get(); key !== undefined; key = await queue.get()) {
      try {
        const result = await reconcile(key, signal);
        queue.forget(key);
        if (result) queue.addAfter(key, result.requeueAfterMs);
      } catch (error) {
        if (signal.aborted) return;
        onError(key, messageOf(error));
        queue.addRateLimited(key);
      } finally {
        queue.done(key);
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
}
