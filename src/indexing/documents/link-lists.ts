const picture = /!\[(?:[^[\]\\]|\\.)*\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^[\]]*\])/g;
const anyLink =
  /\[(?:[^[\]\\]|\\.|\[[^[\]]*\])*\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s[^()]*)?\)|\[[^[\]]*\])|<?https?:\/\/[^\s<>]+>?/g;

/**
 * Returns whether a text is a list or line of links without other text: a table of contents, a
 * menu, "see also".
 */
export function isLinkList(text: string): boolean {
  if (!text.includes('](') && !text.includes('][') && !text.includes('://')) return false;
  let links = 0;
  const rest = text.replace(anyLink, () => {
    links += 1;
    return '';
  });
  if (/[\p{L}`]/u.test(rest)) return false;
  return links > 1 || /^\s*(?:[-*+]|\d+[.)])\s/.test(text);
}

/**
 * Returns whether a line contains only badges: pictures that are links, or several pictures,
 * without a word.
 */
export function isBadgeLine(text: string): boolean {
  if (!text.includes('![')) return false;
  const pictures = text.match(picture)?.length ?? 0;
  const rest = text.replace(picture, '').replace(anyLink, '');
  return pictures > 0 && !/[\p{L}\p{N}]/u.test(rest) && (pictures > 1 || /^\s*\[/.test(text));
}
