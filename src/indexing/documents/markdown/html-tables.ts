import { FenceTracker } from '../fences.ts';

/** A table of HTML at the margin. */
const tableStart = /^ {0,3}<table\b/i;
const tableEnd = /<\/table\s*>/i;
/** A line that only a block of its own can hold: code, a list, a quote or a heading. */
const ownBlock =
  /^[ \t]*(?:`{3}|~{3}|[-*+][ \t]|\d{1,9}[.)][ \t]|>|#{1,6}[ \t]|:::|\{[%{]|<pre\b)/i;
/** Maximum number of lines of a table that becomes one block. */
const mostLines = 2_000;

/**
 * Removes the blank lines in tables of HTML, so that each table is one block. Authors write them around the Markdown in a cell, as
 * API Documenter does. Leaves a table unchanged if a cell has more than plain text.
 */
export function joinTables(lines: string[]): string[] {
  if (!lines.some((line) => tableStart.test(line))) return lines;
  const fences = new FenceTracker();
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const isTable = !fences.advance(line) && tableStart.test(line);
    const end = isTable ? endOfPlainTable(lines, at) : at;
    out.push(
      ...(end === at ? [line] : lines.slice(at, end + 1).filter((one) => one.trim() !== '')),
    );
    at = end;
  }
  return out;
}

/** Returns the last line of a table with plain text; the first line if the table has no end, another table or other blocks. */
function endOfPlainTable(lines: readonly string[], start: number): number {
  const most = Math.min(lines.length, start + mostLines);
  for (let at = start; at < most; at += 1) {
    const line = lines[at]!;
    if (at > start && (tableStart.test(line) || ownBlock.test(line))) return start;
    if (tableEnd.test(line)) return at;
  }
  return start;
}
