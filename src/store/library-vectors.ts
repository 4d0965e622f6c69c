/** The vector of what a library is about. */
export interface LibraryVector {
  /** Id of the library. */
  id: string;
  /** Hash of the embedded text. */
  hash: string;
  /** Of unit length. */
  vector: Float32Array;
}

/** The vectors of one embedding model: one for each library. They can be made again at any time. */
export interface LibraryVectors {
  /** Returns the hash of the embedded text, by the id of the library. Includes libraries that were removed. */
  hashes(): Promise<ReadonlyMap<string, string>>;
  put(vectors: LibraryVector[]): Promise<void>;
  /** Returns the cosines of the libraries that are at least so near to a vector of unit length, by id. */
  near(vector: Float32Array, least: number): Promise<Map<string, number>>;
}
