/** A recent write of a library: its new resourceVersion, or the uid of the removed library. */
export type Write = { key: string } & ({ version: number } | { gone: string });

/** Recent writes of all API processes, so that each process can show what clients of the others wrote. */
export interface WriteLog {
  add(write: Write): Promise<void>;
  /** Returns the last write of each library that changed in the last seconds. */
  recent(): Promise<Write[]>;
}
