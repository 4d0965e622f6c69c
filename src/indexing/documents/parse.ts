import type { DocumentFormat, DocumentParser, ParsedDocument, SourceDocument } from './document.ts';
import { FenceTracker } from './fences.ts';
import { withManualName } from './manual-name.ts';
import { hasTextBlocks, isGalleryPath } from './rst/gallery-program.ts';
import { prologueLength, writtenFormat } from './text-format.ts';

/**
 * Version of the parsers and of the snippets made from their output. Raise it after every change
 * of either. Lectern then reads unchanged files again.
 */
export const parserVersion = '40';

// Loads a parser when a document first needs it, because AsciiDoc, HTML and the grammars are
// large.
const parsers: Readonly<Record<DocumentFormat, () => Promise<DocumentParser>>> = {
  markdown: async () => (await import('./markdown/markdown.ts')).parseMarkdown,
  mdx: async () => (await import('./markdown/mdx/mdx.ts')).parseMdx,
  quarto: async () => (await import('./markdown/quarto.ts')).parseQuarto,
  rst: async () => (await import('./rst/rst.ts')).parseRst,
  gallery: async () => (await import('./rst/gallery.ts')).parseGallery,
  asciidoc: async () => (await import('./asciidoc/asciidoc.ts')).parseAsciidoc,
  docbook: async () => (await import('./docbook/parse-docbook.ts')).parseDocbook,
  text: async () => (await import('./text.ts')).parseText,
  notebook: async () => (await import('./notebook.ts')).parseNotebook,
  'python-metadata': async () => (await import('./python-metadata.ts')).parsePythonMetadata,
  html: async () => (await import('./html/html.ts')).parseHtml,
  openapi: async () => (await import('./openapi/parse-openapi.ts')).parseOpenapi,
  crd: async () => (await import('./crd/parse-crd.ts')).parseCrd,
  configuration: async () =>
    (await import('./configuration/parse-configuration.ts')).parseConfiguration,
  graphql: async () => (await import('./graphql/parse-graphql.ts')).parseGraphql,
  ansible: async () => (await import('./ansible/parse-ansible.ts')).parseAnsible,
  pages: async () => (await import('./pages/parse-pages.ts')).parsePages,
  wiki: async () => (await import('./wiki/parse-wiki.ts')).parseWiki,
  code: async () => (await import('./code/parse-code.ts')).parseCode,
  'ruby-c': async () => (await import('./code/parse-comments.ts')).parseRubyC,
  'gtk-doc': async () => (await import('./code/parse-comments.ts')).parseGtkDoc,
};

/**
 * Parses a document by its format. Throws RunError('Malformed') if it contains nothing readable.
 */
export async function parseDocument(document: SourceDocument): Promise<ParsedDocument> {
  const format = formatIn(document);
  if (withoutText[format]?.some((pattern) => pattern.test(document.content)))
    return { title: '', sections: [] };
  const parser = await parsers[format]();
  return withManualName(await parser(document));
}

/** What a page has whose text tells nothing: it only leads the browser to another page, also with scripts, shows what a reader looks for, or is a template. */
const withoutText: Partial<Record<DocumentFormat, readonly RegExp[]>> = {
  html: [
    /(?<!<noscript[^<>]{0,100}>[^<>]{0,100})<meta\s(?=[^<>]{0,300}http-equiv=["']?refresh\b)[^<>]{0,300}\burl=/i,
    // The page with the results of a search in Sphinx.
    /<h1 id="search-documentation">/,
    // The beginning of a template in Jinja, of which a theme of Sphinx makes pages. A page of a site has front matter before its tags.
    /^\s{0,99}\{[%#]/,
  ],
  rst: [
    /^\.\. meta::[ \t]*\n(?:[ \t]*\n)?(?:[ \t]+:[^\n]{1,300}\n){0,9}[ \t]+:http-equiv=refresh:.*\burl=/im,
  ],
};

/** Returns the format of the text of a document. Some projects write another one than the name of the file says. */
function formatIn(document: SourceDocument): DocumentFormat {
  if (isMdx(document)) return 'mdx';
  const { format, path, content } = document;
  if (format === 'code') return isGalleryPath(path) && hasTextBlocks(content) ? 'gallery' : 'code';
  return writtenFormat(document);
}

/**
 * Returns whether a Markdown document is MDX. Many sites write MDX into .md files. An import of a module shows it at the beginning.
 * Below, these show it: an import of Markdown or of a part of Docusaurus, a tab of Docusaurus, and a fence around MDX. Code only
 * shows examples of them.
 */
function isMdx({ format, content }: SourceDocument): boolean {
  if (format !== 'markdown') return false;
  if (/^```mdx-code-block[ \t]*$/m.test(content)) return true;
  if (!/^(?:import |<TabItem\b)/m.test(content)) return false;
  const text = withoutScripts(content);
  const start = text.slice(0, prologueLength).split(/^ {0,3}(?:```|~~~)/m, 1)[0] ?? '';
  if (
    /^import (?:[\w{}*, ]+|\{[\w,\s]+\}) from (['"])[^'"\n]+\1(?:;?\s*$|;[ \t]*import )/m.test(
      start,
    )
  )
    return true;
  const fences = new FenceTracker();
  return text
    .split('\n')
    .some((line) => !fences.advance(line) && (isSiteImport(line) || line.startsWith('<TabItem ')));
}

/** Removes the lines of scripts. VitePress writes imports into them, as in `<script setup>`. */
function withoutScripts(content: string): string {
  if (!/^<script\b/m.test(content)) return content;
  const fences = new FenceTracker();
  let isOpen = false;
  const kept = content.split('\n').filter((line) => {
    if (!isOpen && fences.advance(line)) return true;
    const isScript = isOpen || /^<script\b/.test(line);
    isOpen = isScript && !line.includes('</script>');
    return !isScript;
  });
  return kept.join('\n');
}

function isSiteImport(line: string): boolean {
  if (!line.startsWith('import ') || line.length > longestImport) return false;
  return /^import \w+ from (['"])(?:@(?:theme|site|docusaurus)\/[^'"]+|[^'"]+\.mdx?)\1;?\s*$/.test(
    line,
  );
}

const longestImport = 1_000;
