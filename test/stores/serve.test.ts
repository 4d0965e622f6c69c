import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOpenaiEmbedder } from '../../src/models/openai-embedder.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { SqlCatalog } from '../../src/store/metadata/catalog.ts';
import { apiError, startOpenaiServer, type OpenaiServer } from '../doubles/openai-server.ts';
import { startClusterProcess, type ClusterProcess } from '../support/cluster-process.ts';
import { elasticsearchUrl, openIndices, type TestIndices } from '../support/elasticsearch.ts';
import { record, snippet } from '../support/fake-stores.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../support/postgres-database.ts';
import { storeSnippets } from '../support/stores.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const id = '/acme/web';
const key = 'key-of-the-embedding-model';

let indices: TestIndices;
let models: OpenaiServer;
let postgres: PostgresDatabase;
let proxies: { elasticsearch: TcpProxy; postgres: TcpProxy };
let server: ClusterProcess;

const proxyOf = ({ hostname, port }: URL): Promise<TcpProxy> =>
  startTcpProxy({ host: hostname, port: Number(port) });

/** Returns the address with the host and port of the proxy. */
function through(proxy: TcpProxy, address: string | URL): string {
  const moved = new URL(address);
  moved.host = `127.0.0.1:${proxy.port}`;
  return moved.href;
}

const serve = (): Promise<ClusterProcess> =>
  startClusterProcess('serve', {
    LECTERN_ELASTICSEARCH_URL: through(proxies.elasticsearch, elasticsearchUrl()),
    LECTERN_ELASTICSEARCH_PREFIX: indices.prefix,
    LECTERN_DATABASE_URL: through(proxies.postgres, postgres.url),
    LECTERN_REGISTRY: 'sql',
    LECTERN_EMBEDDING_URL: models.url,
    LECTERN_EMBEDDING_MODEL: 'double',
    LECTERN_EMBEDDING_KEY: key,
  });

/** Requests /api/ready. Returns the status and the state of each dependency. */
async function ready(): Promise<{ status: number; checks: Record<string, string> }> {
  const response = await fetch(`${server.url}/api/ready`);
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  return { status: response.status, checks };
}

beforeEach(async () => {
  indices = await openIndices();
  postgres = await createPostgresDatabase();
  models = await startOpenaiServer({
    key,
    embed: async (texts) => texts.map((text) => Float32Array.of(1, text.length)),
  });
  proxies = {
    elasticsearch: await proxyOf(new URL(elasticsearchUrl())),
    postgres: await proxyOf(postgres.url),
  };
  server = await serve();
});
afterEach(async () => {
  await server.stop();
  await Promise.all([proxies.elasticsearch.stop(), proxies.postgres.stop(), models.close()]);
  await indices.cleanUp();
  await postgres.cleanUp();
});

describe('lectern serve', () => {
  test('reports which dependency is down, and is ready without optional ones', async () => {
    // The client does not retry after this status.
    const failure = { for: '"ready"', status: 400, body: apiError('overloaded') };
    models.script.push(...Array.from({ length: 20 }, () => failure));
    const usual = { catalog: 'ok', index: 'ok', registry: 'ok', embedding: 'failed' };
    // A check that takes two seconds fails, so a busy machine needs another one. The server asks the model every 30 seconds.
    const reports = async (status: number, changes: object = {}): Promise<void> => {
      const checks = { ...usual, ...changes };
      await expect.poll(ready, { timeout: 90_000 }).toEqual({ status, checks });
    };

    await reports(200);
    await proxies.elasticsearch.stop();
    await reports(503, { index: 'failed' });
    await proxies.elasticsearch.start();
    await proxies.postgres.stop();
    await reports(503, { catalog: 'failed', registry: expect.any(String) });
    await proxies.postgres.start();
    await reports(200);

    const reasons = server.log.filter(({ dependency }) => dependency === 'embedding');
    expect(reasons).toContainEqual(
      expect.objectContaining({ reason: expect.stringContaining('overloaded') }),
    );
    expect(JSON.stringify(server.log)).not.toContain(key);
  });

  test('answers all requests before it ends, and closes their connections', async () => {
    const { url: at } = models;
    const embedder = await createOpenaiEmbedder({ url: at, model: 'double', key });
    const index = createElasticsearchSnippetIndex(indices);
    await storeSnippets({ index, embedder }, { libraryId: id, version: '' }, [
      snippet('routing', { title: 'Declare a route' }),
    ]);
    await new SqlCatalog(await postgres.open()).put(record(id));
    const release = Promise.withResolvers<void>();
    const question = 'declare a route';
    const held = models.nextRequest(question);
    models.script.push({ for: question, after: release.promise });
    const query = new URLSearchParams({ libraryId: id, query: question });

    const answer = fetch(`${server.url}/api/v2/context?${query.toString()}`, {
      headers: { 'x-request-id': 'held-back' },
    });
    await held;
    const ended = server.stop('SIGTERM');
    await vi.waitFor(async () => {
      const { status, headers } = await fetch(`${server.url}/api/health`);
      expect([status, headers.get('connection')]).toEqual([200, 'close']);
    }, 30_000);
    release.resolve();
    const response = await answer;

    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    expect(await response.text()).toContain('Declare a route');
    expect(await ended).toBe(0);
    await expect(fetch(`${server.url}/api/health`)).rejects.toThrow('fetch failed');
    expect(server.log).toContainEqual(
      expect.objectContaining({ requestId: 'held-back', status: 200 }),
    );
  });
});
