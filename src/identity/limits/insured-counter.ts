import type { Counter } from './counter.ts';
import { inTime } from './in-time.ts';

export interface InsuranceOptions {
  /** Counts while the other does not answer. */
  insurance: Counter;
  /** Told when the insurance takes over. */
  onError: (error: unknown) => void;
  /** Milliseconds that a request waits at most. */
  timeoutMs?: number;
  /** Milliseconds until the counter is asked again after a failure. */
  pauseMs?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * Counts by the first counter as long as it answers in time. After a failure the insurance counts for a while, so that a
 * store that has fallen silent holds up a few requests and not every one.
 */
export function insuredCounter(
  counter: Counter,
  { insurance, onError, timeoutMs = 500, pauseMs = 5_000, now = Date.now }: InsuranceOptions,
): Counter {
  let awayUntil = -Infinity;
  return {
    async add(name) {
      if (now() < awayUntil) return insurance.add(name);
      try {
        return await inTime(counter.add(name), timeoutMs);
      } catch (error) {
        if (now() >= awayUntil) onError(error);
        awayUntil = now() + pauseMs;
        return insurance.add(name);
      }
    },
  };
}
