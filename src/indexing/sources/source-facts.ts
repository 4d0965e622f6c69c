/** Facts of the origin that make a library's record; each absent when it cannot be known. */
export interface SourceFacts {
  title?: string;
  description?: string;
  branch?: string;
  stars?: number;
  /** Tags and branches the repository itself asks to be indexed besides its default branch. */
  versions?: string[];
  /** What the repository's owner wants those to know who ask; safe to show, but for an admin to allow. */
  rules?: string[];
  /** SPDX id of the licence the host reports. */
  license?: string;
  /** What the host of a repository knows of it besides. */
  host?: HostFacts;
}

/** What a Git host tells of a repository and its owner (parts of TrustInputs). */
export interface HostFacts {
  /** ISO 8601. */
  createdAt?: string;
  activeAt?: string;
  archived?: boolean;
  fork?: boolean;
  owner?: 'organization' | 'user';
  verified?: boolean;
}
