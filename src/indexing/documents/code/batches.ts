/** Groups items in order, up to a total size each. An item that is larger is a group of its own. */
export function batchesOf<Item>(
  items: readonly Item[],
  most: number,
  sizeOf: (item: Item) => number,
): Item[][] {
  const batches: Item[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const own = sizeOf(item);
    size += own;
    if (size > most) {
      batches.push([]);
      size = own;
    }
    batches.at(-1)!.push(item);
  }
  return batches;
}
