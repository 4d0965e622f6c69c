import type { IndexedSnippet } from './snippet.ts';

/** What the index remembers of a document; lets a source skip what has not changed. */
export interface KnownDocument {
  hash: string;
  validator?: string;
}

/** The content of the source's own default branch or site; named versions use their tag or branch name. */
export const DEFAULT_VERSION = '';

/** Which content a version shows and how its documents are linked; moved by one write when a run is activated. */
export interface ActiveVersion {
  version: string;
  generation: number;
  /** Snapshot.revision of the run that made it. */
  revision: string;
  /** Hash of everything besides the revision that shapes the snippets: source settings, parser version. */
  fingerprint: string;
  embedderId: string;
  linkTemplate: string;
  documents: number;
  snippets: number;
  tokens: number;
  /** ISO 8601. */
  updatedAt: string;
}

/** A snippet to write: its vectors, one for each part that fits the model's window. */
export interface SnippetToWrite {
  snippet: IndexedSnippet;
  /** Hash of the texts that were embedded: equal hash and embedder = the same vectors. */
  embeddingHash: string;
  /** Absent when the writer said it has them (see GenerationWriter.embedded). */
  vectors?: Float32Array[];
}

/** Generation G+1 of one library version. Nothing it writes is seen before `activate`. */
export interface GenerationWriter {
  /** What the index holds of a path: with a hash, that very content in any version of the library. */
  known(path: string, hash?: string): KnownDocument | undefined;
  /** Of these embedding hashes, those whose vectors the library already has for this embedder. */
  embedded(hashes: string[]): Promise<Set<string>>;
  /** Writes a document's snippets, or takes over what is stored under (path, hash) unchanged. */
  write(
    document: { path: string; hash: string; validator?: string },
    snippets: SnippetToWrite[] | 'unchanged',
  ): Promise<void>;
  /** Ends what was not written, moves the pointer in one transaction, then deletes what nobody sees any more. */
  activate(
    facts: Pick<ActiveVersion, 'revision' | 'fingerprint' | 'linkTemplate'>,
  ): Promise<ActiveVersion>;
  /** Forgets generation G+1; the served one is untouched. */
  discard(): Promise<void>;
}

export interface SnippetQuery {
  libraryId: string;
  version: string;
  /** The caller's question as it was asked; the adapter makes its own lexical query of it. */
  question: string;
  /** Absent when no embedding can be had: the dense list is then empty. */
  embedding?: Float32Array;
  /** Length of each list. */
  limit: number;
}

export interface Hit {
  id: string;
  /** Greater is better; comparable within one list only. */
  score: number;
}

export interface SearchHits {
  lexical: Hit[];
  dense: Hit[];
  /** The snippets of both lists by id. */
  snippets: Map<string, IndexedSnippet>;
  active: ActiveVersion;
}

/** All that one version serves, from one generation however long the reading takes. Close it when done. */
export interface ServedContent {
  readonly active: ActiveVersion;
  /** Every snippet once, page by page, in an order that is the same in every call. */
  pages(signal: AbortSignal): AsyncIterable<IndexedSnippet[]>;
  close(): Promise<void>;
}

/** A part of what a version serves. */
export interface SnippetPageQuery {
  libraryId: string;
  version: string;
  /** Only documents whose path begins like this. */
  path?: string;
  /** Where the page before has ended; the first page when absent. */
  after?: PageEnd;
  /** Snippets of a page. */
  limit: number;
}

/** The end of a page: a document, and how many of its snippets have been shown. */
export interface PageEnd {
  path: string;
  shown: number;
}

/** Snippets by the paths of their documents (in the order of their UTF-8 bytes), and as they stand in each. */
export interface SnippetPage {
  snippets: IndexedSnippet[];
  /** Absent on the last page. */
  next?: PageEnd;
  active: ActiveVersion;
}

/** Snippets of all libraries. Implementations: sqlite/ (one file a library), later elasticsearch/. */
export interface SnippetIndex {
  /** Opens G+1 of a version after clearing what a dead run left there. One writer a library version at a time. */
  open(libraryId: string, version: string, embedderId: string): Promise<GenerationWriter>;
  /** The served versions of a library; empty when nothing was ever activated. */
  versions(libraryId: string): Promise<ActiveVersion[]>;
  /** Undefined when the version is not served. */
  search(query: SnippetQuery, signal?: AbortSignal): Promise<SearchHits | undefined>;
  /** A page of a version, from one generation; undefined when the version is not served. */
  page(query: SnippetPageQuery, signal?: AbortSignal): Promise<SnippetPage | undefined>;
  /** Opens a version to read all of it; undefined when the version is not served. */
  read(libraryId: string, version: string): Promise<ServedContent | undefined>;
  /** Removes one version, or the whole library. */
  delete(libraryId: string, version?: string): Promise<void>;
  close(): Promise<void>;
}

/** What a run does with the index. */
export type RunIndex = Omit<SnippetIndex, 'page' | 'close'>;
