import { countWhile } from '../../../../base/count-while.ts';

/** A comment or a string of a source. */
export interface Marked {
  /** What it begins with. */
  mark: string;
  start: number;
  /** Index behind it. */
  end: number;
}

/** Comments, strings and characters of C. */
export const marksOfC = /\/\*|\/\/|"|'(?=(?:\\[^\n]{1,8}|[^\\'\n])')/g;

/** Finds the index behind a comment or a string that begins with a mark. */
export type EndOfMark = (source: string, start: number, mark: string) => number;

/** Returns a source with blanks in place of the comments and strings that begin with one of the marks, and where these are. */
export function maskMarks(
  source: string,
  mark: RegExp,
  endOf: EndOfMark = endOfMark,
): { masked: string; found: Marked[] } {
  const pieces: string[] = [];
  const found: Marked[] = [];
  let at = 0;
  const marks = new RegExp(mark);
  for (let match = marks.exec(source); match; match = marks.exec(source)) {
    const { index: start } = match;
    const end = endOf(source, start, match[0]);
    found.push({ mark: match[0], start, end });
    pieces.push(source.slice(at, start), blank(source.slice(start, end)));
    at = end;
    marks.lastIndex = end;
  }
  return { masked: pieces.join('') + source.slice(at), found };
}

/**
 * Returns the index behind a comment or a string that begins with a mark: `/*`, `//`, a quotation mark, or three of them, and a string up to
 * the end of its line that begins with two backslashes. A string of one mark ends with its line at the latest. A comment of a line does not contain the end of the line. A mark can be a whole character, such as `'"'`.
 */
export function endOfMark(source: string, start: number, mark: string): number {
  if (mark === '"' || mark === "'") return endOfString(source, start, mark);
  if (mark.startsWith("'") && mark !== "'''") return start + mark.length;
  const isLine = mark === '//' || mark === '\\\\';
  const closing = isLine ? '\n' : mark === '/*' ? '*/' : mark;
  const end = source.indexOf(closing, start + mark.length);
  if (end === -1) return source.length;
  return isLine ? end : end + closing.length;
}

/** Returns the index behind a string that begins at `start`. Its mark ends it, or `limit`: '' for a string of several lines. A backslash quotes a character. */
export function endOfString(source: string, start: number, mark: string, limit = '\n'): number {
  let end = start + 1;
  while (end < source.length && source[end] !== mark && source[end] !== limit) {
    end += source[end] === '\\' ? 2 : 1;
  }
  return Math.min(end + 1, source.length);
}

/** Returns the index behind a comment that can hold others. `signs` matches what begins and what ends one. */
export function endOfNested(
  source: string,
  start: number,
  { signs, opening }: { signs: RegExp; opening: string },
): number {
  const pattern = new RegExp(signs);
  pattern.lastIndex = start;
  let depth = 0;
  for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
    depth += match[0] === opening ? 1 : -1;
    if (depth === 0) return pattern.lastIndex;
  }
  return source.length;
}

/** Returns the index of the first character that is no blank, from `at` on. */
export function behindBlanks(source: string, at: number): number {
  const blanks = /\s*/y;
  blanks.lastIndex = at;
  // Nothing matches behind the end of the source.
  return blanks.test(source) ? blanks.lastIndex : at;
}

/** Returns a text with blanks in place of all characters but the ends of lines. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Returns how many of the sorted numbers are at most `limit`. */
export function countUpTo(sorted: readonly number[], limit: number): number {
  return countWhile(sorted, (one) => one <= limit);
}

/** Returns a function that finds the 1-based line of an index. A line ends with a line feed, so that of Windows is one line. */
export function lineFinder(source: string): (index: number) => number {
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index);
  return (index) => countUpTo(ends, index - 1) + 1;
}
