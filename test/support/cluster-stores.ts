import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManifestSync } from '../../src/resources/manifest-sync.ts';
import { createElasticsearchClient } from '../../src/store/snippets/elasticsearch/client.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { SqlCatalog } from '../../src/store/metadata/catalog.ts';
import { SqlRegistry } from '../../src/store/metadata/registry.ts';
import { elasticsearchUrl, removeIndices } from './elasticsearch.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import type { Stores } from './stores.ts';

/** The stores of a cluster whose registry is also in Postgres. */
export interface ClusterStores extends Stores {
  /** Environment of a process that uses them. */
  env: Record<string, string>;
}

/** Creates a database and a prefix of indices for one test. Closing removes both. */
export async function openClusterStores(): Promise<ClusterStores> {
  const postgres = await createPostgresDatabase();
  const database = await postgres.open();
  const url = elasticsearchUrl();
  const client = await createElasticsearchClient({ url, requestTimeoutMs: 30_000 });
  const prefix = `test-${randomUUID().slice(0, 8)}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-stores-'));
  return {
    catalog: new SqlCatalog(database),
    index: createElasticsearchSnippetIndex({ client, prefix }),
    registry: new SqlRegistry(database, 'libraries'),
    manifests: new SqlRegistry<ManifestSync>(database, 'manifest_syncs'),
    database,
    dataDir,
    env: {
      LECTERN_ELASTICSEARCH_URL: url,
      LECTERN_ELASTICSEARCH_PREFIX: prefix,
      LECTERN_DATABASE_URL: postgres.url.href,
      LECTERN_REGISTRY: 'sql',
    },
    async close() {
      await removeIndices(client, prefix);
      await client.close();
      await postgres.cleanUp();
      await rm(dataDir, { recursive: true });
    },
  };
}
