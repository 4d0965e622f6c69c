import type { LibraryState } from './library.ts';

/**
 * Where the content of a library claims a name, the most telling first:
 *
 * - in the manifest of a package that it publishes
 * - by an abbreviation that it introduces
 * - in its own install commands
 * - in the imports of its documentation
 * - by the parts of its API that it documents
 */
export const nameOrigins = ['publishes', 'introduces', 'installs', 'imports', 'documents'] as const;
/** One of `nameOrigins`. */
export type NameOrigin = (typeof nameOrigins)[number];

/** A name that the content of a library claims. It never outranks an id, a title or a given alias. */
export interface LibraryName {
  name: string;
  origin: NameOrigin;
}

/** The search record of a library: all that search and context need to know of it besides its snippets. */
export interface LibraryRecord {
  id: string;
  title: string;
  description: string;
  aliases: string[];
  /** Ids this library had before it moved; asking for one answers 301. */
  formerIds: string[];
  branch: string;
  state: LibraryState;
  /** ISO 8601; '' while nothing was finalized. */
  lastUpdateDate: string;
  totalTokens: number;
  totalSnippets: number;
  stars: number;
  /** 0 to 10. */
  trustScore: number;
  /** 0 to 100. */
  benchmarkScore: number;
  /** Named versions that are served. */
  versions: string[];
  /** Words that stand for the library's content (headings), for ties between libraries of like names. */
  topics: string;
  /** Names that people may use for it, collected from its content; absent if there are none. */
  names?: LibraryName[];
  /** Rules of the repository's owner that stand in answers; absent where there are none, or no admin allows them. */
  ownerRules?: string[];
  /** Only on private libraries, as `teamspace` is: public when absent. */
  visibility?: 'private';
  /** Whose keys see it. */
  teamspace?: string;
  /** Where it comes from: a key of the spec's source; of an import, that of its original, if known. Absent on records of before there were policies. */
  source?: string;
  /** SPDX id that the source's host tells. */
  license?: string;
}
