import { expect } from 'vitest';
import type { CodeBlock, ParsedDocument, Section } from '../document.ts';
import { parseMarkdown } from './markdown.ts';

/** Parses Markdown. */
export function parse(content: string, path = 'docs/page.md'): ParsedDocument {
  return parseMarkdown({ path, format: 'markdown', content, hash: 'h' });
}

/** Returns the only section of a document. */
export function only(content: string): Section {
  const { sections } = parse(content);
  expect(sections).toHaveLength(1);
  return sections[0]!;
}

/** Returns the texts of a document in order. */
export function texts(content: string): string[] {
  return parse(content).sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])),
  );
}

/** Returns the code of a document in order. */
export function codes(content: string): Omit<CodeBlock, 'kind'>[] {
  return parse(content).sections.flatMap(({ blocks }) =>
    blocks.flatMap(({ kind, ...block }) => (kind === 'code' ? [block as CodeBlock] : [])),
  );
}
