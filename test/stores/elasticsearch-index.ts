import { randomUUID } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { createElasticsearchClient } from '../../src/store/snippets/elasticsearch/client.ts';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import type { SnippetIndexUnderTest } from '../contract/snippet-index/subject.ts';
import { elasticsearchUrl, removeIndices } from '../support/elasticsearch.ts';

/** Returns an empty snippet index for the contract tests. Calls `prepare` before the first write to it. */
export async function elasticsearchIndex(
  prepare: (client: Client, prefix: string) => Promise<unknown> = async () => undefined,
): Promise<SnippetIndexUnderTest> {
  const client = await createElasticsearchClient({
    url: elasticsearchUrl(),
    requestTimeoutMs: 30_000,
  });
  const prefix = `test-${randomUUID().slice(0, 8)}`;
  await prepare(client, prefix);
  return {
    index: createElasticsearchSnippetIndex({ client, prefix }),
    another: () => createElasticsearchSnippetIndex({ client, prefix }),
    cleanUp: async () => {
      await removeIndices(client, prefix);
      await client.indices.deleteIndexTemplate({ name: prefix }, { ignore: [404] });
      await client.close();
    },
  };
}
