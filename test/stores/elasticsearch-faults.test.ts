import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createElasticsearchClient } from '../../src/store/snippets/elasticsearch/client.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import type { SnippetIndex } from '../../src/store/snippet-index.ts';
import { snippetOf, toWrite, vectorAlong } from '../contract/snippet-index/snippets.ts';
import { elasticsearchUrl, openIndices } from '../support/elasticsearch.ts';
import {
  startElasticsearchProxy,
  type ElasticsearchProxy,
} from '../support/elasticsearch-proxy.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const LIBRARY = '/faults/test';
const facts = { revision: 'r', fingerprint: 'f', linkTemplate: '{path}' };
const question = { libraryId: LIBRARY, version: '', question: 'alpha', limit: 5 };

let client: Client;
let prefix: string;
let index: SnippetIndex;

beforeEach(async () => {
  const opened = await openIndices();
  ({ client, prefix } = opened);
  index = createElasticsearchSnippetIndex({ client, prefix });
  return opened.cleanUp;
});

/** Indexes each text as the only snippet of a document. `vector` returns its vector. */
async function publish(texts: string[], { to = index, vector = vectorAlong } = {}): Promise<void> {
  const writer = await to.open(LIBRARY, '', 'model');
  try {
    for (const [n, text] of texts.entries()) {
      const path = `${text}.md`;
      await writer.write({ path, hash: 'h' }, [toWrite(snippetOf(path, text), vector(n))]);
    }
    await writer.activate(facts);
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

async function found(from = index): Promise<string[]> {
  return (await from.search(question))?.lexical.map(({ id }) => id) ?? [];
}

describe('documents that are refused', () => {
  test('fail the run with their number and the reason, and the active generation stays', async () => {
    await publish(['alpha']);
    const notNumbers = (n: number): Float32Array =>
      vectorAlong(n).map((value) => (n < 2 ? value : NaN));
    const failing = publish(['alpha', 'beta', 'gamma', 'delta', 'epsilon'], { vector: notNumbers });
    await expect(failing).rejects.toMatchObject({
      reason: 'StorageFailed',
      retry: 'backoff',
      message: expect.stringMatching(/refused 3 documents \(400 .*do not support NaN/),
    });
    expect(await found()).toEqual(['alpha.md#alpha']);
    await publish(['alpha', 'beta']);
    expect(await index.versions(LIBRARY)).toMatchObject([{ generation: 2, snippets: 2 }]);
  });

  test('by a blocked index fail the run until the index is writable again', async () => {
    await publish(['alpha']);
    const block = (on: boolean): Promise<unknown> =>
      client.indices.putSettings({
        index: `${prefix}-snippets`,
        settings: { 'index.blocks.write': on ? true : null },
      });
    await block(true);
    await expect(publish(['alpha', 'beta'])).rejects.toMatchObject({
      reason: 'StorageFailed',
      message: expect.stringMatching(/refused 1 document \(403 cluster_block_exception/),
    });
    expect(await found()).toEqual(['alpha.md#alpha']);
    await block(false);
    await publish(['alpha', 'beta']);
    expect(await index.versions(LIBRARY)).toMatchObject([{ snippets: 2 }]);
  });
});

describe('an unreachable server', () => {
  let proxy: TcpProxy;
  let away: Client;
  let through: SnippetIndex;

  beforeEach(async () => {
    const { hostname, port } = new URL(elasticsearchUrl());
    proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    const url = `http://127.0.0.1:${proxy.port}`;
    away = await createElasticsearchClient({ url, requestTimeoutMs: 30_000 });
    through = createElasticsearchSnippetIndex({ client: away, prefix });
    await publish(['alpha']);
  });
  afterEach(async () => {
    await away.close();
    await proxy.stop();
  });

  test('makes searches fail with search_failed until it is back', async () => {
    for (const outage of [1, 2]) {
      expect(await found(through), `before outage ${outage}`).toEqual(['alpha.md#alpha']);
      await proxy.stop();
      for (const ask of [() => found(through), () => through.versions(LIBRARY)]) {
        await expect(ask()).rejects.toMatchObject({ code: 'search_failed', status: 503 });
      }
      await proxy.start();
      await vi.waitFor(async () => expect(await found(through)).toHaveLength(1), 30_000);
    }
  });

  test('does not delay a caller beyond the timeout or the abort', async () => {
    const url = `http://127.0.0.1:${proxy.port}`;
    const hasty = await createElasticsearchClient({ url, requestTimeoutMs: 2_000 });
    onTestFinished(() => hasty.close());
    const limited = createElasticsearchSnippetIndex({ client: hasty, prefix });
    await vi.waitFor(async () => expect(await found(limited)).toHaveLength(1), 30_000);
    proxy.silence();
    const start = performance.now();
    await expect(found(limited)).rejects.toMatchObject({ code: 'search_failed' });
    expect(performance.now() - start).toBeLessThan(10_000);
    const impatient = limited.search(question, AbortSignal.timeout(50));
    await expect(impatient).rejects.toThrow('timeout');
    await proxy.stop();
    await proxy.start();
    await vi.waitFor(async () => expect(await found(limited)).toHaveLength(1), 30_000);
  });

  test('fails the active run, and a later run succeeds', async () => {
    const writer = await through.open(LIBRARY, '', 'model');
    const write = async (from: number, to: number): Promise<void> => {
      for (let n = from; n < to; n++) {
        const path = `${n}.md`;
        await writer.write({ path, hash: 'h' }, [
          toWrite(snippetOf(path, `t${n}`), vectorAlong(n)),
        ]);
      }
    };
    await write(0, 600);
    await proxy.stop();
    const failing = async (): Promise<void> => {
      await write(600, 1_800);
      await writer.activate(facts);
    };
    await expect(failing()).rejects.toMatchObject({ reason: 'StorageFailed', retry: 'backoff' });
    await writer.discard();
    await expect(through.open(LIBRARY, '', 'model')).rejects.toMatchObject({
      reason: 'StorageFailed',
      message: expect.stringContaining('cannot be reached'),
    });
    await proxy.start();
    expect(await found()).toEqual(['alpha.md#alpha']);
    await vi.waitFor(() => publish(['alpha', 'beta'], { to: through }), 30_000);
    expect(await index.versions(LIBRARY)).toMatchObject([{ snippets: 2 }]);
  });
});

describe('a server whose responses are lost', () => {
  let proxy: ElasticsearchProxy;
  let away: Client;
  let through: SnippetIndex;
  let lost: number;

  beforeEach(async () => {
    proxy = await startElasticsearchProxy();
    away = await createElasticsearchClient({ url: proxy.url, requestTimeoutMs: 30_000 });
    through = createElasticsearchSnippetIndex({ client: away, prefix });
    lost = 0;
    let writes = 0;
    proxy.fateOf = ({ method, url }) => {
      if (method !== 'PUT' || !url?.includes('-versions-v1/_doc/')) return 'pass';
      writes += 1;
      if (writes % 2 === 0) return 'pass';
      lost += 1;
      return 'lose';
    };
  });
  afterEach(async () => {
    await away.close();
    await proxy.close();
  });

  test('does not let a run take its own writes for those of another run', async () => {
    await publish(['alpha'], { to: through });
    expect(await found()).toEqual(['alpha.md#alpha']);
    await publish(['alpha', 'beta'], { to: through });
    expect(await index.versions(LIBRARY)).toMatchObject([{ generation: 2, snippets: 2 }]);
    expect(lost).toBeGreaterThan(3);
  });

  test('still ends a run when another one has started', async () => {
    const writer = await through.open(LIBRARY, '', 'model');
    await publish(['alpha']);
    await expect(writer.activate(facts)).rejects.toThrow('Another run of /faults/test has started');
    await writer.discard();
    expect(await found()).toEqual(['alpha.md#alpha']);
  });
});

describe('an overloaded server', () => {
  let refused: number;
  let to: SnippetIndex;

  beforeEach(async () => {
    const busy = await startElasticsearchProxy();
    refused = 0;
    busy.fateOf = ({ url }) => {
      if (!url?.includes('/_bulk') || refused === 2) return 'pass';
      refused += 1;
      return { status: 429, type: 'es_rejected_execution_exception' };
    };
    const patient = await createElasticsearchClient({ url: busy.url, requestTimeoutMs: 30_000 });
    to = createElasticsearchSnippetIndex({ client: patient, prefix });
    onTestFinished(async () => {
      await patient.close();
      await busy.close();
    });
  });

  test('receives the writes again later, and stores every document', async () => {
    await publish(['alpha', 'beta', 'gamma'], { to });

    expect(refused).toBe(2);
    expect(await index.versions(LIBRARY)).toMatchObject([{ snippets: 3 }]);
  });

  test('receives the vectors of waiting snippets again later', async () => {
    const writer = await index.open(LIBRARY, '', 'model', 32);
    const embeddingHash = 'hash of alpha';
    await writer.write({ path: 'alpha.md', hash: 'h' }, [
      { snippet: snippetOf('alpha.md', 'alpha'), embeddingHash, texts: ['alpha'] },
    ]);
    await writer.activate(facts);
    const vectors = await to.openVectors(LIBRARY, '', 'model');
    const [waiting] = await vectors!.next(10);

    await vectors!.store([{ key: waiting!.key, vectors: [vectorAlong(0)] }]);

    expect(refused).toBe(2);
    const left = await index.openVectors(LIBRARY, '', 'model');
    expect(left?.waiting).toEqual({ snippets: 0, texts: 0 });
  });
});

describe('the client', () => {
  test.each([
    ['8.19.3', 'Lectern needs 9.3 or a later 9.x'],
    ['9.0.4', 'The server is Elasticsearch 9.0.4'],
    ['10.1.0', 'Lectern needs 9.3 or a later 9.x'],
  ])('refuses Elasticsearch %s by name', async (number, message) => {
    const server = createServer((_, response) => {
      const headers = { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' };
      response.writeHead(200, headers).end(JSON.stringify({ version: { number } }));
    });
    const url = await listening(server);
    const opening = createElasticsearchClient({ url, requestTimeoutMs: 30_000 });
    await expect(opening).rejects.toThrow(message);
    server.close();
  });

  test('refuses a server that is another program, or that refuses its credentials', async () => {
    let status = 200;
    const server = createServer((_, response) => {
      const headers = { 'content-type': 'application/json' };
      response.writeHead(status, headers).end('{"hello":"world"}');
    });
    const url = await listening(server);
    const open = (): Promise<Client> =>
      createElasticsearchClient({ url, apiKey: 'very-secret', requestTimeoutMs: 30_000 });
    await expect(open()).rejects.toThrow('is not Elasticsearch');
    status = 401;
    const refused = await open().catch((error: Error) => error.message);
    expect(refused).toContain('check the API key');
    expect(refused).not.toContain('very-secret');
    server.close();
  });

  test('starts without the server, and works when the server is there', async () => {
    const { hostname, port } = new URL(elasticsearchUrl());
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    await proxy.stop();
    const url = `http://127.0.0.1:${proxy.port}`;
    const early = await createElasticsearchClient({ url, requestTimeoutMs: 2_000 });
    await proxy.start();
    const to = createElasticsearchSnippetIndex({ client: early, prefix });
    await vi.waitFor(() => publish(['alpha'], { to }), 30_000);
    expect(await found(to)).toEqual(['alpha.md#alpha']);
    await early.close();
    await proxy.stop();
  });
});

async function listening(server: Server): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
