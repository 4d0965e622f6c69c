import type { ProjectFacts } from './project/project-facts.ts';
import type { SourceFacts } from './source-facts.ts';
import type { DocumentFormat, SourceDocument } from '../documents/document.ts';
import type { Parser } from '../parser.ts';
import type { LibrarySource } from '../../resources/library.ts';
import type { KnownDocument } from '../../store/snippet-index.ts';
import type { UploadStore } from '../../store/uploads.ts';
import type { SkippedItem } from './skipped-item.ts';

/** A document to parse, a document that has not changed since the last run, or a skipped document with the reason. */
export type SourceItem =
  | { type: 'document'; document: SourceDocument }
  | { type: 'unchanged'; path: string; hash: string }
  | SkippedItem;

/** Returns the stored state of a path; with a hash, that content in any version of the library. */
export type Known = (path: string, hash?: string) => KnownDocument | undefined;

/** One version of a source at a revision. The caller closes it, because it can hold a temporary checkout. */
export interface Snapshot {
  /**
   * Commit, ETag, Last-Modified or content hash. If it equals the last run's, nothing changed. '' if unknown before the
   * read.
   */
  readonly revision: string;
  readonly facts: SourceFacts;
  /**
   * Template of a document's URL. `{path}` is the document's path, with percent-encoded segments. Readers append the
   * anchor. '{path}' alone if paths are URLs.
   */
  readonly linkTemplate: string;
  /** Number of documents; absent if unknown before the read. */
  readonly total?: number;
  /** What is left out and known before the read. `documents` yields it too. */
  readonly leftOut?: readonly SkippedItem[];
  documents(known: Known, signal: AbortSignal): AsyncIterable<SourceItem>;
  /** Reads what the source's own files say of the project. Absent for sources without such files. */
  describe?(signal: AbortSignal): Promise<ProjectFacts>;
  close(): Promise<void>;
}

/** Limits of one run. Every source applies those that it can. */
export interface SourceLimits {
  /** Maximum bytes of one document. Larger ones are skipped. */
  maxDocumentBytes: number;
  /** Maximum bytes of the whole run. */
  maxTotalBytes: number;
  maxDocuments: number;
  /** Maximum milliseconds without progress on one request. */
  requestTimeoutMs: number;
}

/** Maximum bytes of an API description in a repository or at a URL, if documents may not have more. That of GitHub has 13 MB. */
const largestDescription = 16_000_000;

/** Returns the maximum bytes of a document of a format. One file of an API description can describe a whole service. */
export function maxBytesOf(
  format: DocumentFormat,
  { maxDocumentBytes }: Pick<SourceLimits, 'maxDocumentBytes'>,
): number {
  return format === 'openapi' ? Math.max(maxDocumentBytes, largestDescription) : maxDocumentBytes;
}

/** The limits of an install that sets none, as far as they decide what a run reads. */
export const defaultLimits = {
  maxDocumentBytes: 5_000_000,
  maxTotalBytes: 2_000_000_000,
  maxDocuments: 200_000,
} as const satisfies Partial<SourceLimits>;

/** What a run may read of a source, and how much. Every type of source gets the same options. */
export interface SourceOptions {
  /** Tag or branch; absent for the source's default. */
  version?: string;
  /** The version is not served yet, so all of its documents will be read. */
  isNew?: boolean;
  limits: SourceLimits;
  /** Scratch folder of this run. The caller empties it. */
  workDir: string;
  /** CIDR ranges that may be read although they are private or link-local. */
  allowedRanges: readonly string[];
  /** Local paths may be read. True only for sources of the operator's own manifest or command line. */
  allowLocal: boolean;
  /**
   * Credentials for the server of the source's URL only, by the keys of a Secret. If absent, `allowLocal` allows the
   * operator's own.
   */
  credentials?: Readonly<Record<string, string>>;
  /** Uploaded files. Imports need them. */
  uploads?: Pick<UploadStore, 'open'>;
  parser: Parser;
  signal: AbortSignal;
}

/** Opens one version of a source. Throws RunError. */
export type OpenSource = (source: LibrarySource, options: SourceOptions) => Promise<Snapshot>;
