import { SqlCodeProjects } from '../../store/metadata/code-projects.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createApi } from '../../api/create-api.ts';
import { createMetrics, type ApiMetrics } from '../../api/metrics.ts';
import { startServer, type RunningServer } from '../../api/server.ts';
import type { InstallFacts } from '../../base/install-facts.ts';
import { version } from '../../base/version.ts';
import { secretRefCredentials } from '../../jobs/secret-ref-credentials.ts';
import { ThreadJobs } from '../../jobs/thread-jobs.ts';
import { createRuntimeMetrics, type RuntimeMetrics } from '../../kubernetes/metrics.ts';
import { gitopsName } from '../../libraries/gitops/config.ts';
import {
  createGitCredentials,
  type GitCredentials,
} from '../../libraries/integrations/git-credentials.ts';
import { runCredentials } from '../../libraries/integrations/run-credentials.ts';
import {
  createAccessOf,
  createPossibleCredential,
} from '../../libraries/integrations/source-access.ts';
import { wikiSite } from '../../libraries/integrations/wiki-site.ts';
import { backfillCredentials } from '../../libraries/library/backfill-credentials.ts';
import { createLibraryController } from '../../libraries/library/controller.ts';
import type { LibraryEvent } from '../../libraries/library/library-event.ts';
import { createManifestSyncController } from '../../libraries/manifest-sync/controller.ts';
import {
  createManifestOpener,
  type OpenManifest,
} from '../../libraries/manifest-sync/open-manifest.ts';
import { createSyncPlanner } from '../../libraries/manifest-sync/plan-sync.ts';
import { createRunMetrics, measureLibraries } from '../../libraries/metrics/library-metrics.ts';
import { createSyncMetrics } from '../../libraries/metrics/sync-metrics.ts';
import { createParser } from '../../libraries/parser.ts';
import type { Embedder, Reranker } from '../../models/embedder.ts';
import { createModelMetrics } from '../../models/model-metrics.ts';
import type { Library } from '../../resources/library.ts';
import type { ManifestSync, ManifestSyncSpec } from '../../resources/manifest-sync.ts';
import { createFileUploads, removeIncompleteUploads } from '../../store/file-uploads.ts';
import { forgetGivenSecret, forgetReplacedSecrets } from '../../store/git-secret.ts';
import { SqlCatalog } from '../../store/metadata/catalog.ts';
import { openSqliteDatabase, type MetadataDatabase } from '../../store/metadata/database.ts';
import { databaseFacts } from '../../store/metadata/facts.ts';
import { SqlRegistry } from '../../store/metadata/registry.ts';
import { readSecretKey } from '../../store/metadata/secret-key.ts';
import { SqlSecretStore } from '../../store/metadata/secrets.ts';
import type { SnippetIndex } from '../../store/snippet-index.ts';
import { snippetBytes } from '../../store/snippets/sqlite/facts.ts';
import { createSqliteSnippetIndex } from '../../store/snippets/sqlite/snippet-index.ts';
import type { UploadStore } from '../../store/uploads.ts';
import { forgetUpload } from '../../transfer/uploads.ts';
import { isLoopback } from '../../api/origin-check.ts';
import {
  createSignInLinks,
  linkMinutes,
  signInAddress,
  type SignInLinks,
} from '../../identity/sessions/sign-in-links.ts';
import { createLog } from '../log/create-log.ts';
import { terminalLine } from '../log/terminal-line.ts';
import { projectFolder } from '../project/open-project.ts';
import { readSettings, type SettingsOf, type SettingsSources } from '../settings/settings.ts';
import { stopSignal, untilAborted } from '../stop-signal.ts';
import { createLibraryMeaning, type LibraryMeaning } from '../../search/library-meaning.ts';
import { SqlLibraryVectors } from '../../store/metadata/library-vectors.ts';
import { apiSettings } from './api-settings.ts';
import { logPrivate } from './controller-log.ts';
import {
  createEmbedder,
  createPreviousEmbedder,
  createReranker,
  previousModelOf,
  modelChecks,
  modelFacts,
} from './models.ts';
import { openAccess, type OpenAccess } from './open-access.ts';
import { adminKeyFile, keepAdminKey } from './up/admin-key.ts';
import { followProject } from './up/follow-project.ts';
import { openDataDirectory, type DataDirectory } from './up/data-directory.ts';
import {
  checkManifest,
  keepDefaultManifest,
  manifestSpec,
  problemsOf,
} from './up/default-manifest.ts';
import { writePrivately } from './up/private-files.ts';
import { ProgressDisplay, showProgress } from './up/progress-display.ts';

