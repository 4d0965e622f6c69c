import { singleSpaced } from '../clean.ts';
import { sizeOf, totalSize } from '../block-size.ts';
import type { Block } from '../document.ts';
import { batchesOf } from '../code/batches.ts';
import { boundBlocks } from '../code/bound-blocks.ts';
import type { DocPart } from '../code/code-symbol.ts';
import { htmlToMarkdown } from '../code/doc/html-text.ts';
import { flattenParts, markdownParts } from '../code/doc/markdown-parts.ts';
import { splitText } from '../snippets/split-text.ts';
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

/** Maximum characters of a description. */
const longest = 20_000;
/** A description that is this many times longer than a piece may be stays whole. */
const slack = 1.6;

/** Returns a description in pieces of about `size` characters. */
export function descriptionPieces(description: unknown, size: number): Block[][] {
  const limit = { total: longest, text: longest, code: longest };
  const blocks = boundBlocks(descriptionBlocks(description), limit);
  if (totalSize(blocks) <= size * slack) return blocks.length > 0 ? [blocks] : [];
  const pieces = blocks.flatMap((block) =>
    block.kind === 'text'
      ? splitText(block.text, size).map((text): Block => ({ ...block, text }))
      : [block],
  );
  return batchesOf(pieces, size, sizeOf);
}

/** Returns the length of a description on one line. */
export function readableLength(description: string): number {
  return singleSpaced(readable(description)).length;
}

/** Returns a description on one line of at most `max` characters. */
export function briefDescription(description: unknown, max: number): string {
  const visible = textOf(description).replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  return brief(readable(visible.slice(0, max * 8)), max);
}

/** Converts HTML outside of code blocks only: code blocks can contain markup on purpose. */
function readable(text: string): string {
  const tidy = tidyComment(text);
  return /<\/?(p|br|a|ul|li|b|i|strong|em|code|h[1-6]|table|div|span|nobr)\b[^<>]*>/i.test(tidy) &&
    !/```|~~~/.test(tidy)
    ? htmlToMarkdown(tidy)
    : tidy;
}
