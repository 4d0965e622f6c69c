import { setTimeout as delay } from 'node:timers/promises';

/** Time as the HTTP client sees it, so that tests wait for nothing. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after so many milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
  },
};