/** What one start of the process works on. */
interface Start {
  settings: SettingsOf<'up'>;
  manifest: ManifestSyncSpec | undefined;
  directory: DataDirectory;
}

/** The stores of a data directory. */
interface Stores {
  database: MetadataDatabase;
  registry: SqlRegistry;
  manifests: SqlRegistry<ManifestSync>;
  catalog: SqlCatalog;
  secrets: SqlSecretStore;
  index: SnippetIndex;
  uploads: UploadStore;
}

interface Models {
  embedder: Embedder;
  previousEmbedder: Embedder | undefined;
  reranker: Reranker | undefined;
  meaning: LibraryMeaning;
}

/** The parts that the API, the controllers and the runs share. */
interface Parts extends Start, Terminal {
  metrics: ApiMetrics;
  runtimeMetrics: RuntimeMetrics;
  stores: Stores;
  models: Models;
  access: OpenAccess;
  gitCredentials: GitCredentials;
  openManifest: OpenManifest;
  jobs: ThreadJobs;
  parser: ReturnType<typeof createParser>;
  /** Beginning of the id of the embedding model before a change. */
  previousModel?: string;
  /** Absent if the server is not bound to a loopback address. */
  signInLinks: SignInLinks | undefined;
}

/** The display on stdout, and the log. */
interface Terminal {
  display: ProgressDisplay;
  log: Logger;
}

/**
 * `lectern up`: the embedded platform. One process holds the registry, the controllers, the API, and the runs in worker
 * threads. Resolves with the exit code after SIGTERM or SIGINT.
 */
export async function up(sources: SettingsSources): Promise<number> {
  const settings = readSettings('up', sources);
  const manifest = manifestSpec(settings);
  if (manifest) await checkManifest(manifest);
  if (settings.project) await projectFolder(settings.project);
  writePrivately();
  const directory = await openDataDirectory(settings.data);
  const stopped = stopSignal();
  try {
    await serve({ settings, manifest, directory }, stopped);
    return 0;
  } finally {
    await directory.release();
  }
}

async function serve(start: Start, stopped: AbortSignal): Promise<void> {
  const { settings, manifest } = start;
  const parts = await openParts(start);
  const ended = new AbortController();
  const api = openApi(parts, ended.signal);
  let server: RunningServer | undefined;
  const keeping = parts.models.meaning.keepFilled(ended.signal);
  let working: Promise<unknown> = Promise.resolve();
  let following: Promise<void> = Promise.resolve();
  try {
    await openAdminKey(parts);
    server = await startServer(api, { host: settings.host, port: settings.port, log: parts.log });
    await announce(server.url, parts);
    await keepDefaultManifest(parts.stores.manifests, {
      spec: manifest,
      isGiven: settings.manifest !== undefined,
    });
    working = startControllers(parts, server.url, ended.signal);
    following = followProject({
      settings,
      url: server.url,
      log: parts.log,
      token: parts.directory.token,
      signal: ended.signal,
    });
    await Promise.race([untilAborted(stopped), working]);
  } finally {
    ended.abort();
    await following;
    await server?.close();
    await parts.jobs.close();
    await keeping;
    await working.catch((error: unknown) => parts.log.error({ err: error }, 'controller failed'));
    await closeParts(parts);
  }
}

async function openParts(start: Start): Promise<Parts> {
  const { settings, directory } = start;
  const terminal = openTerminal(start);
  const stores = await openStores(directory.path);
  const metrics = createMetrics();
  const models = await openModels(settings, { ...stores, metrics, log: terminal.log });
  await recordOldCredentials(stores, terminal.log);
  const gitCredentials = createGitCredentials(stores.secrets, {
    allowedRanges: settings.allowedRanges,
  });
  const previousModel = await previousModelOf(settings);
  return {
    ...start,
    ...terminal,
    stores,
    metrics,
    runtimeMetrics: createRuntimeMetrics(metrics.registry),
    models,
    gitCredentials,
    jobs: openJobs(start, stores, {
      embedder: models.embedder,
      previousModel,
      gitCredentials,
    }),
    ...(previousModel !== undefined && { previousModel }),
    openManifest: createManifestOpener({
      gitProgram: 'git',
      env: process.env,
      workDir: tmpdir(),
      allowedRanges: settings.allowedRanges,
      idleMs: settings.requestTimeoutMs,
      gitCredentials,
    }),
    parser: createParser(),
    signInLinks: isLoopback(settings.host) ? createSignInLinks() : undefined,
    access: openAccess({
      database: stores.database,
      settings,
      anonymous: 'ask',
      log: terminal.log,
    }),
  };
}

