import type { SecretData } from './credentials.ts';
import type { RefNames } from './ref-name.ts';

/** A file of a commit. */
export interface TreeEntry {
  /** Path with forward slashes. */
  path: string;
  kind: 'file' | 'link' | 'submodule';
  /** Blob id; for a folder without Git, the id Git would give the content. */
  oid: string;
}

/**
 * One commit of a repository. Implementations use the git program or isomorphic-git, a server or a local repository, or a
 * folder without Git. The caller closes it. Every method throws RunError.
 */
export interface Repository {
  /** Commit id; for a folder without Git, a hash of its files. */
  readonly revision: string;
  /** The branch of the commit; absent for a tag or a detached HEAD. */
  readonly branch?: string;
  entries(signal: AbortSignal): Promise<TreeEntry[]>;
  /**
   * Fetches the blobs with as few requests as possible, and returns their sizes. Blobs that are missing in the result are
   * not available, or too large to be sent.
   */
  obtain(oids: string[], signal: AbortSignal): Promise<Map<string, number>>;
  /** Yields the blobs in the given order. `obtain` must have fetched all of them. */
  read(oids: string[], signal: AbortSignal): AsyncIterable<Buffer>;
  /** Tags and branches that can be read as versions. */
  refs(signal: AbortSignal): Promise<RefNames>;
  close(): Promise<void>;
}

/** Options for opening a repository. */
export interface RepositoryOptions {
  /** Tag or branch; absent for HEAD. */
  ref?: string;
  /** See SourceOptions. */
  isNew?: boolean;
  /** Maximum bytes of one blob. */
  maxBlobBytes: number;
  /** Maximum bytes on the wire and on the disk. */
  maxTotalBytes: number;
  /** Milliseconds without progress. */
  idleMs: number;
  workDir: string;
  allowedRanges: readonly string[];
  /** The source is the operator's own, so git may use the operator's keys and credential helpers. */
  trusted: boolean;
  /** Credentials for the repository's server only. */
  credentials?: SecretData;
  /** Returns whether to list a file of a folder without Git. */
  isCandidate: (path: string) => boolean;
  signal: AbortSignal;
}
