/** Returns how many items at the start of a sorted list pass a test, which all later items fail. */
export function countWhile<Item>(sorted: readonly Item[], passes: (item: Item) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
