import type { LibraryRecord } from '../resources/library-record.ts';

export interface CatalogQuery {
  /** Name, alias, scope, ID or words of the description. May contain typos. */
  name: string;
  /** The caller's question. Breaks ties by the content of the libraries. */
  query: string;
  limit: number;
  /** Returns whether the caller may see a library. Default: all. */
  sees?: (record: LibraryRecord) => boolean;
}

/** The search records of libraries, and the search by name. */
export interface Catalog {
  put(record: LibraryRecord): Promise<void>;
  /** Finds a record by its ID or by a former ID (then `record.id` differs from `id`). */
  get(id: string): Promise<LibraryRecord | undefined>;
  /** Returns the best matches first, ordered by match, then by quality. */
  search(query: CatalogQuery): Promise<LibraryRecord[]>;
  list(): Promise<LibraryRecord[]>;
  /** Visits every record as searches see it, from memory if possible. Do not change the records. */
  each(visit: (record: LibraryRecord) => void): Promise<void>;
  /** Returns the number of public libraries that serve content. */
  count(): Promise<number>;
  remove(id: string): Promise<void>;
}
