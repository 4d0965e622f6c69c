import type { Client } from '@elastic/elasticsearch';
import { createElasticsearchSnippetIndex } from '../../src/store/snippets/elasticsearch/snippet-index.ts';
import type { SnippetIndexUnderTest } from '../contract/snippet-index/subject.ts';
import { openIndices } from '../support/elasticsearch.ts';

/** Returns an empty snippet index for the contract tests. Calls `prepare` before the first write to it. */
export async function elasticsearchIndex(
  prepare: (client: Client, prefix: string) => Promise<unknown> = async () => undefined,
): Promise<SnippetIndexUnderTest> {
  const { client, prefix, cleanUp } = await openIndices();
  await prepare(client, prefix);
  return {
    index: createElasticsearchSnippetIndex({ client, prefix }),
    another: () => createElasticsearchSnippetIndex({ client, prefix }),
    cleanUp: async () => {
      await client.indices.deleteIndexTemplate({ name: prefix }, { ignore: [404] });
      await cleanUp();
    },
  };
}
