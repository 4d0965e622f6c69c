import { expect, test } from 'vitest';
import { previousModelOf } from './models.ts';

const endpoint = { url: 'https://models.example.org/v1', model: 'minilm' };

test('the model before a change has the name that its vectors have in the index', async () => {
  expect(
    await previousModelOf({
      previousEmbeddingUrl: endpoint.url,
      previousEmbeddingModel: endpoint.model,
    }),
  ).toBe('openai:models.example.org/v1/minilm');
  expect(await previousModelOf({})).toBeUndefined();
});

test('the present model is not a previous one, so that no library is read again for ever', async () => {
  const { url, model } = endpoint;

  expect(await previousModelOf({ previousEmbeddingModel: 'built-in' })).toBeUndefined();
  expect(
    await previousModelOf({
      embeddingUrl: url,
      embeddingModel: model,
      previousEmbeddingUrl: url,
      previousEmbeddingModel: model,
    }),
  ).toBeUndefined();
  expect(
    await previousModelOf({
      embeddingUrl: url,
      embeddingModel: model,
      previousEmbeddingModel: 'built-in',
    }),
  ).toMatch(/^all-minilm/);
});
