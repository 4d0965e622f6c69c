import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import { RunError } from '../../../src/base/errors.ts';
import { createBuiltInEmbedder } from '../../../src/models/built-in-embedder.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import { createOpenaiEmbedder } from '../../../src/models/openai-embedder.ts';
import { selfSignedCertificate, selfSignedKey } from '../../support/self-signed.ts';
import { dot } from './dot.ts';
import { failureOf } from './failure-of.ts';
import { apiError, type OpenaiServer, startOpenaiServer } from '../../doubles/openai-server.ts';

const key = 'sk-test-4711-secret';

let model: Embedder;
let server: OpenaiServer;
beforeAll(async () => {
  model = await createBuiltInEmbedder({ threads: 1 });
});
afterAll(() => model.close());
beforeEach(async () => {
  server = await startOpenaiServer({ key, embed: (texts) => model.embed(texts, 'document') });
});
afterEach(() => server.close());

const connect = (options = {}): Promise<Embedder> =>
  createOpenaiEmbedder({ url: server.url, model: 'minilm', key, dimensions: 384, ...options });

const answerOf = (...embeddings: unknown[]): unknown => ({
  object: 'list',
  data: embeddings.map((embedding, index) => ({ object: 'embedding', index, embedding })),
});

describe('an OpenAI-compatible embedder', () => {
  test('gives the vectors of the model behind the endpoint', async () => {
    const embedder = await connect();
    const texts = ['How do I stop the server?', '', '停止服务器'];
    const vectors = await embedder.embed(texts, 'query');
    const readable = [texts[0] ?? '', ' ', texts[2] ?? ''];
    const [first, blank, last] = await model.embed(readable, 'document');
    expect(vectors.map((vector) => vector.length)).toEqual([384, 384, 384]);
    for (const [at, expected] of [first, blank, last].entries()) {
      expect(dot(vectors[at], expected)).toBeCloseTo(1, 5);
    }
  });

  test('learns the dimensions from a first call and includes them in its id', async () => {
    const embedder = await createOpenaiEmbedder({ url: server.url, model: 'minilm', key });
    const { host } = new URL(server.url);
    expect(embedder.dimensions).toBe(384);
    expect(embedder.id).toBe(`openai:${host}/v1/minilm@384`);
    expect(server.requests[0]?.body).not.toHaveProperty('dimensions');
  });

  test('sends a long list in requests of 64 texts and returns it in order', async () => {
    const embedder = await connect();
    const texts = Array.from({ length: 150 }, (_, at) => `item ${at}`);
    const vectors = await embedder.embed(texts, 'document');
    const sizes = server.requests.map(({ body }) => [body['input']].flat().length);
    expect(sizes.sort((a, b) => b - a)).toEqual([64, 64, 22]);
    const [first, last] = await model.embed(['item 0', 'item 149'], 'document');
    expect(dot(vectors[0], first)).toBeCloseTo(1, 5);
    expect(dot(vectors[149], last)).toBeCloseTo(1, 5);
  });

  test('sends a question while all slots for documents are in use', async () => {
    const embedder = await connect({ concurrency: 1 });
    server.script.push({ never: true });
    const arrived = server.nextRequest();
    const documents = embedder.embed(['held'], 'document');
    const behind = embedder.embed(['behind'], 'document');
    const refused = Promise.all([failureOf(documents), failureOf(behind)]);
    await arrived;
    await expect(embedder.embed(['question'], 'query')).resolves.toHaveLength(1);
    expect(server.requests.map(({ body }) => body['input'])).toEqual([['held'], ['question']]);
    await embedder.close();
    expect((await refused).map(String)).toEqual(Array(2).fill('RunError: The embedder was closed'));
  });

  test('waits for Retry-After before it retries after a 429', async () => {
    const embedder = await connect();
    const limited = { status: 429, headers: { 'retry-after': '1' }, body: apiError('slow down') };
    server.script.push(limited);
    await expect(embedder.embed(['a'], 'document')).resolves.toHaveLength(1);
    const [first, second] = server.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(950);
  });

  test('retries after a 503 and stops after its last attempt', async () => {
    const embedder = await connect({ retries: 1 });
    const busy = { status: 503, headers: { 'retry-after-ms': '1' }, body: apiError('busy') };
    server.script.push(busy);
    await expect(embedder.embed(['a'], 'document')).resolves.toHaveLength(1);
    server.script.push(busy, busy);
    await expect(embedder.embed(['a'], 'document')).rejects.toMatchObject({
      reason: 'ModelFailed',
      retry: 'backoff',
      message: expect.stringContaining('503 busy'),
    });
    expect(server.requests).toHaveLength(4);
  });

  test('retries once for a question, because a person waits', async () => {
    const embedder = await connect({ retries: 4 });
    const busy = { status: 503, headers: { 'retry-after-ms': '1' }, body: apiError('busy') };
    server.script.push(busy, busy, busy);
    await expect(embedder.embed(['a'], 'query')).rejects.toThrow('503 busy');
    expect(server.requests).toHaveLength(2);
  });

  test('reports a refused key as a permanent failure, without the key', async () => {
    const embedder = await connect({ key: 'sk-wrong-0815-secret' });
    const error = await failureOf(embedder.embed(['a'], 'document'));
    expect(error).toMatchObject({ reason: 'ModelFailed', retry: 'never' });
    expect(String(error)).toContain('401 Incorrect API key provided: Bearer ***');
    expect(JSON.stringify(error) + String(error instanceof Error && error.stack)).not.toContain(
      '0815',
    );
    expect(server.requests).toHaveLength(1);
  });

  test('names the certificate that is not trusted, and the setting for your own authority', async () => {
    const tls = createServer({ key: selfSignedKey, cert: selfSignedCertificate }).listen(0);
    await once(tls, 'listening');
    onTestFinished(() => tls.close().closeAllConnections());
    const { port } = tls.address() as AddressInfo;
    const url = `https://localhost:${port}/v1`;
    const embedder = await createOpenaiEmbedder({ url, model: 'm', dimensions: 2, retries: 0 });

    await expect(embedder.embed(['a'], 'document')).rejects.toThrow(
      /failed: its certificate is not trusted \(.*\); .* NODE_EXTRA_CA_CERTS/,
    );
  });

  test('says that nothing listens at the address', async () => {
    const url = 'http://127.0.0.1:2/v1';
    const embedder = await createOpenaiEmbedder({ url, model: 'm', dimensions: 2, retries: 0 });

    await expect(embedder.embed(['a'], 'document')).rejects.toThrow(
      'failed: the connection is refused',
    );
  });

  test('sends no Authorization header when there is no key', async () => {
    const embedder = await createOpenaiEmbedder({ url: server.url, model: 'm', dimensions: 2 });
    await expect(embedder.embed(['a'], 'document')).rejects.toThrow('401');
    expect(server.requests[0]?.authorization).toBeUndefined();
  });

  test('refuses vectors of another length, since the model behind the endpoint has changed', async () => {
    const embedder = await connect();
    server.script.push({ body: answerOf([0.6, 0.8]) });
    await expect(embedder.embed(['a'], 'document')).rejects.toThrow(
      '2 dimensions where 384 were expected',
    );
  });

  test('gives vectors unit length', async () => {
    const embedder = await connect({ dimensions: 2 });
    server.script.push({ body: answerOf([3, 4]) });
    const [vector] = await embedder.embed(['a'], 'document');
    expect([...(vector ?? [])].map((value) => value.toFixed(4))).toEqual(['0.6000', '0.8000']);
  });

  test.each([
    ['fewer vectors than texts', { body: answerOf() }, '0 vectors for 1 texts'],
    ['another thing', { body: { ok: true } }, 'no list of vectors'],
    ['broken JSON', { body: '{"data":[' }, 'JSON'],
    ['plain text', { headers: { 'content-type': 'text/html' }, body: '<h1>Hi' }, 'no list'],
    ['zeros', { body: answerOf([0, 0]) }, 'not a list of finite numbers'],
    ['33 MB', { body: 'x'.repeat(33 * 1024 * 1024) }, 'more than'],
  ])('fails by name when the endpoint answers %s', async (_, scripted, message) => {
    const embedder = await connect({ dimensions: 2, retries: 0 });
    server.script.push(scripted);
    const failed = embedder.embed(['a'], 'document');
    await expect(failed).rejects.toMatchObject({ reason: 'ModelFailed' });
    await expect(failed).rejects.toThrow(message);
  });

  test('stops an attempt at its timeout', async () => {
    const embedder = await connect({ timeoutMs: 50, retries: 0 });
    server.script.push({ never: true });
    await expect(embedder.embed(['a'], 'document')).rejects.toThrow('timed out');
  });

  test('sends no more requests when the signal aborts', async () => {
    const embedder = await connect();
    const abort = new AbortController();
    const reason = new Error('enough');
    server.script.push({ never: true });
    const arrived = server.nextRequest();
    const failed = failureOf(embedder.embed(['a'], 'document', abort.signal));
    await arrived;
    abort.abort(reason);
    expect(await failed).toBe(reason);
  });

  test('fails by name if the endpoint is unreachable or the URL is invalid', async () => {
    const { url } = server;
    await server.close();
    const open = (address: string): Promise<Embedder> =>
      createOpenaiEmbedder({ url: address, model: 'm', retries: 0 });
    await expect(open(url)).rejects.toThrow(/endpoint 127\.0\.0\.1:\d+\/v1\/m failed/);
    for (const bad of ['nonsense', 'ftp://host/v1', 'https://user:secret@host/v1']) {
      const error = await failureOf(open(bad));
      expect(error).toBeInstanceOf(RunError);
      expect(String(error)).not.toContain('secret');
    }
    server = await startOpenaiServer();
  });
});
