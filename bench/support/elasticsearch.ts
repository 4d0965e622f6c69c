import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { startElasticsearch } from '../../test/stack/elasticsearch.ts';
import { guardedStack } from '../../test/stack/guarded-stack.ts';

/** Returns the Elasticsearch of ELASTICSEARCH_URL, or starts one. */
export async function openElasticsearch(
  options: { heap?: string } = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const url = process.env['ELASTICSEARCH_URL'];
  if (url) return { url, close: async () => undefined };
  const { stack, close } = await guardedStack(['elasticsearchUrl'], async (made) => {
    const { folder, processes } = made;
    const started = await startElasticsearch({ folder, processes, measured: true, ...options });
    made.add({ elasticsearchUrl: started });
  });
  return { url: stack.state.elasticsearchUrl!, close };
}

/** Waits until Elasticsearch merges no segments of these indices. A merge would slow down the next measurement. */
export async function untilMerged(client: Client, index: string): Promise<void> {
  for (;;) {
    const { _all: all } = await client.indices.stats({ index, metric: 'merge' });
    if (!all.total?.merges?.current) return;
    await sleep(200);
  }
}
