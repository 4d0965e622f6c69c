/** The result of a counted request. */
export interface Count {
  /** False if the limit is exceeded. */
  allowed: boolean;
  /** Remaining requests. */
  remaining: number;
  /** Milliseconds until the count resets. */
  resetsInMs: number;
}

/** Counts requests per minute. The minute of each name starts with its first request. */
export interface Counter {
  /** Counts a request of this name. Rejects if its store is unavailable. */
  add(name: string): Promise<Count>;
}

/** Limit and kind of a counter. */
export interface CounterOptions {
  /** Requests per minute. */
  limit: number;
  /** Prefix of names, so that counters of different kinds can share a store. */
  kind: 'key' | 'address';
}

/** Seconds until a count resets. */
export const countedSeconds = 60;
