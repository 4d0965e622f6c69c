import type { Logger } from 'pino';
import type { Embedder, Reranker } from '../../models/embedder.ts';
import type { MetadataDatabase } from '../../store/metadata/database.ts';
import { tmpdir } from 'node:os';
import { adoptAdminKey } from '../../identity/access/keys.ts';
import { createApi } from '../../api/create-api.ts';
import { createMetrics, type ApiMetrics } from '../../api/metrics.ts';
import { closingOfPod, startServer } from '../../api/server.ts';
import { createGitCredentials } from '../../libraries/integrations/git-credentials.ts';
import { createModelMetrics } from '../../models/model-metrics.ts';
import { readSettings, type SettingsOf, type SettingsSources } from '../settings/settings.ts';
import { KubernetesSecretStore } from '../../store/kubernetes/secrets.ts';
import { SqlCodeProjects } from '../../store/metadata/code-projects.ts';
import { SqlCatalog } from '../../store/metadata/catalog.ts';
import { SqlLibraryVectors } from '../../store/metadata/library-vectors.ts';
import { createLibraryMeaning, type LibraryMeaning } from '../../search/library-meaning.ts';
import { databaseFacts } from '../../store/metadata/facts.ts';
import { openPostgresDatabase } from '../../store/metadata/postgres.ts';
import { SqlWriteLog } from '../../store/metadata/write-log.ts';
import { version } from '../../base/version.ts';
import { connectKubernetes } from './cluster/kubernetes.ts';
import { openRegistries } from './cluster/registries.ts';
import { openElasticsearch, type ElasticsearchStores } from './cluster/stores.ts';
import { createParser } from '../../libraries/parser.ts';
import {
  createEmbedder,
  createPreviousEmbedder,
  createReranker,
  modelChecks,
  modelFacts,
} from './models.ts';
import { apiSettings } from './api-settings.ts';
import { openAccess, type OpenAccess } from './open-access.ts';
import { createLog } from '../log/create-log.ts';
import { stopSignal, untilAborted } from '../stop-signal.ts';

/** The parts that the API needs. */
interface Parts {
  settings: SettingsOf<'serve'>;
  log: Logger;
  stores: ElasticsearchStores;
  database: MetadataDatabase;
  access: OpenAccess;
  metrics: ApiMetrics;
  embedder: Embedder;
  previousEmbedder: Embedder | undefined;
  reranker: Reranker | undefined;
  parser: ReturnType<typeof createParser>;
  catalog: SqlCatalog;
  meaning: LibraryMeaning;
}

/** `lectern serve`: one replica of a cluster's API. Resolves with the exit code after a stop signal. */
export async function serve(sources: SettingsSources): Promise<number> {
  const settings = readSettings('serve', sources);
  const stopped = stopSignal();
  const parts = await openParts(settings);
  const { access, log } = parts;
  const ended = new AbortController();
  const keeping = parts.meaning.keepFilled(AbortSignal.any([stopped, ended.signal]));
  try {
    if (settings.adminKey !== undefined) {
      await adoptAdminKey(settings.adminKey, { ...access, name: 'LECTERN_ADMIN_KEY' });
    }
    const api = openApi(parts, stopped);
    const server = await startServer(api, { host: settings.host, port: settings.port, log });
    log.info({ url: server.url, version }, 'listening');
    await untilAborted(stopped);
    await server.close(closingOfPod);
    return 0;
  } finally {
    ended.abort();
    await keeping;
    await closeParts(parts);
  }
}

async function openParts(settings: SettingsOf<'serve'>): Promise<Parts> {
  const log = createLog(settings);
  const metrics = createMetrics();
  const modelMetrics = createModelMetrics(metrics.registry);
  const reranker = await createReranker(settings, modelMetrics);
  const stores = await openElasticsearch(settings);
  const database = await openPostgresDatabase({
    url: settings.databaseUrl,
    applicationName: 'lectern-api',
  });
  const access = openAccess({ database, settings, anonymous: 'search', log });
  // Last, because it starts threads: no later step can fail and leave them running.
  const embedder = await createEmbedder(settings, modelMetrics);
  const parser = createParser();
  const catalog = new SqlCatalog(database);
  const vectors = new SqlLibraryVectors(database, embedder.id);
  const meaning = createLibraryMeaning({ catalog, vectors, embedder, log });
  const previousEmbedder = await createPreviousEmbedder(settings, { metrics: modelMetrics, log });
  const models = { embedder, previousEmbedder, reranker, meaning };
  return { settings, log, stores, database, access, metrics, parser, catalog, ...models };
}

async function closeParts({
  parser,
  embedder,
  previousEmbedder,
  access,
  stores,
  database,
}: Parts): Promise<void> {
  await parser.close();
  await embedder.close();
  await previousEmbedder?.close();
  await access.close();
  await stores.close();
  await database.destroy();
}

function openApi(parts: Parts, stopped: AbortSignal): ReturnType<typeof createApi> {
  const {
    settings,
    log,
    stores,
    database,
    catalog,
    embedder,
    previousEmbedder,
    reranker,
    meaning,
  } = parts;
  const client = connectKubernetes('lectern-api');
  const { libraries, manifestSyncs } = openRegistries({ settings, database, client, log });
  const secrets = new KubernetesSecretStore(client, settings.namespace);
  const { allowedRanges } = settings;
  const gitCredentials = createGitCredentials(secrets, { allowedRanges });
  const { store, migration } = databaseFacts(database);
  return createApi({
    access: parts.access,
    catalog,
    index: stores.index,
    registry: libraries,
    secrets,
    parser: parts.parser,
    preview: { allowedRanges, workDir: tmpdir(), gitCredentials },
    manifests: manifestSyncs,
    codeProjects: new SqlCodeProjects(database),
    embedder,
    meaning,
    ...(previousEmbedder && { previousEmbedder }),
    ...(reranker && { reranker }),
    log,
    version,
    operatorToken: settings.operatorToken,
    checks: modelChecks(settings, embedder),
    facts: {
      stores: [store, stores.facts.store],
      migration,
      indexBytes: stores.facts.indexBytes,
      ...modelFacts(settings, embedder),
    },
    metrics: parts.metrics,
    stopped,
    writeLog: new SqlWriteLog(database),
    ...apiSettings(settings, stores.uploads),
  });
}
