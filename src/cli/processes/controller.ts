import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry as MetricsRegistry } from 'prom-client';
import { forgetGivenSecret, forgetReplacedSecrets } from '../../store/git-secret.ts';
import { parseJobTemplate } from '../../jobs/kubernetes/template.ts';
import type { GivenCredentialsOptions } from '../../jobs/kubernetes/given-credentials.ts';
import { KubernetesJobs } from '../../jobs/kubernetes/kubernetes-jobs.ts';
import { backfillCredentials } from '../../libraries/library/backfill-credentials.ts';
import { parseMaxResources } from '../../libraries/library/max-resources.ts';
import type { LibraryEvent } from '../../libraries/library/library-event.ts';
import { createLibraryController } from '../../libraries/library/controller.ts';
import { createManifestOpener } from '../../libraries/manifest-sync/open-manifest.ts';
import { createManifestSyncController } from '../../libraries/manifest-sync/controller.ts';
import { createLibraryMetrics } from '../../libraries/metrics/library-metrics.ts';
import { createSyncMetrics } from '../../libraries/metrics/sync-metrics.ts';
import { createParser } from '../../libraries/parser.ts';
import type { KubeClient } from '../../kubernetes/kube-client.ts';
import { createGitCredentials } from '../../libraries/integrations/git-credentials.ts';
import { createAccessOf } from '../../libraries/integrations/source-access.ts';
import { wikiSite } from '../../libraries/integrations/wiki-site.ts';
import { runCredentials } from '../../libraries/integrations/run-credentials.ts';
import { LeaderElection } from '../../kubernetes/leader-election.ts';
import { Manager } from '../../kubernetes/manager.ts';
import { createRuntimeMetrics, type RuntimeMetrics } from '../../kubernetes/metrics.ts';
import { readSettings, type SettingsOf, type SettingsSources } from '../settings/settings.ts';
import { KubernetesSecretStore } from '../../store/kubernetes/secrets.ts';
import { SourceSecrets } from '../../store/kubernetes/source-secrets.ts';
import { SqlCatalog } from '../../store/metadata/catalog.ts';
import type { MetadataDatabase } from '../../store/metadata/database.ts';
import { openPostgresDatabase } from '../../store/metadata/postgres.ts';
import { SqlTeamspaces } from '../../store/metadata/teamspaces/teamspaces.ts';
import type { Library } from '../../resources/library.ts';
import { forgetUpload } from '../../transfer/uploads.ts';
import { version } from '../../base/version.ts';
import { clusterObjects, connectKubernetes } from './cluster/kubernetes.ts';
import { leadershipLog, runLog, logPrivate } from './controller-log.ts';
import { libraryEvents } from './cluster/events.ts';
import { openRegistries } from './cluster/registries.ts';
import { openElasticsearch, type ElasticsearchStores } from './cluster/stores.ts';
import { createLog } from '../log/create-log.ts';
import { stopSignal, untilAborted } from '../stop-signal.ts';

type ControllerSettings = SettingsOf<'controller'>;

/** What the parts of the process share. */
interface Process {
  settings: ControllerSettings;
  log: Logger;
  stores: ElasticsearchStores;
  database: MetadataDatabase;
  client: KubeClient;
  metrics: RuntimeMetrics;
  /** Of all metrics. */
  registry: MetricsRegistry;
}

/**
 * `lectern controller`: the operator. Every replica follows what there is, the one that holds the lease works. Resolves
 * with the exit code once it was asked to end; rejects when leadership was lost, so that the process starts anew.
 */
export async function controller(sources: SettingsSources): Promise<number> {
  const settings = readSettings('controller', sources);
  const log = createLog(settings);
  const stopped = stopSignal();
  const registry = new MetricsRegistry();
  collectDefaultMetrics({ register: registry });
  const metrics = createRuntimeMetrics(registry);
  const client = connectKubernetes('lectern-controller', metrics);
  const stores = await openElasticsearch(settings);
  const database = await openPostgresDatabase({
    url: settings.databaseUrl,
    applicationName: 'lectern-controller',
  });
  try {
    const election = settings.leaderElection ? createElection(settings, metrics, log) : undefined;
    const { healthPort } = settings;
    const onError = (message: string): void => log.warn({ message }, 'runtime');
    const manager = new Manager({ election, healthPort, registry, onError });
    await addParts(manager, { settings, log, stores, database, client, metrics, registry });
    log.info({ version, namespace: settings.namespace }, 'controller starts');
    await manager.run(stopped).catch((error: unknown) => {
      // Another replica works from now on: nothing of this one may go on, whatever it is doing.
      log.fatal({ err: error }, 'controller ends');
      globalThis.process.exit(1);
    });
    return 0;
  } finally {
    await stores.close();
    await database.destroy();
  }
}

function createElection(
  settings: ControllerSettings,
  metrics: RuntimeMetrics,
  log: Logger,
): LeaderElection {
  const { namespace, leaseDurationMs, renewDeadlineMs, retryPeriodMs } = settings;
  const logged = leadershipLog(log);
  return new LeaderElection({
    // A client of its own: renewals must not wait behind other requests.
    client: connectKubernetes('lectern-leader-election', metrics),
    namespace,
    name: 'lectern-controller',
    leaseDurationMs,
    renewDeadlineMs,
    retryPeriodMs,
    metrics,
    onLeader: logged.onLeader,
    onLost(error) {
      logged.onLost(error);
      // Another replica may work from now on: nothing of this one may write anything more.
      globalThis.process.exit(1);
    },
    onError: (message) => log.warn({ message }, 'leader election'),
  });
}

