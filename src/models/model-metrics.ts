import { Counter, Histogram, type Registry } from 'prom-client';
import {
  wrapEmbedder,
  wrapReranker,
  type Embedder,
  type EmbeddingPurpose,
  type Reranker,
} from './embedder.ts';

/** The purpose of a call: embed texts, questions also with the model before a change, rank snippets, or name terms for a question. */
type Call = `embed_${EmbeddingPurpose}` | 'embed_query_previous' | 'rerank' | 'terms';

/** Measures calls of models. */
export interface ModelMetrics {
  /** Wraps an embedder to measure its calls. `isPrevious`: the model before a change, which embeds only questions. */
  embedder(embedder: Embedder, isPrevious?: boolean): Embedder;
  /** Wraps a reranker to measure its calls. */
  reranker(reranker: Reranker): Reranker;
  /** Adds the token count that an endpoint reports for a call. */
  tokens(model: 'embedding' | 'reranking', count: number): void;
}

/** Creates the metrics of this process's calls of models. */
export function createModelMetrics(registry: Registry): ModelMetrics {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'lectern_model_call_duration_seconds',
    help: 'Time of model calls, by outcome.',
    labelNames: ['call', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const texts = new Counter({
    name: 'lectern_model_texts_total',
    help: 'Texts of successful model calls.',
    labelNames: ['call'],
    registers,
  });
  const tokens = new Counter({
    name: 'lectern_model_tokens_total',
    help: 'Tokens that model endpoints report. The built-in model reports none.',
    labelNames: ['model'],
    registers,
  });

  async function measured<Answer>(
    call: Call,
    { count, signal }: { count: number; signal: AbortSignal | undefined },
    carryOut: () => Promise<Answer>,
  ): Promise<Answer> {
    const start = performance.now();
    const ended = (outcome: string): void =>
      seconds.observe({ call, outcome }, (performance.now() - start) / 1000);
    try {
      const answer = await carryOut();
      ended('answered');
      texts.inc({ call }, count);
      return answer;
    } catch (error) {
      ended(signal?.aborted ? 'cancelled' : 'failed');
      throw error;
    }
  }

  return {
    embedder: (inner, isPrevious = false) =>
      wrapEmbedder(inner, ({ purpose, ...of }, carryOut) =>
        measured(isPrevious ? 'embed_query_previous' : `embed_${purpose}`, of, carryOut),
      ),
    reranker: (inner) =>
      wrapReranker(inner, ({ name, ...of }, carryOut) => measured(name, of, carryOut)),
    tokens: (model, count) => tokens.inc({ model }, count),
  };
}
