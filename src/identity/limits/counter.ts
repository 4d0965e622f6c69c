/** Where somebody stands after a request was counted. */
export interface Count {
  /** False when the limit was reached before. */
  allowed: boolean;
  /** Requests that are left. */
  remaining: number;
  /** Milliseconds until counting begins anew. */
  resetsInMs: number;
}

/** Counts the requests of a minute, which begins for each name with its first request. */
export interface Counter {
  /** Counts one more for this name. Rejects when its store does not answer. */
  add(name: string): Promise<Count>;
}

/** How much a counter lets through. */
export interface CounterOptions {
  /** Requests a minute. */
  limit: number;
  /** Whose: kept with each name, so that counters of different kinds share a store. */
  kind: 'key' | 'address';
}

/** Seconds that a count lasts. */
export const countedSeconds = 60;
