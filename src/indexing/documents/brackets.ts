/** Returns 1 for a bracket that opens, -1 for one that closes, and 0 for any other character. */
export function bracketStep(sign: string): number {
  if ('([{'.includes(sign)) return 1;
  return ')]}'.includes(sign) ? -1 : 0;
}

/** Returns how many more brackets open than close in a text. */
export function bracketDepth(text: string): number {
  let depth = 0;
  for (const [sign] of text.matchAll(/[()[\]{}]/g)) depth += bracketStep(sign);
  return depth;
}
