import { describe, expect, test } from 'vitest';
import type { Embedder } from '../models/embedder.ts';
import { lastSeen, seenModels } from './last-seen.ts';

describe('what was seen of the models', () => {
  const made = (embed: Embedder['embed'], id = 'minilm@1'): Embedder => ({
    id,
    dimensions: 1,
    window: 1,
    embed,
    close: async () => undefined,
  });

  test('is how the last call has ended', async () => {
    let works = true;
    const embedder = made(async () => {
      if (works) return [];
      throw new Error('away');
    }, 'openai:model@1');
    const seen = seenModels({ embedder });

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

  test('is nothing of a call that its caller gave up, and a failure of one that took too long', async () => {
    const embedder = made(async (_texts, _purpose, signal) => Promise.reject(signal?.reason));
    const reranker = { rerank: async () => [0] };
    const seen = seenModels({ embedder, reranker });
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

describe('a value that was seen', () => {
  test('is told at once, asked for anew when it is old, and kept when it cannot be had', async () => {
    let time = 0;
    const answers = [Promise.resolve(1), Promise.reject(new Error('away')), Promise.resolve(3)];
    let asked = 0;
    const look = lastSeen(
      () => answers[asked++]!,
      10,
      () => time,
    );

    const seen = [look()];
    for (const at of [5, 10, 15, 20, 25]) {
      await Promise.allSettled(answers.slice(0, asked));
      time = at;
      seen.push(look());
    }

    expect(seen).toEqual([undefined, 1, 1, 1, 1, 3]);
    expect(asked).toBe(3);
  });
});
