import type { DocumentFormat, DocumentParser, ParsedDocument, SourceDocument } from './document.ts';

/** Raised whenever a parser or the making of snippets changes what it puts out, so that unchanged files are read again. */
export const parserVersion = '6';

// Each parser is loaded by the first document that needs it: AsciiDoc, HTML and grammars are heavy.
const parsers: Readonly<Record<DocumentFormat, () => Promise<DocumentParser>>> = {
  markdown: async () => (await import('./markdown/markdown.ts')).parseMarkdown,
  mdx: async () => (await import('./markdown/mdx.ts')).parseMdx,
  rst: async () => (await import('./rst/rst.ts')).parseRst,
  asciidoc: async () => (await import('./asciidoc.ts')).parseAsciidoc,
  text: async () => (await import('./text.ts')).parseText,
  notebook: async () => (await import('./notebook.ts')).parseNotebook,
  html: async () => (await import('./html/html.ts')).parseHtml,
  openapi: async () => (await import('./openapi/parse-openapi.ts')).parseOpenapi,
  pages: async () => (await import('./pages/parse-pages.ts')).parsePages,
  wiki: async () => (await import('./wiki/parse-wiki.ts')).parseWiki,
  code: async () => (await import('./code/parse-code.ts')).parseCode,
};

/** Parses a document by its format; throws RunError('Malformed') where nothing can be made of it. */
export async function parseDocument(document: SourceDocument): Promise<ParsedDocument> {
  const parser = await parsers[isMdx(document) ? 'mdx' : document.format]();
  return parser(document);
}

/** Many sites write MDX into .md files: what imports a module outside of code is no plain Markdown. */
function isMdx({ format, content }: SourceDocument): boolean {
  if (format !== 'markdown') return false;
  const start = content.slice(0, prologueLength).split(/^ {0,3}(?:```|~~~)/m, 1)[0] ?? '';
  return /^import [\w{}*, ]+ from (['"])[^'"\n]+\1;?\s*$/m.test(start);
}

/** Imports stand at the head of a file. */
const prologueLength = 5_000;
