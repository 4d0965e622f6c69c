import type { CodeBlock, ParsedDocument, Section } from '../../src/indexing/documents/document.ts';

/** The section whose own heading this is; fails with the headings there are. */
export function section({ sections }: ParsedDocument, heading: string): Section {
  const found = sections.find(({ headings }) => headings.at(-1) === heading);
  if (found) return found;
  const there = sections.map(({ headings }) => headings.at(-1)).join(' | ');
  throw new Error(`no section ${heading} among ${there}`);
}

/** The own headings of all sections. */
export function names({ sections }: ParsedDocument): string[] {
  return sections.map(({ headings }) => headings.at(-1)!);
}

/** The prose of a section; a block of code leaves an empty line. */
export function text({ blocks }: Section): string {
  return blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('\n');
}

export function codes({ blocks }: Section): CodeBlock[] {
  return blocks.filter((block) => block.kind === 'code');
}

/** Characters of a section's prose and code. */
export function sizeOf({ blocks }: Section): number {
  return blocks.reduce(
    (sum, block) => sum + (block.kind === 'text' ? block.text : block.code).length,
    0,
  );
}

/** All blocks of a document, code in «» with its language and label unless `show` says otherwise. */
export function flat(
  { sections }: ParsedDocument,
  show = ({ language, label = '', code }: CodeBlock): string => `«${language}|${label}|${code}»`,
): string {
  return sections
    .flatMap(({ blocks }) => blocks)
    .map((block) => (block.kind === 'text' ? block.text : show(block)))
    .join('\n\n');
}
