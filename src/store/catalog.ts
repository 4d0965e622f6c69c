import type { LibraryState } from '../resources/library.ts';

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
  /** Rules of the repository's owner that stand in answers; absent where there are none, or no admin allows them. */
  ownerRules?: string[];
  /** Only on private libraries, as `teamspace` is: public when absent. */
  visibility?: 'private';
  /** Whose keys see it. */
  teamspace?: string;
  /** Where it comes from: a key of the spec's source. Absent on records of before there were policies. */
  source?: string;
  /** SPDX id that the source's host tells. */
  license?: string;
}

export interface CatalogQuery {
  /** Name, alias, scope, id or words of the description, with typos. */
  name: string;
  /** The caller's question: breaks ties by what the libraries contain. */
  query: string;
  limit: number;
  /** Which libraries the caller may see; the others are not found. All when absent. */
  sees?: (record: LibraryRecord) => boolean;
}

/** Library records and their name search. */
export interface Catalog {
  put(record: LibraryRecord): Promise<void>;
  /** By id, or by a former id (`record.id` then differs from what was asked). */
  get(id: string): Promise<LibraryRecord | undefined>;
  /** Best first; by match, then quality. */
  search(query: CatalogQuery): Promise<LibraryRecord[]>;
  list(): Promise<LibraryRecord[]>;
  /** Shows every record as searches see it, from memory where there is one; records may not be changed. */
  each(visit: (record: LibraryRecord) => void): Promise<void>;
  /** How many public libraries have content that is served. */
  count(): Promise<number>;
  remove(id: string): Promise<void>;
}