async function addParts(manager: Manager, process: Process): Promise<void> {
  const { settings, log, stores, database, client, metrics, registry } = process;
  const { libraries, manifestSyncs } = openRegistries(process);
  const secrets = new KubernetesSecretStore(client, settings.namespace);
  const catalog = new SqlCatalog(database);
  const events = libraryEvents(client, log);
  const onEvent = (changed: Library, event: LibraryEvent): void => {
    events.record(changed, event);
    logPrivate(log, changed, event);
  };
  const gitCredentials = createGitCredentials(secrets, settings);
  const { namespace, secretRefs: allowed } = settings;
  const sources = new SourceSecrets(client, { namespace, allowed });
  const jobs = await createJobs(process, sources, {
    credentialsOf: runCredentials({ secrets, git: gitCredentials, own: async () => undefined }),
    secrets,
  });
  const runs = runLog(log);
  const library = createLibraryController({
    registry: libraries,
    catalog,
    index: stores.index,
    jobs,
    accessOf: createAccessOf({
      secrets,
      teamspaces: new SqlTeamspaces(database),
      allowedRanges: settings.allowedRanges,
      workDir: tmpdir(),
    }),
    concurrency: settings.jobEngine === 'kueue' ? Infinity : settings.concurrency,
    hostConcurrency: settings.jobEngine === 'kueue' ? Infinity : settings.hostConcurrency,
    ...(settings.embeddingUrl !== undefined && { embeddingUrl: settings.embeddingUrl }),
    localRoots: [],
    maxResources: parseMaxResources(settings.maxRunResources),
    onReplacedTokens: forgetReplacedSecrets(secrets),
    async onRemove(library) {
      await forgetUpload(stores.uploads)(library);
      // The cluster collects what belongs to its own objects.
      if (settings.registry !== 'sql') return;
      await forgetGivenSecret(secrets)(library);
    },
    ...runs,
    onEvent,
    beforeWork: (all) =>
      backfillCredentials(all, { registry: libraries, catalog, secrets, onEvent }),
    onRun(run) {
      runs.onRun(run);
      libraryMetrics.ended(run);
    },
    onError: (key, message) => log.error({ library: key, message }, 'reconcile failed'),
    measured: { name: 'library', metrics },
  });
  const libraryMetrics = createLibraryMetrics(registry, () => library.cache.list());
  const onSync = createSyncMetrics(registry);
  const manifestSync = createManifestSyncController({
    manifests: manifestSyncs,
    libraries,
    parser: createParser({ size: 1 }),
    open: createManifestOpener({
      gitProgram: 'git',
      env: globalThis.process.env,
      workDir: tmpdir(),
      allowedRanges: settings.allowedRanges,
      idleMs: settings.requestTimeoutMs,
      cluster: clusterObjects(client, namespace, sources),
      gitCredentials,
    }),
    wikiSite: wikiSite(secrets),
    onCluster: true,
    onReport(key, report) {
      onSync(report);
      const { result, counts, commit, error } = report;
      log.info({ manifestSync: key, result, counts, commit, error }, 'sync ended');
    },
    onError: (key, message) => log.error({ manifestSync: key, message }, 'sync failed'),
    measured: { name: 'manifestsync', metrics },
  });
  for (const [name, part] of Object.entries({ library, manifestSync })) {
    manager.addInformer(name, {
      run: (signal) => part.follow(signal),
      whenSynced: (signal) => part.cache.whenSynced(signal),
    });
  }
  manager.addController('library', async (signal) => {
    await library.work(signal);
    // The lease is released when this has ended, and nothing is written after that.
    await events.close();
  });
  manager.addController('manifestSync', (signal) => manifestSync.work(signal));
  manager.addController('jobs', async (signal) => {
    // Waiting for a Pod to end must not hold up the next leader, who looks again.
    await untilAborted(signal);
    await jobs.close();
  });
  manager.addInformer('jobs', {
    run: (signal) => jobs.run(signal),
    whenSynced: (signal) => jobs.whenSynced(signal),
  });
}

async function createJobs(
  { settings, log, stores, client }: Process,
  sources: SourceSecrets,
  integrations: GivenCredentialsOptions,
): Promise<KubernetesJobs> {
  const { namespace, jobTemplate, jobEngine, jobQueue } = settings;
  return new KubernetesJobs({
    client,
    namespace,
    template: parseJobTemplate(await readFile(jobTemplate, 'utf8')),
    ...(jobEngine === 'kueue' && jobQueue !== undefined && { queue: jobQueue }),
    startTimeoutMs: settings.podStartTimeoutMs,
    keptSeconds: settings.jobKeptSeconds,
    journal: stores.journal,
    grants: stores.grants,
    sources,
    integrations,
    onError: (message) => log.warn({ message }, 'jobs'),
  });
}
