/** Converts text to vectors of unit length, so that a dot product is their cosine. */
export interface Embedder {
  /** Identifies the model and everything that affects its vectors. If it changes, libraries are embedded again. */
  readonly id: string;
  readonly dimensions: number;
  /** Maximum tokens of one text. The model cuts longer texts. */
  readonly window: number;
  /** Returns vectors in the order of the texts. 'query' overtakes waiting documents. Throws RunError('ModelFailed'). */
  embed(
    texts: string[],
    purpose: 'document' | 'query',
    signal?: AbortSignal,
  ): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Counts tokens as the model does, to cut texts into parts that fit its window. */
export type CountTokens = (text: string) => number;

/** Ranks candidates by how well they answer the question. Returns their indexes, best first. */
export interface Reranker {
  rerank(question: string, candidates: string[], signal?: AbortSignal): Promise<number[]>;
}
