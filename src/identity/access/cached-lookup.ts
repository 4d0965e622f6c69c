export interface CachedLookupOptions<Value> {
  load: (key: string) => Promise<Value>;
  /** Milliseconds that an answer is believed. */
  believedMs: number;
  /** Answers that are remembered at most; the oldest go. */
  capacity?: number;
  /** Whether an answer is remembered; every one when absent. */
  keeps?: (value: Value) => boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Answers of a store, believed for a while. */
export interface Memory<Value> {
  /** Callers that come together share one question; a failure is not remembered. */
  get(key: string): Promise<Value>;
  /** Asks again for this key next, or for every one. */
  forget(key?: string): void;
}

/** Remembers what `load` answered, so that a request costs no question. */
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
    // Set anew, it is the last to go when room is made.
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
