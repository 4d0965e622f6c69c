/** Facts of a source for the library's record. Each is absent if unknown. */
export interface SourceFacts {
  title?: string;
  description?: string;
  branch?: string;
  stars?: number;
  /** Tags and branches that the repository's own configuration adds to the default branch. */
  versions?: string[];
  /** Screened rules of the repository's owner. An admin must allow them before they are shown. */
  rules?: string[];
  /** SPDX id of the license that the host reports. */
  license?: string;
  /** Further facts from a repository's host. */
  host?: HostFacts;
}

/** A Git host's facts of a repository and its owner (parts of TrustInputs). */
export interface HostFacts {
  /** ISO 8601. */
  createdAt?: string;
  activeAt?: string;
  archived?: boolean;
  fork?: boolean;
  owner?: 'organization' | 'user';
  verified?: boolean;
}
