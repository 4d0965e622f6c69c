/**
 * Returns the number of insertions, deletions, replacements and swaps of neighboring letters between two words; `limit + 1`
 * if there are more than `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = nextRow(a, b, row, [beforeLast, last]);
    if (Math.min(...current) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[b.length]!, limit + 1);
}

function nextRow(
  a: string,
  b: string,
  row: number,
  [beforeLast, last]: [number[], number[]],
): number[] {
  const current = [row];
  for (let column = 1; column <= b.length; column++) {
    const same = a[row - 1] === b[column - 1];
    let cost = Math.min(
      last[column]! + 1,
      current[column - 1]! + 1,
      last[column - 1]! + (same ? 0 : 1),
    );
    const swapped =
      row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
    if (swapped) cost = Math.min(cost, beforeLast[column - 2]! + 1);
    current.push(cost);
  }
  return current;
}
