/**
 * Returns the words of a text in lower case. Leaves out what products change when they show a text: Markdown, punctuation,
 * line breaks, tags, entities, targets of links and numbers of lists. Pure.
 */
export function wordsOf(text: string): string[] {
  const shown = text
    .replaceAll(/\[([^[\]]*)\](?:\([^()\s]*(?:\s+"[^"]*")?\)|\[[^[\]]*\])/g, '$1')
    .replaceAll(/<\/?[a-z][^<>\n]*>/gi, ' ')
    .replaceAll(/&(?:[a-z]+|#\d+);/gi, ' ')
    .replaceAll(/^\s*\d+[.)]\s/gm, ' ');
  return shown.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
