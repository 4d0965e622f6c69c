/** Maximum length of code. Longer code is data, and its beginning shows its structure. */
const longestCode = 100_000;

/** Replaces spaces at which a page does not break a line. A shell or a compiler does not read them. */
export function withPlainSpaces(code: string): string {
  return code.replaceAll('\u00a0', ' ');
}

/** Returns the first lines of code that is too long, and other code as it is. */
export function cutCode(code: string): string {
  if (code.length <= longestCode) return code;
  const end = code.lastIndexOf('\n', longestCode);
  return code.slice(0, end > 0 ? end : longestCode);
}
