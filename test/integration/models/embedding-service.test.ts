import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBuiltInEmbedder } from '../../../src/models/built-in-embedder.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import type { EmbeddingLimits } from '../../../src/models/embedding-limits.ts';
import { createEmbeddingServer } from '../../../src/models/embedding-server.ts';
import {
  builtInModelDir,
  readModelFacts,
  type ModelFacts,
} from '../../../src/models/model-files.ts';
import { createServiceEmbedder } from '../../../src/models/service-embedder.ts';

const texts = ['How do I close the server?', '', 'app.listen(3000)\n'.repeat(400), 'ünï 😀'];

/** A vector of 384 dimensions, in base64. */
const zeros = Buffer.alloc(384 * 4).toString('base64');

let model: Embedder;
let facts: ModelFacts;
let url: string;
let close: () => Promise<unknown>;
let embedder: Embedder;

beforeAll(async () => {
  model = await createBuiltInEmbedder({ threads: 1 });
  facts = await readModelFacts(builtInModelDir);
});
afterAll(() => model.close());
beforeEach(async () => {
  await serve(createEmbeddingServer({ embedder: model, log: { warn: () => {} } }));
  embedder = createServiceEmbedder({ url, facts });
});
afterEach(async () => {
  await embedder.close();
  await close();
});

async function serve(listener: RequestListener): Promise<void> {
  await close?.();
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = async () => {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), 'close');
  };
}

/** A server whose model embeds nothing until the test lets it. */
function heldServer(limits: Partial<EmbeddingLimits>): {
  held: { begun: PromiseWithResolvers<void>; end: PromiseWithResolvers<void> };
  answer: RequestListener;
  registry: Registry;
} {
  const held = { begun: Promise.withResolvers<void>(), end: Promise.withResolvers<void>() };
  const slow: Embedder = {
    ...model,
    embed: async (given, purpose, signal) => {
      held.begun.resolve();
      await held.end.promise;
      return model.embed(given, purpose, signal);
    },
  };
  const registry = new Registry();
  const log = { warn: () => {} };
  const answer = createEmbeddingServer({ embedder: slow, limits, registry, log });
  return { held, answer, registry };
}

/** Refuses a request as a full service does, but asks for a short wait. */
function refuse(response: ServerResponse): void {
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after-ms': '1' });
  response.end(JSON.stringify({ error: { message: 'full' } }));
}