async function closeParts({ parser, models, stores, access }: Parts): Promise<void> {
  await parser.close();
  await models.embedder.close();
  await models.previousEmbedder?.close();
  await stores.index.close();
  await access.close();
  await stores.database.destroy();
}

function openTerminal({ settings, directory }: Start): Terminal {
  const display = new ProgressDisplay(process.stdout);
  // On a terminal, a log line between the progress bars would break them.
  const isWatched = process.stdout.isTTY && process.stderr.isTTY;
  const destination = { write: (line: string) => display.print(terminalLine(line)) };
  const log = createLog(settings, {
    secrets: [directory.token],
    ...(isWatched && { destination }),
  });
  const { path: dataDir, tightened } = directory;
  if (tightened.length > 0) {
    const fields = { dataDir, count: tightened.length, example: tightened[0] };
    log.warn(fields, 'removed access of other users to the data directory');
  }
  return { display, log };
}

async function openStores(dataDir: string): Promise<Stores> {
  await removeIncompleteUploads(dataDir);
  const database = await openSqliteDatabase(join(dataDir, 'lectern.db'));
  return {
    database,
    registry: new SqlRegistry(database, 'libraries'),
    manifests: new SqlRegistry<ManifestSync>(database, 'manifest_syncs'),
    catalog: new SqlCatalog(database),
    secrets: new SqlSecretStore(database, await readSecretKey(dataDir)),
    index: createSqliteSnippetIndex({ dataDir }),
    uploads: createFileUploads({ dataDir }),
  };
}

async function openModels(
  settings: SettingsOf<'up'>,
  { database, catalog, metrics, log }: Stores & { metrics: ApiMetrics; log: Logger },
): Promise<Models> {
  const measures = createModelMetrics(metrics.registry);
  const reranker = await createReranker(settings, measures);
  const embedder = await createEmbedder(settings, measures);
  const vectors = new SqlLibraryVectors(database, embedder.id);
  return {
    reranker,
    embedder,
    previousEmbedder: await createPreviousEmbedder(settings, { metrics: measures, log }),
    meaning: createLibraryMeaning({ catalog, vectors, embedder, log }),
  };
}

/** Call this before the server starts, so that no answer uses a library that becomes private here. */
async function recordOldCredentials(stores: Stores, log: Logger): Promise<void> {
  const { registry, catalog, secrets } = stores;
  const onEvent = (library: Library, event: LibraryEvent): void => logPrivate(log, library, event);
  const onError = (key: string, message: string): void =>
    log.error({ library: key, message }, 'reconcile failed');
  const options = { registry, catalog, secrets, onEvent, onError };
  await backfillCredentials(await registry.list(), options);
}

function openJobs(
  { settings, directory }: Start,
  { secrets }: Stores,
  {
    embedder,
    previousModel,
    gitCredentials,
  }: {
    embedder: Embedder;
    previousModel: string | undefined;
    gitCredentials: GitCredentials;
  },
): ThreadJobs {
  const { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs } = settings;
  return new ThreadJobs({
    dataDir: directory.path,
    embedder,
    ...(previousModel !== undefined && { previousModel }),
    credentialsOf: runCredentials({
      secrets,
      git: gitCredentials,
      own: secretRefCredentials(secrets),
    }),
    limits: { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs },
    allowedRanges: settings.allowedRanges,
  });
}

function openApi(parts: Parts, stopped: AbortSignal): ReturnType<typeof createApi> {
  const { settings, directory, stores, models, access, parser, gitCredentials } = parts;
  const { registry, manifests, catalog, secrets, index, uploads } = stores;
  return createApi({
    access,
    catalog,
    index,
    registry,
    secrets,
    parser,
    preview: { allowedRanges: settings.allowedRanges, workDir: tmpdir(), gitCredentials },
    manifests,
    codeProjects: new SqlCodeProjects(stores.database),
    planSync: createSyncPlanner({
      open: parts.openManifest,
      parser,
      libraries: registry,
      wikiSite: wikiSite(secrets),
      name: gitopsName,
    }),
    embedder: models.embedder,
    meaning: models.meaning,
    ...(models.previousEmbedder && { previousEmbedder: models.previousEmbedder }),
    ...(models.reranker && { reranker: models.reranker }),
    log: parts.log,
    version,
    operatorToken: directory.token,
    ...(parts.signInLinks && { signInLinks: parts.signInLinks }),
    checks: modelChecks(settings, models.embedder),
    facts: installFacts(parts),
    metrics: parts.metrics,
    stopped,
    ...apiSettings(settings, uploads),
  });
}

