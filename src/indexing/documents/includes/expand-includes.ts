import type { DocumentFormat, SourceDocument } from '../document.ts';
import { referencedFiles } from '../openapi/description-files.ts';
import { sniffOpenapi } from '../openapi/sniff-openapi.ts';
import { writtenFormat } from '../text-format.ts';
import { expandCpp } from './cpp-includes.ts';
import { usesAttributes } from './asciidoc/antora.ts';
import { expandAsciidoc } from './asciidoc/asciidoc-includes.ts';
import { isDemoText } from './markdown/example-components.ts';
import { IncludePlace, type ReadIncluded } from './expansion.ts';
import { needsGuideTitle } from './asciidoc/guide-title.ts';
import { expandHtml } from './html-includes.ts';
import { hasIncludes } from './include-signs.ts';
import { formatOfComments, type IncludableFormat } from './included-format.ts';
import { expandDocbook } from './docbook-includes.ts';
import { expandMarkdown } from './markdown/markdown-includes.ts';
import { isQuickbook } from './quickbook-samples.ts';
import { expandRst } from './rst/rst-includes.ts';
import { expandRust } from './rust-includes.ts';
import { anyFolder, endsWithPath } from './include-path.ts';
import { isQuartoProject, quartodocPage } from './quartodoc.ts';

const formats: ReadonlyMap<DocumentFormat, IncludableFormat> = new Map([
  ['markdown', 'markdown'],
  ['mdx', 'markdown'],
  ['quarto', 'markdown'],
  ['rst', 'rst'],
  ['asciidoc', 'asciidoc'],
  ['docbook', 'docbook'],
  ['html', 'html'],
]);

type Written = Pick<SourceDocument, 'path' | 'format' | 'content'>;

/** Returns whether a document can contain includes. Looks at each character once. */
export function mayInclude(document: Written): boolean {
  const { path, format, content } = document;
  if (format === 'openapi') {
    return sniffOpenapi(path, content) && referencedFiles({ path, content }).length > 0;
  }
  return includable(document) !== undefined;
}

/** Returns the format of a document that can contain includes of this format; undefined for any other document. */
function includable({ path, format, content }: Written): IncludableFormat | undefined {
  const known =
    format === 'code' ? formatOfComments(path) : formats.get(writtenFormat({ format, content }));
  if (known === undefined || hasIncludes(known, content)) return known;
  if (isDemoText(path) || isQuickbook(path)) return known;
  const usesSite =
    known === 'asciidoc' &&
    (usesAttributes({ path, content }) || needsGuideTitle({ path, content }));
  return usesSite ? known : undefined;
}

/**
 * Replaces the includes of a document by the files that `read` returns. Leaves an include unchanged
 * if its file is missing, if the file includes itself, or beyond the limits.
 */
export function expandIncludes(document: Written, read: ReadIncluded): string {
  const { path, content } = document;
  const known = includable(document);
  if (known === undefined) return content;
  const expanders = {
    markdown: expandMarkdown,
    rst: expandRst,
    asciidoc: expandAsciidoc,
    docbook: expandDocbook,
    html: expandHtml,
    cpp: expandCpp,
    rust: expandRust,
  };
  const expansion = { read, expanders, files: new Map(), uses: 0, characters: 0 };
  const text = isQuartoProject(path) ? quartodocPage(content) : content;
  const place = new IncludePlace(expansion, path);
  return expanders[known](text.split(/\r\n|\n/), place).join('\n');
}

/**
 * Returns the paths of each include whose file `included` lacks. Each include has a list of
 * possible paths, the likeliest first. Included files can include further ones.
 */
export function neededIncludes(document: SourceDocument): string[][] {
  if (document.format === 'openapi') return neededParts(document);
  const missing = new Map<string, string[]>();
  const read = readerOf(document);
  expandIncludes(document, (candidates) => {
    const file = read(candidates);
    if (!file) missing.set(JSON.stringify(candidates), candidates);
    return file;
  });
  return [...missing.values()];
}

function neededParts({ path, content, included = {} }: SourceDocument): string[][] {
  const texts = Object.entries({ ...included, [path]: content });
  const wanted = new Set(
    texts.flatMap(([file, text]) => referencedFiles({ path: file, content: text })),
  );
  return [...wanted]
    .filter((file) => file !== path && !Object.hasOwn(included, file))
    .map((file) => [file]);
}

/** Returns a document with the text of the files that it includes. The parser of API descriptions reads their files itself. */
export function withIncludes(document: SourceDocument): SourceDocument {
  const { included, ...rest } = document;
  if (document.format === 'openapi') return document;
  if (included === undefined && !isQuartoProject(document.path)) return document;
  // The text of the files can move what shows the format far down.
  const format = writtenFormat(document);
  return { ...rest, format, content: expandIncludes(document, readerOf(document)) };
}

function readerOf({ included = {} }: SourceDocument): ReadIncluded {
  const files = new Map(Object.entries(included));
  return (candidates) => {
    for (const candidate of candidates) {
      const path = candidate.startsWith(anyFolder)
        ? [...files.keys()].find((one) => endsWithPath(one, candidate))
        : candidate;
      const text = path === undefined ? undefined : files.get(path);
      if (path !== undefined && text !== undefined) return { path, text };
    }
    return undefined;
  };
}
