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
 * One commit of a repository, however it is read: by the git program or without it, over the network, from a local
 * repository, or from a folder that is none. Close it when done. Every method throws RunError.
 */
export interface Repository {
  /** Commit id; for a folder without Git, a hash of its files. */
  readonly revision: string;
  /** The branch that is read, when it is one. */
  readonly branch?: string;
  entries(signal: AbortSignal): Promise<TreeEntry[]>;
  /**
   * Brings the blobs near in as few requests as possible and says how large each is; those that are missing in the
   * answer could not be had, because they are too large to be sent.
   */
  obtain(oids: string[], signal: AbortSignal): Promise<Map<string, number>>;
  /** The blobs in the order asked for; all of them obtained before. */
  read(oids: string[], signal: AbortSignal): AsyncIterable<Buffer>;
  /** Tags and branches that can be read as versions. */
  refs(signal: AbortSignal): Promise<RefNames>;
  close(): Promise<void>;
}

/** What opening a repository needs to know. */
export interface RepositoryOptions {
  /** Tag or branch; absent for what the repository's HEAD names. */
  ref?: string;
  /** Bytes of one blob worth having. */
  maxBlobBytes: number;
  /** Bytes on the wire and on the disk. */
  maxTotalBytes: number;
  /** Milliseconds without progress. */
  idleMs: number;
  workDir: string;
  allowedRanges: readonly string[];
  /** The entry is the operator's own, so that the operator's keys and credential helpers may be used for it. */
  trusted: boolean;
  /** Credentials for the repository's server alone. */
  credentials?: SecretData;
  /** Which files of a folder without Git matter. */
  isCandidate: (path: string) => boolean;
  signal: AbortSignal;
}