function installFacts({ settings, directory, stores, models }: Parts): InstallFacts {
  const { store, migration } = databaseFacts(stores.database);
  return {
    stores: [store, { ...store, name: 'snippets' }],
    migration,
    indexBytes: () => snippetBytes({ dataDir: directory.path }),
    ...modelFacts(settings, models.embedder),
  };
}

/** Prints the admin key if this start made it. Later starts do not, so a start that cannot listen prints it, too. */
async function openAdminKey({ settings, directory, access, display }: Parts): Promise<void> {
  const { path } = directory;
  const made = await keepAdminKey({ access, directory: path, given: settings.adminKey });
  if (made !== undefined) {
    display.print(
      `Admin key (shown once, stored in ${adminKeyFile} of the data directory): ${made}`,
    );
  }
}

/** Writes the server's address for commands, and prints it. */
async function announce(url: string, { directory, display, signInLinks }: Parts): Promise<void> {
  await directory.announce(url);
  display.print(`Lectern ${version} listens on ${url} (data in ${directory.path})`);
  // A person reads a terminal. Other output may be kept as a log, where a link does not belong.
  if (signInLinks && process.stdout.isTTY) {
    const link = signInAddress(url, signInLinks.make());
    display.print(`Sign in to the page (once, within ${linkMinutes} minutes): ${link}`);
  }
}

/** Runs both controllers and the progress display until the signal aborts. */
async function startControllers(parts: Parts, url: string, signal: AbortSignal): Promise<void> {
  const libraries = openLibraryController(parts);
  const manifests = openManifestController(parts);
  const { display, stores } = parts;
  await Promise.all([
    libraries.follow(signal),
    libraries.work(signal),
    manifests.follow(signal),
    manifests.work(signal),
    showProgress({ registry: stores.registry, display, url }, signal),
  ]);
}

function openLibraryController(parts: Parts): ReturnType<typeof createLibraryController> {
  const { settings, stores, access, jobs, log, previousModel } = parts;
  const { registry, catalog, secrets, index, uploads } = stores;
  const { concurrency, hostConcurrency, embeddingUrl, localRoots, allowedRanges } = settings;
  const { registry: metrics } = parts.metrics;
  const controller = createLibraryController({
    concurrency,
    hostConcurrency,
    ...(embeddingUrl !== undefined && { embeddingUrl }),
    localRoots,
    yieldsVectors: true,
    ...(previousModel !== undefined && { previousModel }),
    registry,
    catalog,
    index,
    jobs,
    accessOf: createAccessOf({
      secrets,
      teamspaces: access.teams.teamspaces,
      allowedRanges,
      workDir: tmpdir(),
    }),
    possibleCredential: createPossibleCredential(secrets),
    onEvent: (library, event) => logPrivate(log, library, event),
    onReplacedTokens: forgetReplacedSecrets(secrets),
    async onRemove(library, others) {
      await forgetGivenSecret(secrets)(library);
      await forgetUpload(uploads)(library, others);
    },
    onRun: createRunMetrics(metrics),
    onError: (key, message) => log.error({ library: key, message }, 'reconcile failed'),
    measured: { name: 'library', metrics: parts.runtimeMetrics },
  });
  measureLibraries(metrics, () => controller.cache.list(), previousModel);
  return controller;
}

function openManifestController(parts: Parts): ReturnType<typeof createManifestSyncController> {
  const { stores, openManifest, parser, display, log } = parts;
  const measure = createSyncMetrics(parts.metrics.registry);
  return createManifestSyncController({
    open: openManifest,
    parser,
    libraries: stores.registry,
    manifests: stores.manifests,
    wikiSite: wikiSite(stores.secrets),
    onCluster: false,
    onReport(_key, report) {
      measure(report);
      problemsOf(report).forEach((line) => display.print(line));
    },
    onError: (key, message) => log.error({ manifest: key, message }, 'sync failed'),
    measured: { name: 'manifestsync', metrics: parts.runtimeMetrics },
  });
}
