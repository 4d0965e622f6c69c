import { randomUUID } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { createElasticsearchClient } from '../../src/store/snippets/elasticsearch/client.ts';

/** Returns the URL of the Elasticsearch that test/stack/setup-stores.ts started, or that the environment names. */
export function elasticsearchUrl(): string {
  const url = process.env['ELASTICSEARCH_URL'];
  if (!url) throw new Error('ELASTICSEARCH_URL is not set; npm run test:stores sets it');
  return url;
}

/** The indices of one test. */
export interface TestIndices {
  client: Client;
  /** The names of the indices begin with it. */
  prefix: string;
  /** Removes the indices, and closes the client. */
  cleanUp: () => Promise<void>;
}

/** Opens a client, and chooses a prefix that no other test has. */
export async function openIndices(): Promise<TestIndices> {
  const client = await createElasticsearchClient({
    url: elasticsearchUrl(),
    requestTimeoutMs: 30_000,
  });
  const prefix = `test-${randomUUID().slice(0, 8)}`;
  return {
    client,
    prefix,
    cleanUp: async () => {
      await removeIndices(client, prefix);
      await client.close();
    },
  };
}

/** Removes every index whose name begins with the test's prefix. */
export async function removeIndices(client: Client, prefix: string): Promise<void> {
  const index = Object.keys(await client.indices.get({ index: `${prefix}-*` }));
  if (index.length > 0) await client.indices.delete({ index, ignore_unavailable: true });
}
