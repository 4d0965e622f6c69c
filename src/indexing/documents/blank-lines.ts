/** Returns lines without the blank ones at both ends. */
export function withoutBlankEnds(lines: readonly string[]): string[] {
  const isFilled = (line: string): boolean => line.trim() !== '';
  return lines.slice(lines.findIndex(isFilled), lines.findLastIndex(isFilled) + 1);
}

/** Returns a text without blank lines at its beginning and without white space at its end. Keeps the indentation of its first line. */
export function trimBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}
