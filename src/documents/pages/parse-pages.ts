import { RunError } from '../../errors.ts';
import type { DocumentParser } from '../document.ts';
import { toDocument } from '../text-sections.ts';
import { blocksOf } from './blocks.ts';
import type { PageBlock } from './block.ts';

/** A page of Notion: the JSON of its blocks, each with those in it. Anchors are the ids of headings. */
export const parsePages: DocumentParser = (document) => {
  return toDocument(blocksOf(read(document.content)), document, document.title);
};

function read(content: string): PageBlock[] {
  try {
    const value: unknown = JSON.parse(content);
    if (Array.isArray(value)) return value as PageBlock[];
  } catch {
    // Said below.
  }
  throw new RunError('Malformed', 'the page is not a list of blocks');
}
