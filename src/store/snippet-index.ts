import { naturalOrder } from '../base/natural-order.ts';
import type { IndexedSnippet } from './snippet.ts';

/** The stored state of a document, with which a source skips unchanged documents. */
export interface KnownDocument {
  hash: string;
  validator?: string;
}

/** Name of the version for the default branch or the site. Other versions use their tag or branch name. */
export const DEFAULT_VERSION = '';

/** The generation that a version serves, and its links. The activation of a run replaces it with one write. */
export interface ActiveVersion {
  version: string;
  generation: number;
  /** Snapshot.revision of the run that wrote it. */
  revision: string;
  /** Hash of everything else that affects the snippets: source settings, parser version. */
  fingerprint: string;
  embedderId: string;
  linkTemplate: string;
  documents: number;
  snippets: number;
  tokens: number;
  /** ISO 8601. */
  updatedAt: string;
}

/** A snippet to write. Without vectors and texts, the library must have the vectors of `embeddingHash` already. */
export interface SnippetToWrite {
  snippet: IndexedSnippet;
  /** Hash of the texts, hexadecimal. The same hash and embedder mean the same vectors. */
  embeddingHash: string;
  /** One vector for each text, if the caller has them. */
  vectors?: Float32Array[];
  /** EmbeddedSnippet.tokenCodes, if the caller has vectors and codes. */
  tokenCodes?: Uint8Array;
  /**
   * Texts that stand for the snippet, the head first. If the library has no vectors of `embeddingHash`, they wait in the
   * index (see SnippetIndex.openVectors). Meanwhile, questions find the snippet by words.
   */
  texts?: string[];
}

/** Texts of one or more equal snippets that wait for their vectors. */
export interface WaitingTexts {
  /** Identifies the texts in `VectorWriter.store`. */
  key: string;
  texts: string[];
  /** True if these begin with the snippet's first text. */
  isFirst: boolean;
  /** True if the snippet has all its vectors after these. */
  isLast: boolean;
}

/** The vectors of waiting texts. */
export interface EmbeddedSnippet {
  /** WaitingTexts.key. */
  key: string;
  /** One vector for each text. */
  vectors: Float32Array[];
  /** Codes of the tokens of the snippet's first text, if the model gives them. See token-codes.ts. */
  tokenCodes?: Uint8Array;
}

/** One of several equal parts of the texts that wait. Equal texts are always in the same part, in every process. */
export interface VectorShare {
  /** From 0 to `of` - 1. */
  number: number;
  of: number;
}

/** Gives vectors to the snippets of a served version. */
export interface VectorWriter {
  /** What waited when the writer was opened: snippets of the version, and their texts. */
  readonly waiting: { snippets: number; texts: number };
  /**
   * Returns about `limit` waiting texts, in the order that helps questions most: the first text of each snippet, then the rest
   * of each snippet. Returns none if every snippet has all its vectors.
   */
  next(limit: number): Promise<WaitingTexts[]>;
  /** Stores the vectors of texts of `next`. Questions find the snippets by them when this resolves. */
  store(embedded: EmbeddedSnippet[]): Promise<void>;
  close(): Promise<void>;
}

/** Writes generation G+1 of one library version. Readers see nothing of it before `activate`. */
export interface GenerationWriter {
  /** Returns the stored state of a path; with a hash, that content in any version of the library. */
  known(path: string, hash?: string): KnownDocument | undefined;
  /** Writes a document's snippets, or keeps the stored content of (path, hash). */
  write(
    document: { path: string; hash: string; validator?: string },
    snippets: SnippetToWrite[] | 'unchanged',
  ): Promise<void>;
  /** Removes documents that were not written, switches to the generation in one transaction, then deletes old data. */
  activate(
    facts: Pick<ActiveVersion, 'revision' | 'fingerprint' | 'linkTemplate'>,
  ): Promise<ActiveVersion>;
  /** Discards generation G+1. The served generation does not change. */
  discard(): Promise<void>;
}

/** A search of one version of a library, by words and by meaning. */
export interface SnippetQuery {
  libraryId: string;
  version: string;
  /** The caller's question. The adapter derives its lexical query. */
  question: string;
  /**
   * Absent or undefined if the question cannot be embedded; then the dense list is empty. An adapter may search by words until
   * the promise resolves. The promise never rejects, because a search can end before it looks at the promise.
   */
  embedding?: Float32Array | Promise<Float32Array | undefined>;
  /**
   * Called for each snippet that a search by words finds before `embedding` resolves. An adapter that waits for `embedding`
   * calls it for none. It must not throw.
   */
  onWords?: (snippet: IndexedSnippet) => void;
  /** Length of each list. */
  limit: number;
}

