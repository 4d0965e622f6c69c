/** Returns the number of spaces and tabs at the beginning of a line. */
export function indentOf(line: string): number {
  let indent = 0;
  while (line[indent] === ' ' || line[indent] === '\t') indent += 1;
  return indent;
}

/** Removes the indentation that all lines share, at most `most` columns. Empty lines have none. */
export function dedent(lines: string[], most = Number.POSITIVE_INFINITY): string[] {
  let least = most;
  for (const line of lines) if (line !== '') least = Math.min(least, indentOf(line));
  return least === 0 || least === Number.POSITIVE_INFINITY
    ? lines
    : lines.map((line) => line.slice(least));
}
