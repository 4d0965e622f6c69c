import { withIncludes } from '../../src/indexing/documents/includes/expand-includes.ts';
import type { ReadIncluded } from '../../src/indexing/documents/includes/expansion.ts';
import { parseDocument } from '../../src/indexing/documents/parse.ts';
import { toSnippets } from '../../src/indexing/documents/snippets/snippets.ts';

/** Returns a reader of the files of a repository, by path. */
export function readerOf(files: Readonly<Record<string, string>>): ReadIncluded {
  return (candidates) => {
    const path = candidates.find((candidate) => candidate in files);
    return path === undefined ? undefined : { path, text: files[path]! };
  };
}

/** What a page of Markdown shows: the titles and anchors of its sections, and the text and code of its snippets. */
export interface ShownPage {
  titles: string[];
  anchors: string[];
  text: string;
  code: string[];
}

/** Returns what a page of Markdown shows with the files that it includes. */
export async function shownPage(
  path: string,
  lines: readonly string[],
  included: Record<string, string>,
): Promise<ShownPage> {
  const content = [...lines, ''].join('\n');
  const document = { path, content, format: 'markdown' as const, hash: '', included };
  const parsed = await parseDocument(withIncludes(document));
  const snippets = toSnippets(parsed);
  return {
    titles: parsed.sections.map(({ headings }) => headings.at(-1) ?? ''),
    anchors: parsed.sections.map(({ anchor }) => anchor ?? ''),
    text: snippets.map(({ content: text, description }) => `${description}\n${text}`).join('\n'),
    code: snippets.flatMap(({ codeList }) => codeList.map((one) => one.code)),
  };
}