/** A query whose question is embedded, or cannot be. */
export type EmbeddedQuery = Omit<SnippetQuery, 'embedding' | 'onWords'> & {
  embedding?: Float32Array | undefined;
};

/** An entry of a list of results, best first. */
export interface Hit {
  /** Key of the snippet in `SearchHits.snippets`. */
  id: string;
  /** Higher is better. Comparable only within one list. */
  score: number;
}

/** The two lists of a search, from one generation. The caller makes one list of them. */
export interface SearchHits {
  /** Found by words. */
  lexical: Hit[];
  /** Found by meaning; empty without an embedding. */
  dense: Hit[];
  /** Snippets of the lexical list that wait for their first vector. The dense list cannot contain them. */
  waiting?: ReadonlySet<string>;
  /** Codes of the tokens of the snippets' first texts, by ID. Snippets whose codes are not stored are missing. */
  tokenCodes?: ReadonlyMap<string, Uint8Array>;
  /** The snippets of both lists, by ID. */
  snippets: Map<string, IndexedSnippet>;
  active: ActiveVersion;
}

/** All content of a version, from one generation. Close it after use. */
export interface ServedContent {
  readonly active: ActiveVersion;
  /** Yields every snippet once, page by page, always in the same order. */
  pages(signal: AbortSignal): AsyncIterable<IndexedSnippet[]>;
  close(): Promise<void>;
}

/** A page of the content of a version. */
export interface SnippetPageQuery {
  libraryId: string;
  version: string;
  /** Prefix of the paths of documents. */
  path?: string;
  /** The end of the previous page. Absent for the first page. */
  after?: PageEnd;
  /** Snippets of a page. */
  limit: number;
}

/** The end of a page: a document, and the number of its snippets up to there. */
export interface PageEnd {
  path: string;
  shown: number;
}

/** Snippets ordered by the path of their document (by UTF-8 bytes), then by their place in it. */
export interface SnippetPage {
  snippets: IndexedSnippet[];
  /** Absent on the last page. */
  next?: PageEnd;
  active: ActiveVersion;
}

/** The snippets of all libraries. Adapters: snippets/sqlite/ (one file per library) and snippets/elasticsearch/. */
export interface SnippetIndex {
  /**
   * Opens G+1 of a version, and removes what a dead run left. Only one writer per library version at a time. `dimensions` is
   * the length of the embedder's vectors; a run that writes texts must give it.
   */
  open(
    libraryId: string,
    version: string,
    embedderId: string,
    dimensions?: number,
  ): Promise<GenerationWriter>;
  /**
   * Opens the snippets of a served version that wait for vectors: all of them, or one share. Whatever ended an earlier attempt,
   * the rest waits. Only one writer per library, or per share of it, at a time. Returns undefined if the version is not served,
   * or serves another embedder's vectors.
   */
  openVectors(
    libraryId: string,
    version: string,
    embedderId: string,
    share?: VectorShare,
  ): Promise<VectorWriter | undefined>;
  /** Returns the served versions of a library, in the order of `byVersion`; none if nothing was ever activated. */
  versions(libraryId: string): Promise<ActiveVersion[]>;
  /** Returns undefined if the version is not served. */
  search(query: SnippetQuery, signal?: AbortSignal): Promise<SearchHits | undefined>;
  /** Returns a page of a version, from one generation; undefined if the version is not served. */
  page(query: SnippetPageQuery, signal?: AbortSignal): Promise<SnippetPage | undefined>;
  /** Opens a version to read all its content; undefined if the version is not served. */
  read(libraryId: string, version: string): Promise<ServedContent | undefined>;
  /** Removes one version, or the whole library. */
  delete(libraryId: string, version?: string): Promise<void>;
  close(): Promise<void>;
}

/** Compares versions: the default one comes first, and v9 before v10. */
export function byVersion(a: ActiveVersion, b: ActiveVersion): number {
  return naturalOrder(a.version, b.version);
}

/** The part of the index that a run uses. */
export type RunIndex = Omit<SnippetIndex, 'page' | 'close'>;
