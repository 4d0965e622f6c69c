import type { Block } from '../document.ts';
import type { DocPart } from '../code/code-symbol.ts';
import { htmlToMarkdown } from '../code/doc/html-text.ts';
import { flattenParts, markdownParts } from '../code/doc/markdown-parts.ts';
import { tidyComment } from '../code/doc/comment-text.ts';
import { textOf } from './json-values.ts';
import { brief } from './words.ts';

/** Splits a description at its headings. Descriptions are CommonMark, often with HTML. */
export function descriptionParts(description: unknown): DocPart[] {
  return markdownParts(readable(textOf(description)), { fallback: '' });
}

/** Returns a description as blocks, with headings in bold. */
export function descriptionBlocks(description: unknown): Block[] {
  return flattenParts(descriptionParts(description));
}

/** Returns a description on one line of at most `max` characters. */
export function briefDescription(description: unknown, max: number): string {
  return brief(readable(textOf(description).slice(0, max * 8)), max);
}

/** Converts HTML outside of code blocks only: code blocks can contain markup on purpose. */
function readable(text: string): string {
  const tidy = tidyComment(text);
  return /<\/?(p|br|a|ul|li|b|i|strong|em|code|h[1-6]|table|div|span|nobr)\b[^<>]*>/i.test(tidy) &&
    !/```|~~~/.test(tidy)
    ? htmlToMarkdown(tidy)
    : tidy;
}
