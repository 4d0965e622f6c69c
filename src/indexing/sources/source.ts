import type { SourceFacts } from './source-facts.ts';
import type { SourceDocument } from '../documents/document.ts';
import type { Parser } from '../parser.ts';
import type { LibrarySource } from '../../resources/library.ts';
import type { KnownDocument } from '../../store/snippet-index.ts';
import type { UploadStore } from '../../store/uploads.ts';

/**
 * A document to parse, a document that has not changed since the last run, or a skipped document with the reason.
 * `keep`: the document could not be read this time (a page's server failed), so its served content stays. `fault`: this
 * program failed to read the document.
 */
export type SourceItem =
  | { type: 'document'; document: SourceDocument }
  | { type: 'unchanged'; path: string; hash: string }
  | { type: 'skipped'; path: string; reason: string; keep?: boolean; fault?: true };

/** One version of a source, fixed at a revision. Close it when done: it may hold a temporary checkout. */
export interface Snapshot {
  /** Commit, ETag, Last-Modified or content hash; equal to the last run's = nothing to do. '' = cannot be known beforehand. */
  readonly revision: string;
  readonly facts: SourceFacts;
  /**
   * URL of a document a person can open: `{path}` stands for the document's path, percent-encoded per segment. The
   * anchor is appended by the reader. '{path}' alone where paths are URLs themselves.
   */
  readonly linkTemplate: string;
  /** How many documents there are, when that is known before they are read. */
  readonly total?: number;
  documents(
    known: (path: string, hash?: string) => KnownDocument | undefined,
    signal: AbortSignal,
  ): AsyncIterable<SourceItem>;
  close(): Promise<void>;
}

/** Limits on what one run may read; every source heeds those that apply to it. */
export interface SourceLimits {
  /** Bytes of one document; larger ones are skipped with a reason. */
  maxDocumentBytes: number;
  /** Bytes over the whole run. */
  maxTotalBytes: number;
  maxDocuments: number;
  /** Milliseconds without progress on one request. */
  requestTimeoutMs: number;
}

export interface SourceOptions {
  /** Tag or branch to read; absent for the source's own default. */
  version?: string;
  limits: SourceLimits;
  /** Scratch folder of this run, emptied by the caller afterwards. */
  workDir: string;
  /** CIDR ranges the operator allows although they are private or link-local. */
  allowedRanges: string[];
  /** Local paths may be read: set only for entries of the operator's own manifest or command line. */
  allowLocal: boolean;
  /** For the server of the source's URL alone, by the keys of a Secret; without them, and with `allowLocal`, the operator's own. */
  credentials?: Readonly<Record<string, string>>;
  /** What people have sent; without it there are no imports. */
  uploads?: Pick<UploadStore, 'open'>;
  /** Reads what the source holds. */
  parser: Parser;
  signal: AbortSignal;
}

/** Opens one version of a source. Throws RunError. */
export type OpenSource = (source: LibrarySource, options: SourceOptions) => Promise<Snapshot>;
