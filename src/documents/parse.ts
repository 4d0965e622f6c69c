import type { DocumentFormat, DocumentParser, ParsedDocument, SourceDocument } from './document.ts';

/** Raised whenever a parser or the making of snippets changes what it puts out, so that unchanged files are read again. */
export const parserVersion = '1';

// Each parser is loaded by the first document that needs it: AsciiDoc, HTML and grammars are heavy.
const parsers: Readonly<Record<DocumentFormat, () => Promise<DocumentParser>>> = {
  markdown: async () => (await import('./markdown.ts')).parseMarkdown,
  mdx: async () => (await import('./mdx.ts')).parseMdx,
  rst: async () => (await import('./rst.ts')).parseRst,
  asciidoc: async () => (await import('./asciidoc.ts')).parseAsciidoc,
  text: async () => (await import('./text.ts')).parseText,
  notebook: async () => (await import('./notebook.ts')).parseNotebook,
  html: async () => (await import('./html.ts')).parseHtml,
  openapi: async () => (await import('./openapi/parse-openapi.ts')).parseOpenapi,
  code: async () => (await import('./code/parse-code.ts')).parseCode,
};

/** Parses a document by its format; throws RunError('Malformed') where nothing can be made of it. */
export async function parseDocument(document: SourceDocument): Promise<ParsedDocument> {
  const parser = await parsers[document.format]();
  return parser(document);
}
