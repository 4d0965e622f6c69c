/** Returns the values by their words. Each row has the words that share a value, with spaces between them. */
export function byWord<Value>(
  rows: readonly (readonly [words: string, value: Value])[],
): ReadonlyMap<string, Value> {
  return new Map(
    rows.flatMap(([words, value]) => words.split(' ').map((word) => [word, value] as const)),
  );
}
