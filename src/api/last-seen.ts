import type { Embedder, Reranker } from '../models/embedder.ts';

/** How the last call of a model ended; unknown before the first. */
export type SeenState = 'ok' | 'failed' | 'unknown';

/** What was seen of the models, without asking them. */
export interface Connectivity {
  embedding: SeenState;
  embedding_provider: 'built-in' | 'openai-compatible';
  /** The reranker; absent where there is none. */
  llm?: SeenState;
  llm_provider?: 'openai-compatible';
}

/** The models of answers, watched. */
export interface SeenModels {
  embedder: Embedder;
  reranker?: Reranker;
  connectivity(): Connectivity;
}

/** Watches how calls of the models end. One that its caller has given up says nothing of the model. */
export function seenModels(models: { embedder: Embedder; reranker?: Reranker }): SeenModels {
  const { embedder, reranker } = models;
  const states: { embedding: SeenState; llm: SeenState } = { embedding: 'unknown', llm: 'unknown' };
  async function seen<Answer>(
    model: keyof typeof states,
    signal: AbortSignal | undefined,
    call: () => Promise<Answer>,
  ): Promise<Answer> {
    try {
      const answer = await call();
      states[model] = 'ok';
      return answer;
    } catch (error) {
      if (!signal?.aborted || isTimeout(signal)) states[model] = 'failed';
      throw error;
    }
  }
  return {
    embedder: {
      id: embedder.id,
      dimensions: embedder.dimensions,
      window: embedder.window,
      embed: (texts, purpose, signal) =>
        seen('embedding', signal, () => embedder.embed(texts, purpose, signal)),
      close: () => embedder.close(),
    },
    ...(reranker && {
      reranker: {
        rerank: (question, candidates, signal) =>
          seen('llm', signal, () => reranker.rerank(question, candidates, signal)),
      },
    }),
    connectivity: () => ({
      embedding: states.embedding,
      embedding_provider: embedder.id.startsWith('openai:') ? 'openai-compatible' : 'built-in',
      ...(reranker && { llm: states.llm, llm_provider: 'openai-compatible' }),
    }),
  };
}

/** A model that takes longer than a question waits does not answer. */
function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

/**
 * The last value that was seen, undefined before the first. Each look asks for a newer one in the background, at most once
 * in so many milliseconds; one that cannot be had leaves the last.
 */
export function lastSeen<Value>(
  ask: () => Promise<Value>,
  everyMs: number,
  now: () => number = Date.now,
): () => Value | undefined {
  let value: Value | undefined;
  let askedAt = -Infinity;
  return () => {
    if (now() - askedAt >= everyMs) {
      askedAt = now();
      ask().then(
        (answer) => (value = answer),
        () => undefined,
      );
    }
    return value;
  };
}
