import { wrapEmbedder, wrapReranker, type Embedder, type Reranker } from '../models/embedder.ts';

/** The outcome of a model's last call; unknown before the first. */
type ModelState = 'ok' | 'failed' | 'unknown';

/** The last known state of the models. */
export interface Connectivity {
  embedding: ModelState;
  embedding_provider: 'built-in' | 'openai-compatible';
  /** The reranker; absent without one. */
  llm?: ModelState;
  llm_provider?: 'openai-compatible';
}

/** The models of answers, and the outcome of their last calls. */
export interface WatchedModels {
  embedder: Embedder;
  reranker?: Reranker;
  connectivity(): Connectivity;
}

/** Records the outcome of each call of the models. A call that its caller cancelled does not count. */
export function watchModels(models: { embedder: Embedder; reranker?: Reranker }): WatchedModels {
  const { embedder, reranker } = models;
  const states: { embedding: ModelState; llm: ModelState } = {
    embedding: 'unknown',
    llm: 'unknown',
  };
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
    embedder: wrapEmbedder(embedder, ({ signal }, carryOut) => seen('embedding', signal, carryOut)),
    ...(reranker && {
      reranker: wrapReranker(reranker, ({ signal }, carryOut) => seen('llm', signal, carryOut)),
    }),
    connectivity: () => ({
      embedding: states.embedding,
      embedding_provider: embedder.id.startsWith('openai:') ? 'openai-compatible' : 'built-in',
      ...(reranker && { llm: states.llm, llm_provider: 'openai-compatible' }),
    }),
  };
}

/** Returns true for a timeout: a model slower than the time limit of a question counts as failed. */
function isTimeout({ reason }: AbortSignal): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}
