/** Turns text into vectors. Vectors are unit length, so a dot product is their cosine. */
export interface Embedder {
  /** Names the model and everything that changes its vectors; a library embedded under another id is embedded anew. */
  readonly id: string;
  readonly dimensions: number;
  /** Tokens of one text the model reads; longer texts are cut by the model. */
  readonly window: number;
  /** In the order given. 'query' goes before documents waiting in the same embedder. Throws RunError('ModelFailed'). */
  embed(
    texts: string[],
    purpose: 'document' | 'query',
    signal?: AbortSignal,
  ): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Counts tokens the way the model behind this embedder does; used to cut texts into parts that fit its window. */
export type CountTokens = (text: string) => number;

/** Orders candidates by how well they answer the question; returns their indexes best first. */
export interface Reranker {
  rerank(question: string, candidates: string[], signal?: AbortSignal): Promise<number[]>;
}
