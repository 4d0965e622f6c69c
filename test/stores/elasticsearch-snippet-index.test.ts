import { randomUUID } from 'node:crypto';
import { createElasticsearchClient } from '../../src/store/snippets/elasticsearch/client.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import { describeSnippetIndex } from '../contract/snippet-index/snippet-index.ts';
import { elasticsearchUrl, removeIndices } from '../support/elasticsearch.ts';

describeSnippetIndex('Elasticsearch snippet index', async () => {
  const client = await createElasticsearchClient({
    url: elasticsearchUrl(),
    requestTimeoutMs: 30_000,
  });
  const prefix = `test-${randomUUID().slice(0, 8)}`;
  return {
    index: createElasticsearchSnippetIndex({ client, prefix }),
    another: () => createElasticsearchSnippetIndex({ client, prefix }),
    cleanUp: async () => {
      await removeIndices(client, prefix);
      await client.close();
    },
  };
});
