/** A write that a view may not have heard of: the version that it made of a library, or the uid of the one it removed. */
export type Write = { key: string } & ({ version: number } | { gone: string });

/** What the API's processes have written lately, for each to know what the others' clients have been answered. */
export interface WriteLog {
  add(write: Write): Promise<void>;
  /** The last write of each library that was written in the last seconds. */
  recent(): Promise<Write[]>;
}
