import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry as MetricsRegistry } from 'prom-client';
import { forgetGivenSecret, forgetReplacedSecrets } from '../../store/git-secret.ts';
import { parseJobTemplate } from '../../jobs/kubernetes/template.ts';
import { KubernetesJobs } from '../../jobs/kubernetes/kubernetes-jobs.ts';
import { backfillCredentials } from '../../libraries/library/backfill-credentials.ts';
import { parseMaxResources } from '../../libraries/library/max-resources.ts';
import type { LibraryEvent } from '../../libraries/library/library-event.ts';
import {
  createLibraryController,
  type LibraryController,
} from '../../libraries/library/controller.ts';
import { createManifestOpener } from '../../libraries/manifest-sync/open-manifest.ts';
import {
  createManifestSyncController,
  type ManifestSyncController,
} from '../../libraries/manifest-sync/controller.ts';
import { createRunMetrics, measureLibraries } from '../../libraries/metrics/library-metrics.ts';
import { createSyncMetrics } from '../../libraries/metrics/sync-metrics.ts';
import { createParser } from '../../libraries/parser.ts';
import type { KubeClient } from '../../kubernetes/kube-client.ts';
import {
  createGitCredentials,
  type GitCredentials,
} from '../../libraries/integrations/git-credentials.ts';
import {
  createAccessOf,
  createPossibleCredential,
} from '../../libraries/integrations/source-access.ts';
import { wikiSite } from '../../libraries/integrations/wiki-site.ts';
import { runCredentials } from '../../libraries/integrations/run-credentials.ts';
import { LeaderElection } from '../../kubernetes/leader-election.ts';
import { Manager } from '../../kubernetes/manager.ts';
import { createRuntimeMetrics, type RuntimeMetrics } from '../../kubernetes/metrics.ts';
import { readSettings, type SettingsOf, type SettingsSources } from '../settings/settings.ts';
import { KubernetesSecretStore } from '../../store/kubernetes/secrets.ts';
import { SourceSecrets } from '../../store/kubernetes/source-secrets.ts';
import { SqlCatalog } from '../../store/metadata/catalog.ts';
import { libraryKind, manifestSyncKind } from '../../store/kubernetes/resource-kind.ts';
import type { MetadataDatabase } from '../../store/metadata/database.ts';
import { openPostgresDatabase } from '../../store/metadata/postgres.ts';
import { SqlTeamspaces } from '../../store/metadata/teamspaces/teamspaces.ts';
import type { Library } from '../../resources/library.ts';
import { forgetUpload } from '../../transfer/uploads.ts';
import { version } from '../../base/version.ts';
import { clusterObjects, connectKubernetes } from './cluster/kubernetes.ts';
import { leadershipLog, runLog, logPrivate } from './controller-log.ts';
import { resourceEvents, type ResourceEvents } from './cluster/events.ts';
import { previousModelOf } from './models.ts';
import { openRegistries, type Registries } from './cluster/registries.ts';
import { openElasticsearch, type ElasticsearchStores } from './cluster/stores.ts';
import { createLog } from '../log/create-log.ts';
import { stopSignal, untilAborted } from '../stop-signal.ts';

type ControllerSettings = SettingsOf<'controller'>;

/** The parts that the controllers of this process share. */
interface Process {
  settings: ControllerSettings;
  log: Logger;
  stores: ElasticsearchStores;
  database: MetadataDatabase;
  client: KubeClient;
  metrics: RuntimeMetrics;
  /** Registry of all metrics. */
  registry: MetricsRegistry;
}

/**
 * `lectern controller`: the operator. Every replica watches the resources; the replica that holds the lease reconciles.
 * Resolves with the exit code after a stop signal. If it loses the lease, the process exits, so that it starts again.
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
      // Another replica may lead now, so this one must not write anything more.
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
    // A separate client, because renewals must not wait behind other requests.
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
      // Another replica may lead now, so this one must not write anything more.
      globalThis.process.exit(1);
    },
    onError: (message) => log.warn({ message }, 'leader election'),
  });
}

/** Opens the credentials of sources: Secrets of the cluster, and integrations. */
interface Credentials {
  secrets: KubernetesSecretStore;
  sources: SourceSecrets;
  gitCredentials: GitCredentials;
}

async function addParts(manager: Manager, process: Process): Promise<void> {
  const { log, client } = process;
  const registries = openRegistries(process);
  const credentials = openCredentials(process);
  const events = resourceEvents(libraryKind, { client, log });
  const syncEvents = resourceEvents(manifestSyncKind, { client, log });
  const jobs = await createJobs(process, credentials);
  const previousModel = await previousModelOf(process.settings);
  const library = createLibraries(process, {
    registries,
    credentials,
    jobs,
    events,
    ...(previousModel !== undefined && { previousModel }),
  });
  const manifestSync = createManifestSyncs(process, {
    registries,
    credentials,
    events: syncEvents,
  });
  for (const [name, part] of Object.entries({ library, manifestSync })) {
    manager.addInformer(name, {
      run: (signal) => part.follow(signal),
      whenSynced: (signal) => part.cache.whenSynced(signal),
    });
  }
  manager.addController('library', async (signal) => {
    await library.work(signal);
    // The manager releases the lease after this. Nothing may be written then.
    await events.close();
  });
  manager.addController('manifestSync', async (signal) => {
    await manifestSync.work(signal);
    await syncEvents.close();
  });
  manager.addController('jobs', async (signal) => {
    // Do not wait for Pods to end, because that would delay the next leader. It finds the Jobs itself.
    await untilAborted(signal);
    await jobs.close();
  });
  manager.addInformer('jobs', {
    run: (signal) => jobs.run(signal),
    whenSynced: (signal) => jobs.whenSynced(signal),
  });
}

