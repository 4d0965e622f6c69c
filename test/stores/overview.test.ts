import { expect, onTestFinished, test } from 'vitest';
import { elasticsearchFacts } from '../../src/store/snippets/elasticsearch/facts.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { SqlCatalog } from '../../src/store/metadata/catalog.ts';
import { databaseFacts } from '../../src/store/metadata/facts.ts';
import { migrations } from '../../src/store/metadata/migrations.ts';
import { apiServer, operatorToken } from '../integration/api/api-server.ts';
import { openIndices } from '../support/elasticsearch.ts';
import { fakeEmbedder, record, snippet } from '../support/fake-stores.ts';
import { createPostgresDatabase } from '../support/postgres-database.ts';
import { storeSnippets } from '../support/stores.ts';

const asOperator = { authorization: `Bearer ${operatorToken}` };

test('the overview of a cluster has the versions of the stores and the size of the index', async () => {
  const postgres = await createPostgresDatabase();
  onTestFinished(postgres.cleanUp);
  const database = await postgres.open();
  const { client, prefix, cleanUp } = await openIndices();
  onTestFinished(cleanUp);
  const index = createElasticsearchSnippetIndex({ client, prefix });
  const version = { libraryId: '/acme/web', version: '' };
  await storeSnippets({ index, embedder: fakeEmbedder() }, version, [snippet('a')]);
  const { store, migration } = databaseFacts(database);
  const { store: snippets, indexBytes } = elasticsearchFacts({ client, prefix });
  const embedding = { provider: 'built-in', model: 'fake' } as const;
  const facts = { stores: [store, snippets], migration, indexBytes, embedding };
  const server = await apiServer({ parts: { facts } });

  const { json } = await server.get('/api/v1/overview', asOperator);

  expect(json.stores).toEqual([
    { name: 'metadata', product: 'PostgreSQL', version: expect.stringMatching(/^\d+/) },
    { name: 'snippets', product: 'Elasticsearch', version: expect.stringMatching(/^9\./) },
  ]);
  expect(json.migration).toBe(Object.keys(migrations).sort().at(-1));
  expect(json.index.bytes).toBeGreaterThan(0);
});

test('a preview of policies includes what another replica has written', async () => {
  const postgres = await createPostgresDatabase();
  onTestFinished(postgres.cleanUp);
  const database = await postgres.open();
  const catalog = new SqlCatalog(database);
  const server = await apiServer({ database, parts: { catalog } });
  const other = new SqlCatalog(await postgres.open());
  await other.put(record('/a/low', { trustScore: 2 }));
  await other.put(record('/a/high', { trustScore: 9 }));
  const patch = { libraryFilters: { mode: 'quality', quality: { minTrustScore: 6 } } };

  const { json } = await server.send('POST', '/api/v2/policies/preview', patch);

  expect(json).toMatchObject({ visible: 1, hidden: 1, hiddenLibraries: [{ id: '/a/low' }] });
});
