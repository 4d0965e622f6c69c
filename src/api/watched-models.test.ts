import { describe, expect, test } from 'vitest';
import type { Embedder } from '../models/embedder.ts';
import { watchModels } from './watched-models.ts';

describe('watchModels', () => {
  const made = (embed: Embedder['embed'], id = 'minilm@1'): Embedder => ({
    id,
    dimensions: 1,
    window: 1,
    embed,
    close: async () => undefined,
  });

  test('reports how the last call ended', async () => {
    let works = true;
    const embedder = made(async () => {
      if (works) return [];
      throw new Error('away');
    }, 'openai:model@1');
    const seen = watchModels({ embedder });

    const states = [seen.connectivity()];
    await seen.embedder.embed(['x'], 'query');
    states.push(seen.connectivity());
    works = false;
    await seen.embedder.embed(['x'], 'query').catch(() => undefined);
    states.push(seen.connectivity());

    expect(states.map(({ embedding }) => embedding)).toEqual(['unknown', 'ok', 'failed']);
    expect(states[0]).toEqual({
      embedding: 'unknown',
      embedding_provider: 'openai-compatible',
    });
  });

  test('ignores a call that its caller cancelled, and counts a timeout as a failure', async () => {
    const embedder = made(async (_texts, _purpose, signal) => Promise.reject(signal?.reason));
    const reranker = { rerank: async () => [0] };
    const seen = watchModels({ embedder, reranker });
    const embed = (reason: unknown): Promise<unknown> =>
      seen.embedder.embed(['x'], 'query', AbortSignal.abort(reason)).catch(() => undefined);

    await embed(new Error('gone'));
    const after = seen.connectivity();
    await embed(new DOMException('late', 'TimeoutError'));
    await seen.reranker!.rerank('x', []);

    expect(after).toMatchObject({ embedding: 'unknown', llm: 'unknown' });
    expect(seen.connectivity()).toEqual({
      embedding: 'failed',
      embedding_provider: 'built-in',
      llm: 'ok',
      llm_provider: 'openai-compatible',
    });
  });
});
