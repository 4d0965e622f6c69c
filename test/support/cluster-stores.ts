import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManifestSync } from '../../src/resources/manifest-sync.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { SqlCatalog } from '../../src/store/metadata/catalog.ts';
import { SqlRegistry } from '../../src/store/metadata/registry.ts';
import { elasticsearchUrl, openIndices } from './elasticsearch.ts';
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
  const { client, prefix, cleanUp } = await openIndices();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-stores-'));
  return {
    catalog: new SqlCatalog(database),
    index: createElasticsearchSnippetIndex({ client, prefix }),
    registry: new SqlRegistry(database, 'libraries'),
    manifests: new SqlRegistry<ManifestSync>(database, 'manifest_syncs'),
    database,
    dataDir,
    env: {
      LECTERN_ELASTICSEARCH_URL: elasticsearchUrl(),
      LECTERN_ELASTICSEARCH_PREFIX: prefix,
      LECTERN_DATABASE_URL: postgres.url.href,
      LECTERN_REGISTRY: 'sql',
    },
    async close() {
      await cleanUp();
      await postgres.cleanUp();
      await rm(dataDir, { recursive: true });
    },
  };
}
