/** Returns the indexes of the braces that close others, by the indexes of those. A backslash escapes a brace. */
export function braceEnds(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: brace, index } of text.matchAll(/\\[\\{}]|[{}]/g)) {
    const start = brace === '}' ? open.pop() : undefined;
    if (brace === '{') open.push(index);
    else if (start !== undefined) ends.set(start, index);
  }
  return ends;
}
