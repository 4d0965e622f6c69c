import { withoutBlankEnds } from './blank-lines.ts';

/** Returns the number of spaces and tabs at the beginning of a line. */
export function indentOf(line: string): number {
  let indent = 0;
  while (line[indent] === ' ' || line[indent] === '\t') indent += 1;
  return indent;
}

/** Removes at most `margin` spaces and tabs from the beginning of a line. */
export function withoutMargin(line: string, margin: number): string {
  return line.slice(Math.min(margin, indentOf(line)));
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

/** Returns the index behind the lines from `from` that are indented deeper than `indent`, and the blank lines between them. */
export function endOfDeeper(lines: readonly string[], from: number, indent: number): number {
  let end = from;
  for (let next = from; next < lines.length; next += 1) {
    if (lines[next]!.trim() === '') continue;
    if (indentOf(lines[next]!) <= indent) break;
    end = next + 1;
  }
  return end;
}

/** Returns lines with a margin. Empty lines have none. */
export function indented(lines: readonly string[], margin: string): string[] {
  return lines.map((line) => (line === '' ? '' : margin + line));
}

/** Removes the indentation of the last line, which closes a block, from all lines that have it. */
export function dedentToLast(lines: readonly string[]): string[] {
  const indent = /^\s*/.exec(lines.at(-1) ?? '')![0].length;
  return lines.map((line) => (line.slice(0, indent).trim() === '' ? line.slice(indent) : line));
}

/** Removes the indentation that all lines share, at most `most` columns. Blank lines do not count. */
export function dedent(lines: string[], most = Number.POSITIVE_INFINITY): string[] {
  let least = most;
  for (const line of lines) if (line.trim() !== '') least = Math.min(least, indentOf(line));
  return least === 0 || least === Number.POSITIVE_INFINITY
    ? lines
    : lines.map((line) => line.slice(least));
}

/** Returns a text without the indentation that its lines share. */
export function dedentText(text: string): string {
  return dedent(text.split('\n')).join('\n');
}

/**
 * Returns a block of lines without the indentation that they share, and without the blank lines around it. `counts` chooses the lines
 * whose indentation counts.
 */
export function dedentBlock(
  lines: readonly string[],
  counts: (line: string) => boolean = () => true,
): string[] {
  const block = withoutBlankEnds(lines);
  let least = Number.POSITIVE_INFINITY;
  for (const line of block) {
    if (line.trim() !== '' && counts(line)) least = Math.min(least, indentOf(line));
  }
  return block.map((line) => withoutMargin(line, least));
}
