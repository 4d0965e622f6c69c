import type { Counter } from './counter.ts';
import { withTimeout } from '../../base/with-timeout.ts';

export interface FallbackOptions {
  /** Counts while the other does not answer. */
  fallback: Counter;
  /** Told when the fallback takes over. */
  onError: (error: unknown) => void;
  /** Milliseconds that a request waits at most. */
  timeoutMs?: number;
  /** Milliseconds until the counter is asked again after a failure. */
  pauseMs?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * Counts by the first counter as long as it answers in time. After a failure the fallback counts for a while, so that a
 * store that has fallen silent holds up a few requests and not every one.
 */
export function fallbackCounter(
  counter: Counter,
  { fallback, onError, timeoutMs = 500, pauseMs = 5_000, now = Date.now }: FallbackOptions,
): Counter {
  let awayUntil = -Infinity;
  return {
    async add(name) {
      if (now() < awayUntil) return fallback.add(name);
      try {
        return await withTimeout(counter.add(name), timeoutMs);
      } catch (error) {
        if (now() >= awayUntil) onError(error);
        awayUntil = now() + pauseMs;
        return fallback.add(name);
      }
    },
  };
}
