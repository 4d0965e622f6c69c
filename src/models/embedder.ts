/** The vector of a text, and those of its tokens. */
export interface TextEmbedding {
  vector: Float32Array;
  /** Unit vectors of the text's tokens, one after the other. Absent if the model gives none. See token-codes.ts. */
  tokens?: Float32Array;
}

/**
 * What a text can be: a part of a documentation, a question about it, or a topic, as people name it who look for a library. A person
 * waits for questions and topics, so both overtake documents. Models can treat each in its own way.
 */
export const embeddingPurposes = ['document', 'query', 'topic'] as const;
/** One of `embeddingPurposes`. */
export type EmbeddingPurpose = (typeof embeddingPurposes)[number];

/** Converts text to vectors of unit length, so that a dot product is their cosine. */
export interface Embedder {
  /** Identifies the model and everything that affects its vectors. If it changes, libraries are embedded again. */
  readonly id: string;
  readonly dimensions: number;
  /** Maximum tokens of one text. The model cuts longer texts. */
  readonly window: number;
  /** Returns vectors in the order of the texts. Throws RunError('ModelFailed'). */
  embed(texts: string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Float32Array[]>;
  /** Like `embed`, with the vectors of tokens. Absent if the model gives none. */
  embedTokens?(
    texts: string[],
    purpose: EmbeddingPurpose,
    signal?: AbortSignal,
  ): Promise<TextEmbedding[]>;
  close(): Promise<void>;
}

/** Returns an embedder that makes each call of another one through `around`. */
export function wrapEmbedder(
  inner: Embedder,
  around: <Answer>(
    call: { count: number; purpose: EmbeddingPurpose; signal: AbortSignal | undefined },
    carryOut: () => Promise<Answer>,
  ) => Promise<Answer>,
): Embedder {
  const { id, dimensions, window } = inner;
  return {
    id,
    dimensions,
    window,
    embed: (texts, purpose, signal) =>
      around({ count: texts.length, purpose, signal }, () => inner.embed(texts, purpose, signal)),
    ...(inner.embedTokens && {
      embedTokens: (texts, purpose, signal) =>
        around({ count: texts.length, purpose, signal }, () =>
          inner.embedTokens!(texts, purpose, signal),
        ),
    }),
    close: () => inner.close(),
  };
}

/** Returns a reranker that makes each call of another one through `around`. `count` is the number of texts that the model ranks or reads. */
export function wrapReranker(
  inner: Reranker,
  around: <Answer>(
    call: { name: 'rerank' | 'terms'; count: number; signal: AbortSignal | undefined },
    carryOut: () => Promise<Answer>,
  ) => Promise<Answer>,
): Reranker {
  return {
    rerank: (question, candidates, signal) =>
      around({ name: 'rerank', count: candidates.length, signal }, () =>
        inner.rerank(question, candidates, signal),
      ),
    ...(inner.expectTerms && {
      expectTerms: (question, library, signal) =>
        around({ name: 'terms', count: 1, signal }, () =>
          inner.expectTerms!(question, library, signal),
        ),
    }),
  };
}

/** Returns the vectors of texts; with `withTokens` also those of tokens, if the model gives them. */
export async function embedTexts(
  embedder: Embedder,
  {
    texts,
    purpose,
    withTokens,
  }: { texts: string[]; purpose: EmbeddingPurpose; withTokens: boolean },
  signal: AbortSignal,
): Promise<TextEmbedding[]> {
  if (withTokens && embedder.embedTokens) return embedder.embedTokens(texts, purpose, signal);
  return (await embedder.embed(texts, purpose, signal)).map((vector) => ({ vector }));
}

/** Counts tokens as the model does, to cut texts into parts that fit its window. */
export type CountTokens = (text: string) => number;

/** A chat model that helps to answer questions. Its calls throw RunError('ModelFailed'). */
export interface Reranker {
  /** Ranks candidates by how well they answer the question. Returns their indexes, best first. */
  rerank(question: string, candidates: string[], signal?: AbortSignal): Promise<number[]>;
  /** Names terms that the documentation of a library may use for what a question describes. Absent if the model names none. */
  expectTerms?(question: string, library: string, signal?: AbortSignal): Promise<string[]>;
}
