import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { countedSeconds, type Count, type Counter, type CounterOptions } from './counter.ts';

/** Counts in the memory of this process. */
export function memoryCounter({ limit, kind }: CounterOptions): Counter {
  const limiter = new RateLimiterMemory({
    keyPrefix: kind,
    points: limit,
    duration: countedSeconds,
  });
  return {
    async add(name) {
      try {
        return { allowed: true, ...countOf(await limiter.consume(name)) };
      } catch (error) {
        // The library rejects with the count if the limit is exceeded; that is not an error.
        if (error instanceof RateLimiterRes) return { allowed: false, ...countOf(error) };
        throw error;
      }
    },
  };
}

function countOf({ remainingPoints, msBeforeNext }: RateLimiterRes): Omit<Count, 'allowed'> {
  return { remaining: remainingPoints, resetsInMs: Math.max(0, msBeforeNext) };
}
