/** A store, as its server describes it. */
export interface StoreFacts {
  /** Content: `metadata` (libraries, keys, usage) or `snippets`. */
  name: 'metadata' | 'snippets';
  product: 'SQLite' | 'PostgreSQL' | 'Elasticsearch';
  version: () => Promise<string>;
}

/** A configured model. */
export interface ModelFacts {
  provider: 'built-in' | 'openai-compatible';
  model: string;
  /** Host and port of its endpoint; absent for the built-in one. */
  host?: string;
}

/** The parts of an install, for its operators. A function rejects if its store does not answer. */
export interface InstallFacts {
  stores: readonly StoreFacts[];
  /** The last migration of the metadata database. */
  migration: () => Promise<string>;
  /** Returns the size of the snippets in bytes; undefined if the store cannot tell it without reading them. */
  indexBytes: () => Promise<number | undefined>;
  embedding: ModelFacts;
  /** Absent if answers are not reranked. */
  reranking?: ModelFacts;
}
