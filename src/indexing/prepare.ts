import { createHash } from 'node:crypto';
import { parseDocument } from './documents/parse.ts';
import type { SourceDocument } from './documents/document.ts';
import { safeSnippets } from './safety/safe-snippets.ts';
import type { Snippet } from '../store/snippet.ts';
import { toSnippets } from './documents/snippets.ts';
import type { CountTokens } from '../models/embedder.ts';
import { embeddingHash, embeddingTexts } from './embedding-texts.ts';
import type { PreparedDocument } from './batch.ts';

/** A document, and what its snippets depend on besides. */
export interface DocumentToPrepare {
  document: SourceDocument;
  libraryId: string;
  /** Tokens that the embedding model reads. */
  window: number;
  /** Tells which tokens in a document have expired. */
  now: Date;
}

export interface PrepareOptions extends Omit<DocumentToPrepare, 'document'> {
  /** Tokens of a snippet as an answer shows it. */
  countTokens: CountTokens;
  /** Tokens as the embedding model counts them. */
  countModelTokens: CountTokens;
}

/** Parses a document and makes its snippets, without credentials, ready to embed and write. Throws RunError('Malformed'). */
export async function prepareDocument(
  document: SourceDocument,
  options: PrepareOptions,
): Promise<PreparedDocument> {
  const { path, hash, validator } = document;
  const all = document.snippets ?? toSnippets(await parseDocument(document));
  const safe = safeSnippets(all, document.content, options.now);
  const snippets = safe.snippets.map((snippet, at) => {
    const made = document.snippets?.[at];
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

/** Equal id = the very same text at the same place, so a refresh leaves it untouched. */
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
