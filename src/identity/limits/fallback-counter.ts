import type { Counter } from './counter.ts';
import { withTimeout } from '../../base/with-timeout.ts';

interface FallbackOptions {
  /** Counts while the main counter fails. */
  fallback: Counter;
  /** Receives the error when the fallback takes over. */
  onError: (error: unknown) => void;
  /** Maximum milliseconds that a request waits. */
  timeoutMs: number;
}

/** Milliseconds after a failure until the main counter is used again. */
const pauseMs = 5_000;

/**
 * Counts with the main counter while it answers in time. After a failure the fallback counts for a while, so that a silent
 * store delays only a few requests.
 */
export function fallbackCounter(
  counter: Counter,
  { fallback, onError, timeoutMs }: FallbackOptions,
): Counter {
  let awayUntil = -Infinity;
  return {
    async add(name) {
      if (performance.now() < awayUntil) return fallback.add(name);
      try {
        return await withTimeout(counter.add(name), timeoutMs);
      } catch (error) {
        if (performance.now() >= awayUntil) onError(error);
        awayUntil = performance.now() + pauseMs;
        return fallback.add(name);
      }
    },
  };
}
