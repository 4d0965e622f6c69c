import { RunError } from '../../../base/errors.ts';
import type { DocumentParser } from '../document.ts';
import { toDocument } from '../text-sections.ts';
import { blocksOf } from './blocks.ts';
import type { PageBlock } from './block.ts';

/** A page of Notion: the JSON of its blocks, each with those in it. Anchors are the ids of headings. */
export const parsePages: DocumentParser = (document) => {
  return toDocument(blocksOf(shallow(read(document.content))), document, document.title);
};

/** Nobody nests as deep: what is deeper stands beside what it was in, since each level is indented by those around it. */
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
    // The rows of a table are its own.
    if (own.type === 'table' || !Array.isArray(children)) flat.push(block);
    else {
      flat.push(own);
      for (const child of children.toReversed()) left.push(child);
    }
  }
  return flat;
}

function read(content: string): PageBlock[] {
  try {
    const value: unknown = JSON.parse(content);
    if (Array.isArray(value)) return value as PageBlock[];
  } catch {
    // Said below.
  }
  throw new RunError('Malformed', 'the page is not a list of blocks');
}
