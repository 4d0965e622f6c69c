import type { LibraryRecord } from '../resources/library-record.ts';

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
