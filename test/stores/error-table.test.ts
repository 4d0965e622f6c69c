import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { ManifestSync } from '../../src/resources/manifest-sync.ts';
import { createElasticsearchClient } from '../../src/store/elasticsearch/client.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/elasticsearch/snippet-index.ts';
import { SqlCatalog } from '../../src/store/sql/catalog.ts';
import { SqlRegistry } from '../../src/store/sql/registry.ts';
import { describeErrorTable } from '../contract/error-table.ts';
import { elasticsearchUrl, removeIndices } from '../support/elasticsearch.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../support/postgres-database.ts';
import type { Stores } from '../support/stores.ts';

const opened: PostgresDatabase[] = [];
afterAll(async () => {
  for (const one of opened) await one.cleanUp();
});

/** The stores of a cluster whose registry is Postgres too. */
async function openClusterStores(): Promise<Stores> {
  const postgres = await createPostgresDatabase();
  opened.push(postgres);
  const database = await postgres.open();
  const client = await createElasticsearchClient({
    url: elasticsearchUrl(),
    requestTimeoutMs: 30_000,
  });
  const prefix = `test-${randomUUID().slice(0, 8)}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-stores-'));
  return {
    catalog: new SqlCatalog(database),
    index: createElasticsearchSnippetIndex({ client, prefix }),
    registry: new SqlRegistry(database, 'libraries'),
    manifests: new SqlRegistry<ManifestSync>(database, 'manifest_syncs'),
    database,
    dataDir,
    async close() {
      await removeIndices(client, prefix);
      await client.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

describeErrorTable('over Elasticsearch and Postgres', async () => ({
  stores: await openClusterStores(),
  async away() {
    // Nothing listens there.
    const client = await createElasticsearchClient({
      url: 'http://127.0.0.1:1',
      requestTimeoutMs: 1_000,
    });
    return {
      parts: { index: createElasticsearchSnippetIndex({ client, prefix: 'test-away' }) },
      path: '/api/v2/context?libraryId=/acme/web&query=route',
      close: async () => client.close(),
    };
  },
}));
