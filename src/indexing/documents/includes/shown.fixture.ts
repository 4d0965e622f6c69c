import type { DocumentFormat } from '../document.ts';
import { parseDocument } from '../parse.ts';
import { toSnippets } from '../snippets/snippets.ts';
import { withIncludes } from './expand-includes.ts';

/** What a document shows. */
interface Shown {
  /** All code blocks, as `language: code`. */
  code: string[];
  text: string;
}

/** Returns what the snippets of a document show if the repository has these files. */
export async function shown(
  path: string,
  content: string,
  files: Record<string, string>,
): Promise<Shown> {
  const document = { path, content, format: formatOf(path), hash: '', included: files };
  const snippets = toSnippets(await parseDocument(withIncludes(document)));
  return {
    code: snippets.flatMap(({ codeList }) => codeList.map((one) => `${one.language}: ${one.code}`)),
    text: snippets
      .flatMap((snippet) => [snippet.title, snippet.description, snippet.content])
      .join('\n'),
  };
}

/** Returns the format that the name of a file says. */
export function formatOf(path: string): DocumentFormat {
  if (path.endsWith('.rst')) return 'rst';
  if (path.endsWith('.txt')) return 'text';
  if (path.endsWith('.adoc')) return 'asciidoc';
  if (path.endsWith('.html')) return 'html';
  if (path.endsWith('.dita')) return 'docbook';
  return /\.(?:mdx|svelte|svx|razor)$/.test(path) ? 'mdx' : 'markdown';
}

/** A module of Python whose parts includes choose. */
export const python =
  'import os\n\n\n@cached\ndef one():\n    return 1\n\n\ndef two():\n    return 2\n';