const ask = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/v1/embeddings`, { method: 'POST', body: JSON.stringify(body), headers });

describe('the embedding service', () => {
  test('gives the same vectors and tokens as the model of a process, under the same id', async () => {
    expect(embedder).toMatchObject({ id: model.id, dimensions: 384, window: 256 });
    expect(await embedder.embed(texts, 'document')).toEqual(await model.embed(texts, 'document'));
    expect(await embedder.embedTokens!(texts, 'query')).toEqual(
      await model.embedTokens!(texts, 'query'),
    );
    expect(await embedder.embed(texts, 'topic')).toEqual(await model.embed(texts, 'topic'));
    expect(await embedder.embed([], 'document')).toEqual([]);
  });

  test('gives many texts in their order', async () => {
    const many = Array.from({ length: 70 }, (_, at) => `text ${at}`);
    expect(await embedder.embed(many, 'document')).toEqual(await model.embed(many, 'document'));
  });

  test('serves clients of the published API, as numbers or in base64', async () => {
    const [vector] = await model.embed(['a'], 'document');
    const asNumbers = (await (await ask({ model: model.id, input: 'a' })).json()) as {
      data: { embedding: number[] }[];
    };
    const asBytes = (await (
      await ask({ model: model.id, input: ['a'], encoding_format: 'base64' })
    ).json()) as { data: { embedding: string }[] };
    expect(Float32Array.from(asNumbers.data[0]!.embedding)).toEqual(vector);
    expect(Buffer.from(asBytes.data[0]!.embedding, 'base64').length).toBe(384 * 4);
    const models = (await (await fetch(`${url}/v1/models`)).json()) as { data: { id: string }[] };
    expect(models.data.map(({ id }) => id)).toEqual([model.id]);
  });

  test('refuses another model, and the error names both', async () => {
    const other = createServiceEmbedder({ url, facts: { ...facts, id: 'other@1' } });
    await expect(other.embed(['a'], 'document')).rejects.toMatchObject({
      reason: 'ModelFailed',
      retry: 'never',
      message: expect.stringMatching(
        /This service embeds with all-minilm\S+, not with other@1\. Run the same version/,
      ),
    });
    await other.close();
  });

  test('takes no vectors of another model from an address that checks no names', async () => {
    const data = [{ object: 'embedding', index: 0, embedding: zeros }];
    await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', model: 'bge-small-en-v1.5', data }));
    });
    const client = createServiceEmbedder({ url, facts });
    await expect(client.embed(['a'], 'document')).rejects.toMatchObject({
      reason: 'ModelFailed',
      message: `The embedding service ${url} answered with the model bge-small-en-v1.5, not with ${model.id}. Run lectern embed of the same version there`,
    });
    await client.close();
  });

  test.each([
    [{ model: 'm' }, 400, "body must have required property 'input'"],
    [{ model: 'm', input: [] }, 400, 'input must be a text or a list of 1 to 2048 texts'],
    [{ model: 'm', input: [1] }, 400, 'input must be a text or a list'],
    [{ model: 'm', input: 'a', encoding_format: 'int8' }, 400, 'body/encoding_format'],
    [{ model: 'm', input: 'a' }, 404, 'not with m'],
  ])('answers %j with %i', async (body, status, message) => {
    const response = await ask(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining(message), type: 'invalid_request_error' },
    });
  });

  test('refuses many texts if it must send the vectors of their tokens', async () => {
    const body = { model: model.id, input: Array(257).fill('a') as string[] };
    const response = await ask({ ...body, lectern: { tokens: true } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: 'input must have 1 to 256 texts if it asks for tokens.' },
    });
    expect((await ask(body)).status).toBe(200);
  });

  test('tells a client that its request is too large', async () => {
    const response = await ask({ model: model.id, input: 'a'.repeat(32_000_000) });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 'payload_too_large' } });
  });

  test('lets only clients with its key in', async () => {
    const log = { warn: () => {} };
    await serve(createEmbeddingServer({ embedder: model, key: 'right', log }));
    const body = { model: model.id, input: 'a' };
    expect((await ask(body)).status).toBe(401);
    expect((await ask(body, { authorization: 'Bearer wrong' })).status).toBe(401);
    const known = createServiceEmbedder({ url, facts, key: 'right' });
    await expect(known.embed(['a'], 'document')).resolves.toHaveLength(1);
    await known.close();
  });

  test('refuses documents when too many wait, still embeds questions, and clients ask again', async () => {
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slow: Embedder = {
      ...model,
      // Documents do not wait for the model, so that there is room when the client asks again.
      embed: async (given, purpose, signal) => {
        if (purpose === 'query') return model.embed(given, purpose, signal);
        begun.resolve();
        await held.promise;
        return given.map(() => new Float32Array(384));
      },
    };
    let refused = 0;
    const answer = createEmbeddingServer({
      embedder: slow,
      limits: { documents: 2 },
      log: { warn: () => {} },
    });
    await serve((request, response) => {
      response.once('finish', () => {
        if (response.statusCode !== 429) return;
        refused += 1;
        held.resolve();
      });
      answer(request, response);
    });
    const client = createServiceEmbedder({ url, facts });
    const first = client.embed(['a', 'b'], 'document');
    await begun.promise;
    await expect(client.embed(['a question'], 'query')).resolves.toHaveLength(1);

    const second = client.embed(['c'], 'document');

    await expect(Promise.all([first, second])).resolves.toHaveLength(2);
    expect(refused).toBe(1);
    await client.close();
  });

  test('makes documents wait for a full service, and fails no run', async () => {
    const answer = createEmbeddingServer({ embedder: model, log: { warn: () => {} } });
    let refusals = 20;
    await serve((request, response) => {
      if (refusals > 0) refuse(response);
      else answer(request, response);
      refusals -= 1;
    });
    const client = createServiceEmbedder({ url, facts });
    expect(await client.embed(['a'], 'document')).toEqual(await model.embed(['a'], 'document'));
    await client.close();
  });

  test('gives up on a service that stays full for longer than its patience', async () => {
    let requests = 0;
    await serve((_, response) => {
      requests += 1;
      refuse(response);
    });
    const client = createServiceEmbedder({ url, facts, patienceMs: 0, retries: 1 });
    await expect(client.embed(['a'], 'document')).rejects.toMatchObject({
      reason: 'ModelFailed',
      retry: 'backoff',
      message: expect.stringContaining('429 full'),
    });
    expect(requests).toBe(2);
    await client.close();
  });

  test('repeats a question once, because an answer works without its vector', async () => {
    let requests = 0;
    await serve((_, response) => {
      requests += 1;
      refuse(response);
    });
    const client = createServiceEmbedder({ url, facts });
    await expect(client.embed(['a'], 'query')).rejects.toMatchObject({ reason: 'ModelFailed' });
    expect(requests).toBe(2);
    await client.close();
  });

  test('refuses questions when too many wait, and counts what it refuses and what waits', async () => {
    const { held, answer, registry } = heldServer({ questions: 1 });
    await serve(answer);
    const first = ask({ model: model.id, input: 'first', lectern: { purpose: 'query' } });
    await held.begun.promise;

    const second = await ask({ model: model.id, input: 'a', lectern: { purpose: 'query' } });

    expect(second.status).toBe(429);
    expect(second.headers.get('retry-after')).toBe('2');
    // So that the client may reach another Pod.
    expect(second.headers.get('connection')).toBe('close');
    expect(await registry.metrics()).toMatch(
      /waiting_texts\{purpose="question"\} 1\n.*waiting_texts\{purpose="document"\} 0\n/s,
    );
    expect(await registry.metrics()).toContain('refused_total{limit="questions"} 1');
    held.end.resolve();
    expect((await first).status).toBe(200);
    expect(await registry.metrics()).toContain('waiting_texts{purpose="question"} 0');
  });

  test('refuses large requests while it holds many bytes of others, and takes short ones', async () => {
    const { held, answer, registry } = heldServer({ bytes: 300_000 });
    await serve(answer);
    const large = { model: model.id, input: 'a'.repeat(200_000) };
    const first = ask(large);
    await held.begun.promise;

    expect((await ask(large)).status).toBe(429);
    held.end.resolve();
    expect((await ask({ model: model.id, input: 'a' })).status).toBe(200);
    expect((await first).status).toBe(200);
    expect((await ask(large)).status).toBe(200);
    expect(await registry.metrics()).toContain('refused_total{limit="bytes"} 1');
  });

  test('lets a Pod that is added later embed for clients that are connected', async () => {
    const log = { warn: () => {} };
    const answer = createEmbeddingServer({ embedder: model, connectionMs: 0, log });
    const embeddedBy = [0, 0];
    const pods = embeddedBy.map((_, pod) =>
      createServer((request, response) => {
        embeddedBy[pod]! += 1;
        answer(request, response);
      }).listen(0, '127.0.0.1'),
    );
    // Like a Service of Kubernetes, this chooses a Pod for each connection.
    let connections = 0;
    let ready = 1;
    const service = createTcpServer((socket) => {
      const pod = pods[connections++ % ready]!;
      socket.pipe(connect((pod.address() as AddressInfo).port, '127.0.0.1')).pipe(socket);
    }).listen(0, '127.0.0.1');
    await Promise.all([...pods, service].map((server) => once(server, 'listening')));
    const { port } = service.address() as AddressInfo;
    const client = createServiceEmbedder({ url: `http://127.0.0.1:${port}`, facts });
    const eight = Array.from({ length: 8 }, (_, at) => `text ${at}`);
    for (const text of eight) await client.embed([text], 'query');

    ready = 2;
    for (const text of eight) await client.embed([text], 'query');

    expect(embeddedBy).toEqual([12, 4]);
    await client.close();
    for (const pod of pods) pod.closeAllConnections();
    for (const server of [service, ...pods]) server.close();
  });

  test('ends the work for a client that leaves', async () => {
    const ended = Promise.withResolvers<unknown>();
    const begun = Promise.withResolvers<void>();
    const slow: Embedder = {
      ...model,
      embed: (_texts, _purpose, signal) => {
        begun.resolve();
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            ended.resolve(signal.reason);
            reject(signal.reason as Error);
          });
        });
      },
    };
    await serve(createEmbeddingServer({ embedder: slow, log: { warn: () => {} } }));
    const client = createServiceEmbedder({ url, facts });
    const abort = new AbortController();
    const reason = new Error('no longer wanted');
    const work = client.embed(['a'], 'document', abort.signal);
    await begun.promise;

    abort.abort(reason);

    await expect(work).rejects.toBe(reason);
    await expect(ended.promise).resolves.toMatchObject({ message: 'The client has left' });
    await client.close();
  });

  test('fails with a clear error while the service is away', async () => {
    await close();
    const client = createServiceEmbedder({ url, facts, retries: 0 });
    await expect(client.embed(['a'], 'query')).rejects.toMatchObject({
      reason: 'ModelFailed',
      retry: 'backoff',
    });
    await client.close();
  });
});
