import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import type { Embedder } from './embedder.ts';
import { createModelMetrics } from './model-metrics.ts';

const embedder = (embed: Embedder['embed']): Embedder => ({
  id: 'double',
  dimensions: 1,
  window: 256,
  embed,
  close: async () => undefined,
});
const count = (call: string, outcome: string): string =>
  `lectern_model_call_duration_seconds_count{call="${call}",outcome="${outcome}"}`;

describe('the metrics of models', () => {
  test('count calls and texts by purpose, and change no result', async () => {
    const registry = new Registry();
    const metrics = createModelMetrics(registry);
    const measured = metrics.embedder(
      embedder(async (texts) => texts.map((text) => Float32Array.of(text.length))),
    );
    const reranker = metrics.reranker({
      rerank: async (_question, candidates) => [...candidates.keys()],
      expectTerms: async (question) => [question],
    });

    const vectors = await measured.embed(['a', 'bc'], 'document');
    await measured.embed(['q'], 'query');
    const order = await reranker.rerank('q', ['a', 'b', 'c']);
    const terms = await reranker.expectTerms!('q', 'Web');
    metrics.tokens('embedding', 7);

    expect(vectors).toEqual([Float32Array.of(1), Float32Array.of(2)]);
    expect(order).toEqual([0, 1, 2]);
    expect(terms).toEqual(['q']);
    expect(measured).toMatchObject({ id: 'double', dimensions: 1, window: 256 });
    const text = await registry.metrics();
    expect(text).toContain(`${count('embed_document', 'answered')} 1`);
    expect(text).toContain(`${count('embed_query', 'answered')} 1`);
    expect(text).toContain(`${count('rerank', 'answered')} 1`);
    expect(text).toContain(`${count('terms', 'answered')} 1`);
    expect(text).toContain('lectern_model_texts_total{call="embed_document"} 2');
    expect(text).toContain('lectern_model_texts_total{call="rerank"} 3');
    expect(text).toContain('lectern_model_tokens_total{model="embedding"} 7');
  });

  test('distinguish failures from cancelled calls', async () => {
    const registry = new Registry();
    const fails = createModelMetrics(registry).embedder(
      embedder(async () => Promise.reject(new Error('overloaded'))),
    );

    await expect(fails.embed(['a'], 'query')).rejects.toThrow('overloaded');
    await expect(fails.embed(['a'], 'query', AbortSignal.abort())).rejects.toThrow('overloaded');

    const text = await registry.metrics();
    expect(text).toContain(`${count('embed_query', 'failed')} 1`);
    expect(text).toContain(`${count('embed_query', 'cancelled')} 1`);
    expect(text).not.toContain('lectern_model_texts_total{');
  });
});
