/** Caches the result for `ttlMs`. Concurrent callers share one call; a rejection is cached like a result. */
export function cached<Result>(
  load: () => Promise<Result>,
  ttlMs: number,
  now: () => number = Date.now,
): () => Promise<Result> {
  let held: { at: number; result: Promise<Result> } | undefined;
  return () => {
    if (!held || now() - held.at >= ttlMs) held = { at: now(), result: load() };
    return held.result;
  };
}

/**
 * Returns the last loaded value at once; undefined before the first. Reloads in the background, at most once in `ttlMs`.
 * A failed load keeps the last value.
 */
export function cachedInBackground<Value>(
  load: () => Promise<Value>,
  ttlMs: number,
  now: () => number = Date.now,
): () => Value | undefined {
  let value: Value | undefined;
  let loadedAt = -Infinity;
  return () => {
    if (now() - loadedAt >= ttlMs) {
      loadedAt = now();
      load().then(
        (loaded) => (value = loaded),
        () => undefined,
      );
    }
    return value;
  };
}
