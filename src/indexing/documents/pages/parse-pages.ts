import { RunError } from '../../../base/errors.ts';
import type { DocumentParser } from '../document.ts';
import { toDocument } from '../text-sections.ts';
import { blocksOf } from './blocks.ts';
import type { PageBlock } from './block.ts';
import { parsedJson } from '../../../base/json.ts';

/**
 * Parses a page of Notion: JSON of its blocks with the blocks in them. Anchors are the ids of
 * headings.
 */
export const parsePages: DocumentParser = (document) => {
  return toDocument(blocksOf(shallow(read(document.content))), document, document.title);
};

/**
 * Maximum depth of blocks. Deeper ones become siblings, because the blocks around a block indent
 * it.
 */
const deepest = 24;

function shallow(blocks: PageBlock[], depth = 0): PageBlock[] {
  if (depth >= deepest) return withoutNesting(blocks);
  return blocks.map((block) =>
    Array.isArray(block.children)
      ? { ...block, children: shallow(block.children, depth + 1) }
      : block,
  );
}

function withoutNesting(blocks: PageBlock[]): PageBlock[] {
  const flat: PageBlock[] = [];
  const left = blocks.toReversed();
  for (let block = left.pop(); block; block = left.pop()) {
    const { children, ...own } = block;
    // A table keeps its rows.
    if (own.type === 'table' || !Array.isArray(children)) flat.push(block);
    else {
      flat.push(own);
      for (const child of children.toReversed()) left.push(child);
    }
  }
  return flat;
}

function read(content: string): PageBlock[] {
  const value = parsedJson(content);
  if (Array.isArray(value)) return value as PageBlock[];
  throw new RunError('Malformed', 'the page is not a list of blocks');
}
