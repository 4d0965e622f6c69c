import { createHash } from 'node:crypto';
import { withIncludes } from './documents/includes/expand-includes.ts';
import { parseDocument } from './documents/parse.ts';
import type { SourceDocument } from './documents/document.ts';
import { type ContentWarnings, safeSnippets } from './safety/safe-snippets.ts';
import type { Snippet } from '../store/snippet.ts';
import { toSnippets } from './documents/snippets/snippets.ts';
import type { CountTokens } from '../models/embedder.ts';
import { embeddingHash, embeddingTexts } from './embedding-texts.ts';
import type { SnippetToWrite } from '../store/snippet-index.ts';

/** A document, and the other inputs that determine its snippets. */
export interface DocumentToPrepare {
  document: SourceDocument;
  libraryId: string;
  /** Maximum tokens of the embedding model. */
  window: number;
  /** Decides which tokens in a document have expired. */
  now: Date;
}

interface PrepareOptions extends Omit<DocumentToPrepare, 'document'> {
  /** Counts the tokens of a snippet in an answer. */
  countTokens: CountTokens;
  /** Counts tokens as the embedding model does. */
  countModelTokens: CountTokens;
}

/** A parsed document that is ready to be written. */
export interface PreparedDocument {
  path: string;
  hash: string;
  validator?: string;
  /** See safety/safe-snippets.ts. */
  warnings: ContentWarnings;
  snippets: (SnippetToWrite & { texts: string[] })[];
}

/** Parses a document into snippets without credentials, ready to be written. Throws RunError('Malformed'). */
export async function prepareDocument(
  source: SourceDocument,
  options: PrepareOptions,
): Promise<PreparedDocument> {
  const { path, hash, validator } = source;
  const document = withIncludes(source);
  const { variant, snippets: ready } = document;
  const all = ready ?? toSnippets(await parseDocument(document), { variant });
  const safe = safeSnippets(all, document.content, options.now);
  const snippets = safe.snippets.map((snippet, at) => {
    const made = ready?.[at];
    const texts = embeddingTexts(snippet, options.countModelTokens, options.window);
    return {
      snippet: {
        ...snippet,
        id: snippetId(options.libraryId, path, snippet),
        path: made?.path ?? path,
        tokens: made?.tokens ?? options.countTokens(shownText(snippet)),
      },
      texts,
      embeddingHash: embeddingHash(texts),
    };
  });
  return {
    path,
    hash,
    ...(validator !== undefined && { validator }),
    warnings: safe.warnings,
    snippets: distinct(snippets),
  };
}

/** Returns an id that is equal for the same text at the same place, so that a refresh does not change the snippet. */
function snippetId(libraryId: string, path: string, snippet: Snippet): string {
  return createHash('sha256')
    .update(JSON.stringify([libraryId, path, snippet]))
    .digest('hex')
    .slice(0, 32);
}

function shownText(snippet: Snippet): string {
  const { title, description, content, codeList, breadcrumb } = snippet;
  const heading = snippet.kind === 'code' ? title : breadcrumb.join(' > ');
  return [heading, description, content, ...codeList.map(({ code }) => code)].join('\n\n');
}

function distinct<Row extends { snippet: { id: string } }>(rows: Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.snippet.id, row])).values()];
}
