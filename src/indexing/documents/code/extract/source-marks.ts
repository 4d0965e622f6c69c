/**
 * Returns the index behind a comment or a string that begins with a mark: `/*`, `//`, a quotation mark, or three of them. A string of one
 * mark ends with its line at the latest. A comment of a line does not contain the end of the line.
 */
export function endOfMark(source: string, start: number, mark: string): number {
  if (mark === '"' || mark === "'") {
    let end = start + 1;
    while (end < source.length && source[end] !== mark && source[end] !== '\n') {
      end += source[end] === '\\' ? 2 : 1;
    }
    return Math.min(end + 1, source.length);
  }
  const closing = mark === '//' ? '\n' : mark === '/*' ? '*/' : mark;
  const end = source.indexOf(closing, start + mark.length);
  if (end === -1) return source.length;
  return mark === '//' ? end : end + closing.length;
}

/** Returns a text with blanks in place of all characters but the ends of lines. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
