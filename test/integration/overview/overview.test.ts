import { describe, expect, onTestFinished, test } from 'vitest';
import { createOpenaiEmbedder } from '../../../src/models/openai-embedder.ts';
import { createChatReranker } from '../../../src/models/chat-reranker.ts';
import { startOpenaiServer } from '../../doubles/openai-server.ts';
import { fakeEmbedder } from '../../support/fake-stores.ts';
import { makeLibrary } from '../../support/library.ts';
import { apiServer, operatorToken, type ApiServer } from '../api/api-server.ts';

const asOperator = { authorization: `Bearer ${operatorToken}` };
const hidden = { visibility: 'private', teamspace: 'other' } as const;
const libraries = [
  makeLibrary({ spec: { id: '/acme/web' }, status: { totalSnippets: 2, totalTokens: 30 } }),
  makeLibrary({ spec: { id: '/acme/own', ...hidden }, status: { totalSnippets: 5 } }),
];
const facts = {
  stores: [
    { name: 'metadata', product: 'SQLite', version: async () => '3.50.4' },
    {
      name: 'snippets',
      product: 'Elasticsearch',
      version: () => Promise.reject(new Error('away')),
    },
  ],
  migration: async () => '0008-teamspaces',
  indexBytes: async () => 4096,
  embedding: { provider: 'openai-compatible', model: 'small', host: 'models.example' },
} as const;

async function memberOf(server: ApiServer): Promise<Record<string, string>> {
  const { json } = await server.send('POST', '/api/v1/keys', { name: 'a member' });
  return { authorization: `Bearer ${json.key}` };
}

describe('the overview', () => {
  test('shows admins the state of the install, its stores and its models', async () => {
    const server = await apiServer({ libraries, parts: { facts } });

    const { status, json } = await server.get('/api/v1/overview', asOperator);

    expect(status).toBe(200);
    expect(json).toMatchObject({
      version: '1.2.3',
      license: 'none',
      libraries: { total: 2, byState: { finalized: 2, error: 0 } },
      queue: { queued: 0, running: 0, failed: 0 },
      index: { snippets: 7, tokens: 30, bytes: 4096 },
      migration: '0008-teamspaces',
      stores: [
        { name: 'metadata', product: 'SQLite', version: '3.50.4' },
        { name: 'snippets', product: 'Elasticsearch' },
      ],
    });
    expect(json.models).toEqual([
      { use: 'embedding', ...facts.embedding, dimensions: 64, lastCall: 'unknown' },
    ]);
    expect(json.dependencies.map(({ name }: { name: string }) => name)).toEqual([
      'catalog',
      'index',
      'registry',
    ]);
    const answered = { needed: true, ok: true, message: 'ok', milliseconds: expect.any(Number) };
    expect(json.dependencies[0]).toEqual({ name: 'catalog', ...answered });
  });

  test('shows members their libraries, without stores and models', async () => {
    const server = await apiServer({ libraries, parts: { facts } });

    const { json } = await server.get('/api/v1/overview', await memberOf(server));

    expect(json.libraries.total).toBe(1);
    expect(json.index).toEqual({ snippets: 2, tokens: 30 });
    for (const field of ['stores', 'models', 'migration']) expect(json).not.toHaveProperty(field);
    expect(json.dependencies[0]).toEqual({ name: 'catalog', needed: true, ok: true });
    expect((await server.get('/api/v1/overview')).status).toBe(401);
  });

  test('shows which dependency fails, and why', async () => {
    const checks = { embedding: async () => Promise.reject(new Error('no model')) };
    const server = await apiServer({ parts: { checks } });

    const { json } = await server.get('/api/v1/overview', asOperator);

    const failed = { name: 'embedding', needed: false, ok: false, message: 'no model' };
    expect(json.dependencies).toContainEqual({ ...failed, milliseconds: expect.any(Number) });
    expect(json.models[0]).toMatchObject({ provider: 'built-in', model: 'fake' });
  });
});

describe('a test of the models', () => {
  test('embeds a question and ranks passages, and reports the time of each', async () => {
    const fake = fakeEmbedder();
    const models = await startOpenaiServer({
      embed: (texts) => fake.embed(texts, 'query'),
      chat: () => '[0,1]',
    });
    onTestFinished(() => models.close());
    const embedder = await createOpenaiEmbedder({ url: models.url, model: 'small' });
    const reranker = createChatReranker({ url: models.url, model: 'chat' });
    const server = await apiServer({ parts: { embedder, reranker } });

    const { json } = await server.send('POST', '/api/v1/models/test');

    const milliseconds = expect.any(Number);
    const vector = 'Returned a vector with 64 dimensions';
    const order = 'Ranked two passages correctly';
    expect(json).toEqual({
      embedding: { ok: true, message: vector, milliseconds },
      reranking: { ok: true, message: order, milliseconds },
    });
    const health = await server.get('/api/health');
    expect(health.json.connectivity).toMatchObject({ embedding: 'ok', llm: 'ok' });
  });

  test('that fails reports the reason, without the key', async () => {
    const fake = fakeEmbedder();
    const models = await startOpenaiServer({ embed: (texts) => fake.embed(texts, 'query') });
    onTestFinished(() => models.close());
    const key = 'sk-a-secret-key';
    const embedder = await createOpenaiEmbedder({ url: models.url, model: 'small', key });
    const server = await apiServer({ parts: { embedder } });
    const body = { error: { message: `Incorrect API key provided: ${key}` } };
    models.script.push({ status: 401, body });

    const { json, text } = await server.send('POST', '/api/v1/models/test');

    expect(json.embedding.ok).toBe(false);
    expect(json.embedding.message).toContain('Incorrect API key');
    expect(json).not.toHaveProperty('reranking');
    expect(text).not.toContain(key);
  });

  test('requires an admin', async () => {
    const server = await apiServer();
    const member = await memberOf(server);
    const { json } = await server.send('POST', '/api/v1/models/test', undefined, member);
    expect(json.error).toBe('forbidden');
  });
});
