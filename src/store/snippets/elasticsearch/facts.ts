import type { InstallFacts, StoreFacts } from '../../../base/install-facts.ts';
import type { InstallIndices } from './indices.ts';

/** Reads the version of Elasticsearch and the size of this install's indices. */
export function elasticsearchFacts({
  client,
  prefix,
}: InstallIndices): Pick<InstallFacts, 'indexBytes'> & { store: StoreFacts } {
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
