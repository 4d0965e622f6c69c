/** Returns the number of spaces and tabs at the beginning of a line. */
export function indentOf(line: string): number {
  let indent = 0;
  while (line[indent] === ' ' || line[indent] === '\t') indent += 1;
  return indent;
}

/** Returns the number of columns of the spaces and tabs at the beginning of a line. A tab reaches to the next fourth column. */
export function columnsOf(line: string): number {
  return readIndent(line, Number.POSITIVE_INFINITY).columns;
}

/** Removes columns of indentation, at most the given number. */
export function withoutColumns(line: string, most: number): string {
  const { columns, length } = readIndent(line, most);
  return ' '.repeat(Math.max(0, columns - most)) + line.slice(length);
}

/** Reads the indentation up to a column. A tab can reach behind it. */
function readIndent(line: string, most: number): { columns: number; length: number } {
  let columns = 0;
  let length = 0;
  while (columns < most && (line[length] === ' ' || line[length] === '\t')) {
    columns += line[length] === ' ' ? 1 : 4 - (columns % 4);
    length += 1;
  }
  return { columns, length };
}

/** Removes the indentation that all lines share, at most `most` columns. Empty lines have none. */
export function dedent(lines: string[], most = Number.POSITIVE_INFINITY): string[] {
  let least = most;
  for (const line of lines) if (line !== '') least = Math.min(least, indentOf(line));
  return least === 0 || least === Number.POSITIVE_INFINITY
    ? lines
    : lines.map((line) => line.slice(least));
}
