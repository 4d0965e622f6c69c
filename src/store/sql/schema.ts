/** Tables of the metadata database, the same on SQLite and Postgres. JSON is kept as text: both store and return it alike. */
export interface DatabaseSchema {
  libraries: ResourceTable;
  manifest_syncs: ResourceTable;
  catalog_records: {
    id: string;
    /** The counter's value when the row was written last; other processes read what is newer than they know. */
    revision: number;
    /** A LibraryRecord as JSON; null once it was removed. */
    record: string | null;
  };
  catalog_former_ids: {
    former_id: string;
    id: string;
  };
  counters: {
    name: string;
    value: number;
  };
}

/** Resources of one kind. */
export interface ResourceTable {
  name: string;
  resource_version: number;
  /** The resource as JSON. */
  object: string;
}
