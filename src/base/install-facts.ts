/** A store as its own server tells of it. */
export interface StoreFacts {
  /** What it holds: `metadata` (libraries, keys, usage) or `snippets`. */
  name: 'metadata' | 'snippets';
  product: 'SQLite' | 'PostgreSQL' | 'Elasticsearch';
  version: () => Promise<string>;
}

/** A model that is configured. */
export interface ModelFacts {
  provider: 'built-in' | 'openai-compatible';
  model: string;
  /** Host and port of its endpoint; absent for the built-in one. */
  host?: string;
}

/** What an install is made of, for those who run it. What a store does not answer rejects. */
export interface InstallFacts {
  stores: readonly StoreFacts[];
  /** The last migration of the metadata database. */
  migration: () => Promise<string>;
  /** Bytes that the snippets take; undefined where that cannot be known without reading them. */
  indexBytes: () => Promise<number | undefined>;
  embedding: ModelFacts;
  /** Absent where answers are not reranked. */
  reranking?: ModelFacts;
}
