import type { Client } from '@elastic/elasticsearch';

/** Returns the URL of the Elasticsearch that test/stack/setup-stores.ts started, or that the environment names. */
export function elasticsearchUrl(): string {
  const url = process.env['ELASTICSEARCH_URL'];
  if (!url) throw new Error('ELASTICSEARCH_URL is not set; npm run test:stores sets it');
  return url;
}

/** Removes every index whose name begins with the test's prefix. */
export async function removeIndices(client: Client, prefix: string): Promise<void> {
  const index = Object.keys(await client.indices.get({ index: `${prefix}-*` }));
  if (index.length > 0) await client.indices.delete({ index, ignore_unavailable: true });
}
