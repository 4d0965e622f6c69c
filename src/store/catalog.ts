import type { LibraryRecord } from '../resources/library-record.ts';

/** How close libraries are to a text in meaning, by id; about 1 for a good match. Absent libraries are not close. */
export type Closeness = ReadonlyMap<string, number>;

/** A search of libraries by name, within what the caller may see. */
export interface CatalogQuery {
  /** Name, alias, scope, ID, package, import statement or words of the description. May contain typos and a version. */
  name: string;
  /** The caller's question. Orders libraries that match the name alike. */
  query: string;
  /** Maximum number of libraries. */
  limit: number;
  /** Returns how close libraries are. Called only if the text names no library. Default: none is close. */
  closeness?: () => Promise<Closeness | undefined>;
  /** Returns whether the caller may see a library. Default: all. */
  sees?: (record: LibraryRecord) => boolean;
}

/** A library that a search found. */
export interface FoundLibrary {
  record: LibraryRecord;
  /** How it matches; lower is better. Libraries with a lower number always go before the others. */
  match: number;
  /** Orders libraries with the same `match`; greater is better. */
  score: number;
}

/** The search records of libraries, and the search by name. */
export interface Catalog {
  put(record: LibraryRecord): Promise<void>;
  /** Finds a record by its ID or by a former ID (then `record.id` differs from `id`). */
  get(id: string): Promise<LibraryRecord | undefined>;
  /** Returns the best matches first: by name, then by the words of name and question, then by quality. None if nothing fits. */
  search(query: CatalogQuery): Promise<FoundLibrary[]>;
  list(): Promise<LibraryRecord[]>;
  /** Visits every record as searches see it, from memory if possible. Do not change the records. */
  each(visit: (record: LibraryRecord) => void): Promise<void>;
  /** Resolves when all names are in memory, so that the next search does not wait for them. */
  load(): Promise<void>;
  /** Returns the number of public libraries that serve content. */
  count(): Promise<number>;
  /** Removes the record of a library, and the connection of counts of usage with its id. */
  remove(id: string): Promise<void>;
}
