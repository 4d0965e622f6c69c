import { createElasticsearchClient } from '../../src/store/snippets/elasticsearch/client.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { describeErrorTable } from '../contract/error-table.ts';
import { openClusterStores } from '../support/cluster-stores.ts';

describeErrorTable('over Elasticsearch and Postgres', async () => ({
  stores: await openClusterStores(),
  async away() {
    // No server listens there.
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
