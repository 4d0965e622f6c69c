import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@elastic/elasticsearch';
import { Registry } from 'prom-client';
import { GatewayClient } from '../../src/store/gateway/client.ts';
import { newToken, type RunGrant, type RunGrants } from '../../src/store/gateway/grants.ts';
import { createRemoteStores } from '../../src/store/gateway/remote-stores.ts';
import { createGatewayMetrics } from '../../src/store/gateway/gateway-metrics.ts';
import { createGateway, type GatewayOptions } from '../../src/store/gateway/server.ts';
import { createElasticsearchRunStores } from '../../src/store/snippets/elasticsearch/elasticsearch-run-store.ts';
import { createElasticsearchVectorStores } from '../../src/store/snippets/elasticsearch/vector-store.ts';
import { createElasticsearchRunGrants } from '../../src/store/snippets/elasticsearch/run-grants.ts';
import { createElasticsearchRunHandovers } from '../../src/store/snippets/elasticsearch/run-handovers.ts';
import { createElasticsearchRunJournal } from '../../src/store/snippets/elasticsearch/run-journal.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { createElasticsearchUploads } from '../../src/store/snippets/elasticsearch/uploads.ts';

/** Gateways of a test behind one address. Each request goes to another gateway. */
export interface GatewayUnderTest {
  url: string;
  grants: RunGrants;
  /** Metrics of all gateways, in Prometheus' text format. */
  metrics: () => Promise<string>;
  /** Handles each request before a gateway does. True keeps the request from the gateway. */
  intercept: (...args: Parameters<RequestListener>) => boolean;
  /** Returns a run's stores, by a separate token. */
  storesOf(
    grant?: Partial<RunGrant>,
  ): Promise<ReturnType<typeof createRemoteStores> & { token: string }>;
  close(): Promise<void>;
}

/** Starts gateways over the indices with a prefix. */
export async function startGateways(
  client: Client,
  prefix: string,
  options: Partial<GatewayOptions> = {},
): Promise<GatewayUnderTest> {
  const grants = createElasticsearchRunGrants({ client, prefix });
  const registry = new Registry();
  const metrics = createGatewayMetrics(registry);
  const replicas = [1, 2].map(() =>
    createGateway({
      grants,
      handovers: createElasticsearchRunHandovers({ client, prefix }),
      index: createElasticsearchSnippetIndex({ client, prefix }),
      journal: createElasticsearchRunJournal({ client, prefix }),
      uploads: createElasticsearchUploads({ client, prefix }),
      runStore: createElasticsearchRunStores({ client, prefix }),
      vectorStore: createElasticsearchVectorStores({ client, prefix }),
      isModel: () => true,
      metrics,
      log: { info: () => undefined, warn: () => undefined },
      ...options,
    }),
  );
  let turn = 0;
  const server = createServer((request, response) => {
    if (under.intercept(request, response)) return;
    replicas[(turn += 1) % replicas.length]!(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients: GatewayClient[] = [];
  const under: GatewayUnderTest = {
    url,
    grants,
    metrics: () => registry.metrics(),
    intercept: () => false,
    async storesOf(grant = {}) {
      const library = grant.library ?? '/acme/widgets';
      const key = grant.key ?? `docs${library}`;
      const token = newToken(key);
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      await grants.give({ key, library, run: 'run-1', expiresAt, ...grant }, token);
      const connection = new GatewayClient({ url, token, patienceMs: 10_000 });
      clients.push(connection);
      return { ...createRemoteStores(connection), token };
    },
    async close() {
      await Promise.all(clients.map((connection) => connection.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return under;
}
