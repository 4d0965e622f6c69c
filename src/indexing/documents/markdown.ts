import { cleanLines } from './clean.ts';
import type { ParsedDocument, SourceDocument } from './document.ts';
import { takeFrontMatter } from './front-matter.ts';
import { BlockWalker } from './markdown-blocks.ts';
import type { TagRule } from './markdown-html.ts';
import { lexBlocks } from './markdown-lexer.ts';
import { reduceInline } from './markdown-inline.ts';
import { prepareMarkdown } from './markdown-prepare.ts';
import { pageTitle } from './page-title.ts';
import { SectionBuilder } from './section-builder.ts';

/**
 * Markdown in the dialects documentation is written in (GitHub, VitePress, Docusaurus, MkDocs, Hugo, GitBook). Reads
 * anything; hostile nesting, lines and documents too long to be prose are cut (clean.ts, markdown-prepare.ts).
 */
export function parseMarkdown(document: SourceDocument): ParsedDocument {
  return parseMarkdownLines({ document, lines: cleanLines(document.content), tags: 'known' });
}

interface MarkdownLines {
  document: SourceDocument;
  lines: string[];
  tags: TagRule;
  /** What the dialect does to its lines before they are Markdown. */
  translate?: (lines: string[]) => string[];
}

/** Parses lines that are clean already; what Markdown and MDX share. */
export function parseMarkdownLines(options: MarkdownLines): ParsedDocument {
  const { matter, body } = takeFrontMatter(options.lines);
  const lines = options.translate ? options.translate(body) : body;
  const { tokens, links } = lexBlocks(prepareMarkdown(lines));
  const inline = { links, tags: options.tags };
  const builder = new SectionBuilder();
  if (matter.description) builder.text(reduceInline(matter.description, inline));
  const walker = new BlockWalker(builder, inline);
  walker.walk(tokens);
  walker.finish();
  const sections = builder.finish();
  return {
    title: pageTitle({ document: options.document, sections, own: matter.title }),
    sections,
  };
}
