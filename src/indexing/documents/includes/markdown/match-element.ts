interface ElementPattern {
  pattern: RegExp;
  /** Matches the last line of the element. */
  end: RegExp;
  /** Maximum number of lines of the element. */
  most: number;
}

/** Matches an element that begins on a line and can take several. Returns the match and the index of the last line. */
export function matchElement(
  lines: readonly string[],
  at: number,
  { pattern, end, most }: ElementPattern,
): { match: RegExpExecArray; last: number } | undefined {
  const near = lines.slice(at, at + most);
  const length = 1 + near.findIndex((line) => end.test(line));
  const match = pattern.exec(near.slice(0, length).join('\n'));
  return match ? { match, last: at + length - 1 } : undefined;
}
