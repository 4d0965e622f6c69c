interface CachedLookupOptions<Value> {
  load: (key: string) => Promise<Value>;
  /** Milliseconds after which a result expires. */
  believedMs: number;
  /** Maximum cached results; the oldest are evicted. */
  capacity?: number;
  /** Returns true for results to cache. Default: all. */
  keeps?: (value: Value) => boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Cached results of a store. */
export interface Memory<Value> {
  /** Returns a cached result or loads it. Concurrent callers share one load. Failures are not cached. */
  get(key: string): Promise<Value>;
  /** Drops the result of this key, or all results. */
  forget(key?: string): void;
}

/** Caches the results of `load` for a short time. */
export function createCachedLookup<Value>({
  load,
  believedMs,
  capacity = Infinity,
  keeps = () => true,
  now = Date.now,
}: CachedLookupOptions<Value>): Memory<Value> {
  const beliefs = new Map<string, { until: number; answer: Promise<Value> }>();

  function ask(key: string): Promise<Value> {
    const answer = load(key);
    const belief = { until: now() + believedMs, answer };
    // Insertion order is eviction order.
    beliefs.delete(key);
    beliefs.set(key, belief);
    const [oldest] = beliefs.keys();
    if (beliefs.size > capacity && oldest !== undefined) beliefs.delete(oldest);
    const drop = (): void => {
      if (beliefs.get(key) === belief) beliefs.delete(key);
    };
    answer.then((value) => keeps(value) || drop(), drop);
    return answer;
  }

  return {
    get(key) {
      const held = beliefs.get(key);
      return held && now() < held.until ? held.answer : ask(key);
    },
    forget(key) {
      if (key === undefined) beliefs.clear();
      else beliefs.delete(key);
    },
  };
}
