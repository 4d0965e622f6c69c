import type { Client } from '@elastic/elasticsearch';
import type { RunJournal } from '../../../store/run-journal.ts';
import type { SnippetIndex } from '../../../store/snippet-index.ts';
import type { UploadStore } from '../../../store/uploads.ts';
import { createElasticsearchClient } from '../../../store/snippets/elasticsearch/client.ts';
import { elasticsearchFacts } from '../../../store/snippets/elasticsearch/facts.ts';
import type { RunGrants } from '../../../store/gateway/grants.ts';
import type { RunHandovers } from '../../../store/gateway/handovers.ts';
import { createElasticsearchRunGrants } from '../../../store/snippets/elasticsearch/run-grants.ts';
import { createElasticsearchRunHandovers } from '../../../store/snippets/elasticsearch/run-handovers.ts';
import { createElasticsearchRunStores } from '../../../store/snippets/elasticsearch/elasticsearch-run-store.ts';
import { createElasticsearchVectorStores } from '../../../store/snippets/elasticsearch/vector-store.ts';
import { createElasticsearchRunJournal } from '../../../store/snippets/elasticsearch/run-journal.ts';
import { createElasticsearchSnippetIndex } from '../../../store/snippets/elasticsearch/snippet-index.ts';
import { createElasticsearchUploads } from '../../../store/snippets/elasticsearch/uploads.ts';
import type { SettingsOf } from '../../settings/settings.ts';

/** The stores of a cluster in Elasticsearch. */
export interface ElasticsearchStores {
  index: SnippetIndex;
  journal: RunJournal;
  grants: RunGrants;
  handovers: RunHandovers;
  runStore: ReturnType<typeof createElasticsearchRunStores>;
  vectorStore: ReturnType<typeof createElasticsearchVectorStores>;
  uploads: UploadStore;
  facts: ReturnType<typeof elasticsearchFacts>;
  close(): Promise<void>;
}

/** The settings of Elasticsearch, which three processes read. */
export type ElasticsearchSettings = Pick<
  SettingsOf<'controller' | 'serve' | 'gateway'>,
  | 'elasticsearchUrl'
  | 'elasticsearchUsername'
  | 'elasticsearchPassword'
  | 'elasticsearchApiKey'
  | 'elasticsearchCaFile'
  | 'elasticsearchPrefix'
>;

/** Milliseconds for one request to Elasticsearch. */
const storeTimeoutMs = 30_000;

/** Opens the stores. Each request retries an unreachable server. Refuses an unsupported version of Elasticsearch. */
export async function openElasticsearch(
  settings: ElasticsearchSettings,
): Promise<ElasticsearchStores> {
  const client = await createClient(settings);
  const options = { client, prefix: settings.elasticsearchPrefix };
  const index = createElasticsearchSnippetIndex(options);
  return {
    index,
    journal: createElasticsearchRunJournal(options),
    grants: createElasticsearchRunGrants(options),
    handovers: createElasticsearchRunHandovers(options),
    runStore: createElasticsearchRunStores(options),
    vectorStore: createElasticsearchVectorStores(options),
    uploads: createElasticsearchUploads(options),
    facts: elasticsearchFacts(options),
    async close() {
      await index.close();
      await client.close();
    },
  };
}

function createClient(settings: ElasticsearchSettings): Promise<Client> {
  const { elasticsearchUsername, elasticsearchPassword } = settings;
  const { elasticsearchApiKey, elasticsearchCaFile } = settings;
  return createElasticsearchClient({
    url: settings.elasticsearchUrl,
    requestTimeoutMs: storeTimeoutMs,
    ...(elasticsearchUsername && { username: elasticsearchUsername }),
    ...(elasticsearchPassword && { password: elasticsearchPassword }),
    ...(elasticsearchApiKey && { apiKey: elasticsearchApiKey }),
    ...(elasticsearchCaFile && { caFile: elasticsearchCaFile }),
  });
}
