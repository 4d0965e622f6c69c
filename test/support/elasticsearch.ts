import type { Client } from '@elastic/elasticsearch';

/** The Elasticsearch that test/stack/setup-stores.ts has started, or the one a person names. */
export function elasticsearchUrl(): string {
  const url = process.env['ELASTICSEARCH_URL'];
  if (!url) throw new Error('ELASTICSEARCH_URL is not set; npm run test:stores sets it');
  return url;
}

/** Removes what a test has made: every index whose name begins with its prefix. */
export async function removeIndices(client: Client, prefix: string): Promise<void> {
  const index = Object.keys(await client.indices.get({ index: `${prefix}-*` }));
  if (index.length > 0) await client.indices.delete({ index, ignore_unavailable: true });
}
