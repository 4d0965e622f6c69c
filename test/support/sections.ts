import { totalSize } from '../../src/indexing/documents/block-size.ts';
import type { CodeBlock, ParsedDocument, Section } from '../../src/indexing/documents/document.ts';

/** Returns the section with this heading. Throws with the existing headings if it is missing. */
export function section({ sections }: ParsedDocument, heading: string): Section {
  const found = sections.find(({ headings }) => headings.at(-1) === heading);
  if (found) return found;
  const there = sections.map(({ headings }) => headings.at(-1)).join(' | ');
  throw new Error(`no section ${heading} among ${there}`);
}

/** Returns the last heading of each section. */
export function names({ sections }: ParsedDocument): string[] {
  return sections.map(({ headings }) => headings.at(-1)!);
}

/** Returns the prose of a section. A code block becomes an empty line. */
export function text({ blocks }: Section): string {
  return blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('\n');
}

/** Returns the code blocks of a section. */
export function codes({ blocks }: Section): CodeBlock[] {
  return blocks.filter((block) => block.kind === 'code');
}

/** Returns the number of characters in the prose and code of a section. */
export function sizeOf({ blocks }: Section): number {
  return totalSize(blocks);
}

/** Returns all blocks of a document as one text. Shows code in «» behind its language and its label, if it has one. */
export function flat({ sections }: ParsedDocument): string {
  return sections
    .flatMap(({ blocks }) => blocks)
    .map((block) => (block.kind === 'text' ? block.text : shownCode(block)))
    .join('\n\n');
}

function shownCode({ language, label, code }: CodeBlock): string {
  return `«${[language, label, code].filter((part) => part !== undefined).join('|')}»`;
}
