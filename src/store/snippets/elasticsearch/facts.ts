import type { Client } from '@elastic/elasticsearch';
import type { InstallFacts, StoreFacts } from '../../../base/install-facts.ts';

/** Reads the version of Elasticsearch and the size of this install's indices. */
export function elasticsearchFacts({
  client,
  prefix,
}: {
  client: Client;
  prefix: string;
}): Pick<InstallFacts, 'indexBytes'> & { store: StoreFacts } {
  return {
    store: {
      name: 'snippets',
      product: 'Elasticsearch',
      version: async () => (await client.info()).version.number,
    },
    async indexBytes() {
      const { _all: all } = await client.indices.stats({ index: `${prefix}-*`, metric: 'store' });
      return all?.total?.store?.size_in_bytes;
    },
  };
}
