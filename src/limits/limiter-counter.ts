import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { countedSeconds, type Counter, type CounterOptions } from './counter.ts';

/** A counter over a limiter of rate-limiter-flexible. */
export function limiterCounter(limiter: RateLimiterAbstract): Counter {
  return {
    async add(name) {
      try {
        return { allowed: true, ...countOf(await limiter.consume(name)) };
      } catch (error) {
        // The library rejects with where the caller stands, which is no error.
        if (error instanceof RateLimiterRes) return { allowed: false, ...countOf(error) };
        throw error;
      }
    },
  };
}

function countOf({ remainingPoints, msBeforeNext }: RateLimiterRes) {
  return { remaining: remainingPoints, resetsInMs: Math.max(0, msBeforeNext) };
}

/** Counts in the memory of this process. */
export function memoryCounter({ limit, kind }: CounterOptions): Counter {
  return limiterCounter(
    new RateLimiterMemory({ keyPrefix: kind, points: limit, duration: countedSeconds }),
  );
}
