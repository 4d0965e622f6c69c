import { tmpdir } from 'node:os';
import { adoptAdminKey } from '../../identity/access/keys.ts';
import { createApi } from '../../api/create-api.ts';
import { createMetrics } from '../../api/metrics.ts';
import { startServer } from '../../api/server.ts';
import { createGitCredentials } from '../../libraries/integrations/git-credentials.ts';
import { createModelMetrics } from '../../models/model-metrics.ts';
import { readSettings, type SettingsSources } from '../settings/settings.ts';
import { KubernetesSecretStore } from '../../store/kubernetes/secrets.ts';
import { SqlCatalog } from '../../store/metadata/catalog.ts';
import { databaseFacts } from '../../store/metadata/facts.ts';
import { openPostgresDatabase } from '../../store/metadata/postgres.ts';
import { SqlWriteLog } from '../../store/metadata/write-log.ts';
import { version } from '../../base/version.ts';
import { connectKubernetes } from './cluster/kubernetes.ts';
import { openRegistries } from './cluster/registries.ts';
import { openElasticsearch } from './cluster/stores.ts';
import { createParser } from '../../libraries/parser.ts';
import { createEmbedder, createReranker, modelChecks, modelFacts } from './models.ts';
import { apiSettings } from './api-settings.ts';
import { openAccess } from './open-access.ts';
import { createLog } from '../log/create-log.ts';
import { stopSignal, untilAborted } from '../stop-signal.ts';

/** `lectern serve`: the API of a cluster, any number of replicas. Resolves with the exit code once it was asked to end. */
export async function serve(sources: SettingsSources): Promise<number> {
  const settings = readSettings('serve', sources);
  const log = createLog(settings);
  const stopped = stopSignal();
  const stores = await openElasticsearch(settings);
  const database = await openPostgresDatabase({
    url: settings.databaseUrl,
    applicationName: 'lectern-api',
  });
  const { store, migration } = databaseFacts(database);
  const access = openAccess({ database, settings, anonymous: 'search', log });
  const metrics = createMetrics();
  const models = createModelMetrics(metrics.registry);
  const embedder = await createEmbedder(settings, models);
  const parser = createParser();
  try {
    const reranker = await createReranker(settings, models);
    const client = connectKubernetes('lectern-api');
    const { libraries, manifestSyncs } = openRegistries({ settings, database, client, log });
    if (settings.adminKey !== undefined) {
      await adoptAdminKey(settings.adminKey, { ...access, name: 'LECTERN_ADMIN_KEY' });
    }
    const secrets = new KubernetesSecretStore(client, settings.namespace);
    const gitCredentials = createGitCredentials(secrets, settings);
    const api = createApi({
      access,
      catalog: new SqlCatalog(database),
      index: stores.index,
      registry: libraries,
      secrets,
      parser,
      preview: { allowedRanges: settings.allowedRanges, workDir: tmpdir(), gitCredentials },
      manifests: manifestSyncs,
      embedder,
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
      metrics,
      stopped,
      writeLog: new SqlWriteLog(database),
      ...apiSettings(settings, stores.uploads),
    });
    const server = await startServer(api, { host: settings.host, port: settings.port });
    log.info({ url: server.url, version }, 'listening');
    await untilAborted(stopped);
    await server.close();
    return 0;
  } finally {
    await parser.close();
    await embedder.close();
    await access.close();
    await stores.close();
    await database.destroy();
  }
}
