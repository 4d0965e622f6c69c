interface Started<Result> {
  result: Promise<Result>;
  size: number;
  isSettled: boolean;
}

interface AheadOptions<Item, Result> {
  map: (item: Item) => Promise<Result>;
  sizeOf: (item: Item) => number;
  /** Maximum number of results that wait, and maximum sum of their sizes. One item may be larger. */
  most: { items: number; size: number };
}

/**
 * Maps items and returns the results in the same order. Maps further items while the caller works on a result, so `map` should
 * leave the thread of the caller free. Throws an error of `map` in its turn. After an error, or if the caller stops early, it ends
 * when all calls of `map` have. Unlike `inOrder`, it takes items that come later.
 */
export async function* mapAhead<Item, Result>(
  items: AsyncIterable<Item>,
  { map, sizeOf, most }: AheadOptions<Item, Result>,
): AsyncGenerator<Result> {
  const started: Started<Result>[] = [];
  let size = 0;
  const next = (): Promise<Result> => {
    const { result, size: ended } = started.shift()!;
    size -= ended;
    return result;
  };
  const isFull = (): boolean =>
    started.length > most.items || (started.length > 1 && size > most.size);
  try {
    for await (const item of items) {
      const one: Started<Result> = { result: map(item), size: sizeOf(item), isSettled: false };
      const settle = (): void => void (one.isSettled = true);
      one.result.then(settle, settle);
      started.push(one);
      size += one.size;
      while (started[0]?.isSettled || isFull()) yield await next();
    }
    while (started.length > 0) yield await next();
  } finally {
    await Promise.allSettled(started.map(({ result }) => result));
  }
}
