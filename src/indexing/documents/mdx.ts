import { cleanLines } from './clean.ts';
import type { ParsedDocument, SourceDocument } from './document.ts';
import { parseMarkdownLines } from './markdown.ts';
import { mdxToMarkdown } from './mdx-lines.ts';

/** MDX: Markdown once its imports, exports, expressions and components have given way to the text they hold. */
export function parseMdx(document: SourceDocument): ParsedDocument {
  return parseMarkdownLines({
    document,
    lines: cleanLines(document.content),
    tags: 'all',
    translate: mdxToMarkdown,
  });
}