function openCredentials({ settings, client }: Process): Credentials {
  const { namespace, secretRefs: allowed, allowedRanges } = settings;
  const secrets = new KubernetesSecretStore(client, namespace);
  return {
    secrets,
    sources: new SourceSecrets(client, { namespace, allowed }),
    gitCredentials: createGitCredentials(secrets, { allowedRanges }),
  };
}

function createLibraries(
  process: Process,
  {
    registries,
    credentials,
    jobs,
    events,
    previousModel,
  }: {
    registries: Registries;
    credentials: Credentials;
    jobs: KubernetesJobs;
    events: ResourceEvents;
    previousModel?: string;
  },
): LibraryController {
  const { settings, log, stores, database, metrics } = process;
  const { libraries: registry } = registries;
  const { secrets } = credentials;
  const catalog = new SqlCatalog(database);
  const onEvent = (changed: Library, event: LibraryEvent): void => {
    events.record(changed, event);
    logPrivate(log, changed, event);
  };
  const notReconciled = (key: string, message: string): void =>
    log.error({ library: key, message }, 'reconcile failed');
  const runs = runLog(log);
  const measureRun = createRunMetrics(process.registry);
  const controller = createLibraryController({
    registry,
    catalog,
    index: stores.index,
    jobs,
    accessOf: createAccessOf({
      secrets,
      teamspaces: new SqlTeamspaces(database),
      allowedRanges: settings.allowedRanges,
      workDir: tmpdir(),
    }),
    possibleCredential: createPossibleCredential(secrets),
    // Kueue bounds the Jobs itself.
    concurrency: settings.jobEngine === 'kueue' ? Infinity : settings.concurrency,
    hostConcurrency: settings.jobEngine === 'kueue' ? Infinity : settings.hostConcurrency,
    ...(settings.embeddingUrl === undefined
      ? { split: { pods: settings.podsPerRun, snippetsPerPod: settings.snippetsPerPod } }
      : { embeddingUrl: settings.embeddingUrl }),
    ...(previousModel !== undefined && { previousModel }),
    localRoots: [],
    maxResources: parseMaxResources(settings.maxRunResources),
    onReplacedTokens: forgetReplacedSecrets(secrets),
    async onRemove(library, others) {
      await forgetUpload(stores.uploads)(library, others);
      // Kubernetes deletes the dependents of its own objects.
      if (settings.registry !== 'sql') return;
      await forgetGivenSecret(secrets)(library);
    },
    onEvent,
    beforeWork: (all) =>
      backfillCredentials(all, { registry, catalog, secrets, onEvent, onError: notReconciled }),
    onStart: runs.onStart,
    onCancel: runs.onCancel,
    onRun(run) {
      runs.onRun(run);
      measureRun(run);
    },
    onError: notReconciled,
    measured: { name: 'library', metrics },
  });
  measureLibraries(process.registry, () => controller.cache.list(), previousModel);
  return controller;
}

function createManifestSyncs(
  { settings, log, database, client, metrics, registry }: Process,
  {
    registries,
    credentials,
    events,
  }: { registries: Registries; credentials: Credentials; events: ResourceEvents },
): ManifestSyncController {
  const { secrets, sources, gitCredentials } = credentials;
  const measure = createSyncMetrics(registry);
  return createManifestSyncController({
    manifests: registries.manifestSyncs,
    libraries: registries.libraries,
    catalog: new SqlCatalog(database),
    parser: createParser({ size: 1 }),
    open: createManifestOpener({
      gitProgram: 'git',
      env: globalThis.process.env,
      workDir: tmpdir(),
      allowedRanges: settings.allowedRanges,
      idleMs: settings.requestTimeoutMs,
      cluster: clusterObjects(client, settings.namespace, sources),
      gitCredentials,
    }),
    wikiSite: wikiSite(secrets),
    onCluster: true,
    onReport(key, report) {
      measure(report);
      const { result, counts, commit, error } = report;
      log.info({ manifestSync: key, result, counts, commit, error }, 'sync ended');
    },
    onEvent: (sync, event) => events.record(sync, event),
    onError: (key, message) => log.error({ manifestSync: key, message }, 'sync failed'),
    measured: { name: 'manifestsync', metrics },
  });
}

async function createJobs(
  { settings, log, stores, client }: Process,
  { secrets, sources, gitCredentials }: Credentials,
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
    handovers: stores.handovers,
    sharedSeconds: settings.sharedPodSeconds,
    sources,
    integrations: {
      credentialsOf: runCredentials({ secrets, git: gitCredentials, own: async () => undefined }),
      secrets,
    },
    onError: (message) => log.warn({ message }, 'jobs'),
  });
}
