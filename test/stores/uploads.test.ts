import { randomUUID } from 'node:crypto';
import { createElasticsearchClient } from '../../src/store/snippets/elasticsearch/client.ts';
import { createElasticsearchUploads } from '../../src/store/snippets/elasticsearch/uploads.ts';
import { describeUploads } from '../contract/uploads.ts';
import { elasticsearchUrl, removeIndices } from '../support/elasticsearch.ts';

describeUploads('uploads in Elasticsearch', async () => {
  const client = await createElasticsearchClient({
    url: elasticsearchUrl(),
    requestTimeoutMs: 30_000,
  });
  const prefix = `test-${randomUUID().slice(0, 8)}`;
  return {
    uploads: createElasticsearchUploads({ client, prefix }),
    another: () => createElasticsearchUploads({ client, prefix }),
    cleanUp: async () => {
      await removeIndices(client, prefix);
      await client.close();
    },
  };
});
