import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi } from '../../api/create-api.ts';
import { createMetrics } from '../../api/metrics.ts';
import { startServer, type RunningServer } from '../../api/server.ts';
import { readSettings, type SettingsOf, type SettingsSources } from '../settings/settings.ts';
import { backfillCredentials } from '../../libraries/library/backfill-credentials.ts';
import type { LibraryEvent } from '../../libraries/library/library-event.ts';
import { createLibraryController } from '../../libraries/library/controller.ts';
import { createManifestSyncController } from '../../libraries/manifest-sync/controller.ts';
import { createManifestOpener } from '../../libraries/manifest-sync/open-manifest.ts';
import { createSyncPlanner } from '../../libraries/manifest-sync/plan-sync.ts';
import { forgetGivenSecret, forgetReplacedSecrets } from '../../store/git-secret.ts';
import { ownCredentials } from '../../indexing/own-credentials.ts';
import { gitopsName } from '../../libraries/gitops/config.ts';
import { createGitCredentials } from '../../libraries/integrations/git-credentials.ts';
import { createAccessOf } from '../../libraries/integrations/source-access.ts';
import { runCredentials } from '../../libraries/integrations/run-credentials.ts';
import { wikiSite } from '../../libraries/integrations/wiki-site.ts';
import { ThreadJobs } from '../../jobs/thread-jobs.ts';
import { createLibraryMetrics } from '../../libraries/metrics/library-metrics.ts';
import { createModelMetrics } from '../../models/model-metrics.ts';
import { createSyncMetrics } from '../../libraries/metrics/sync-metrics.ts';
import { createRuntimeMetrics } from '../../kubernetes/metrics.ts';
import { createParser } from '../../libraries/parser.ts';
import type { Library } from '../../resources/library.ts';
import type { ManifestSync, ManifestSyncSpec } from '../../resources/manifest-sync.ts';
import { createFileUploads } from '../../store/file-uploads.ts';
import { SqlCatalog } from '../../store/metadata/catalog.ts';
import { databaseFacts } from '../../store/metadata/facts.ts';
import { snippetBytes } from '../../store/snippets/sqlite/facts.ts';
import { openSqliteDatabase } from '../../store/metadata/database.ts';
import { SqlRegistry } from '../../store/metadata/registry.ts';
import { readSecretKey } from '../../store/metadata/secret-key.ts';
import { SqlSecretStore } from '../../store/metadata/secrets.ts';
import { createSqliteSnippetIndex } from '../../store/snippets/sqlite/snippet-index.ts';
import { forgetUpload } from '../../transfer/uploads.ts';
import { isLoopback } from '../../api/origin-check.ts';
import { createSignInLinks, linkMinutes, signInAddress } from '../../identity/sessions/sign-in-links.ts';
import { version } from '../../base/version.ts';
import { apiSettings } from './api-settings.ts';
import { openAccess } from './open-access.ts';
import { adminKeyFile, keepAdminKey } from './up/admin-key.ts';
import { openDataDirectory, type DataDirectory } from './up/data-directory.ts';
import {
  checkManifest,
  keepDefaultManifest,
  manifestSpec,
  problemsOf,
} from './up/default-manifest.ts';
import { writePrivately } from './up/private-files.ts';
import { createEmbedder, createReranker, modelChecks, modelFacts } from './models.ts';
import { createLog } from '../log/create-log.ts';
import { logPrivate } from './controller-log.ts';
import { terminalLine } from '../log/terminal-line.ts';
import { stopSignal, untilAborted } from '../stop-signal.ts';
import { ProgressDisplay, showProgress } from './up/progress-display.ts';

/**
 * `lectern up`: the embedded platform in one process. Registry, controller, runs (worker threads), API. Resolves with the
 * exit code once SIGTERM or SIGINT has ended it.
 */
export async function up(sources: SettingsSources): Promise<number> {
  const settings = readSettings('up', sources);
  const manifest = manifestSpec(settings);
  if (manifest) await checkManifest(manifest);
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

/** Both streams on a terminal: lines of the log between the bars would tear them. */
function watchedByPerson(): boolean {
  return process.stdout.isTTY && process.stderr.isTTY;
}

function above(display: ProgressDisplay): { write: (line: string) => void } {
  return { write: (line) => display.print(terminalLine(line)) };
}

interface Start {
  settings: SettingsOf<'up'>;
  manifest: ManifestSyncSpec | undefined;
  directory: DataDirectory;
}

async function serve(
  { settings, manifest, directory }: Start,
  stopped: AbortSignal,
): Promise<void> {
  const display = new ProgressDisplay({
    write: (text) => void process.stdout.write(text),
    isTTY: process.stdout.isTTY,
    columns: process.stdout.columns ?? 80,
  });
  const log = createLog(settings, {
    secrets: [directory.token],
    ...(watchedByPerson() && { destination: above(display) }),
  });
  const dataDir = directory.path;
  if (directory.tightened.length > 0) {
    const [example] = directory.tightened;
    const fields = { dataDir, count: directory.tightened.length, example };
    log.warn(fields, 'other users could read the data directory; their rights were taken away');
  }
  const database = await openSqliteDatabase(join(dataDir, 'lectern.db'));
  const registry = new SqlRegistry(database, 'libraries');
  const manifests = new SqlRegistry<ManifestSync>(database, 'manifest_syncs');
  const catalog = new SqlCatalog(database);
  const index = createSqliteSnippetIndex({ dataDir });
  const uploads = createFileUploads({ dataDir });
  const metrics = createMetrics();
  const models = createModelMetrics(metrics.registry);
  const embedder = await createEmbedder(settings, models);
  const reranker = await createReranker(settings, models);
  const { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs } = settings;
  const secrets = new SqlSecretStore(database, await readSecretKey(dataDir));
  const onEvent = (library: Library, event: LibraryEvent): void => logPrivate(log, library, event);
  // Before anybody can ask.
  await backfillCredentials(await registry.list(), { registry, catalog, secrets, onEvent });
  const gitCredentials = createGitCredentials(secrets, settings);
  const jobs = new ThreadJobs({
    dataDir,
    embedder,
    credentialsOf: runCredentials({ secrets, git: gitCredentials, own: ownCredentials(secrets) }),
    limits: { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs },
    allowedRanges: settings.allowedRanges,
  });
  const openManifest = createManifestOpener({
    gitProgram: 'git',
    env: process.env,
    workDir: tmpdir(),
    allowedRanges: settings.allowedRanges,
    idleMs: requestTimeoutMs,
    gitCredentials,
  });
  const parser = createParser();
  const manifestParts = {
    open: openManifest,
    parser,
    libraries: registry,
    wikiSite: wikiSite(secrets),
  };
  const { store, migration } = databaseFacts(database);
  const access = openAccess({ database, settings, anonymous: 'ask', log });
  const ended = new AbortController();
  const signInLinks = isLoopback(settings.host) ? createSignInLinks() : undefined;
  const api = createApi({
    access,
    catalog,
    index,
    registry,
    secrets,
    parser,
    preview: { allowedRanges: settings.allowedRanges, workDir: tmpdir(), gitCredentials },
    manifests,
    planSync: createSyncPlanner({ ...manifestParts, name: gitopsName }),
    embedder,
    ...(reranker && { reranker }),
    log,
    version,
    operatorToken: directory.token,
    ...(signInLinks && { signInLinks }),
    checks: modelChecks(settings, embedder),
    facts: {
      stores: [store, { ...store, name: 'snippets' }],
      migration,
      indexBytes: () => snippetBytes({ dataDir }),
      ...modelFacts(settings, embedder),
    },
    metrics,
    stopped: ended.signal,
    ...apiSettings(settings, uploads),
  });
  let server: RunningServer | undefined;
  let working: Promise<unknown> = Promise.resolve();
  try {
    const adminKey = await keepAdminKey({ access, directory: dataDir, given: settings.adminKey });
    server = await startServer(api, { host: settings.host, port: settings.port });
    await directory.announce(server.url);
    display.print(`Lectern ${version} listens on ${server.url} (data in ${dataDir})`);
    if (adminKey !== undefined) {
      display.print(
        `Admin key, shown this once and kept in ${adminKeyFile} of the data: ${adminKey}`,
      );
    }
    // A terminal is read by a person; what is not one may be kept as a log.
    if (signInLinks && process.stdout.isTTY) {
      const link = signInAddress(server.url, signInLinks.make());
      display.print(`Sign in to the page (once, within ${linkMinutes} minutes): ${link}`);
    }
    const runtime = createRuntimeMetrics(metrics.registry);
    const onSync = createSyncMetrics(metrics.registry);
    const controller = createLibraryController({
      ...settings,
      registry,
      catalog,
      index,
      jobs,
      accessOf: createAccessOf({
        secrets,
        teamspaces: access.teams.teamspaces,
        allowedRanges: settings.allowedRanges,
        workDir: tmpdir(),
      }),
      onEvent,
      onReplacedTokens: forgetReplacedSecrets(secrets),
      async onRemove(library) {
        await forgetGivenSecret(secrets)(library);
        await forgetUpload(uploads)(library);
      },
      onRun: (run) => libraryMetrics.ended(run),
      onError: (key, message) => log.error({ library: key, message }, 'reconcile failed'),
      measured: { name: 'library', metrics: runtime },
    });
    const libraryMetrics = createLibraryMetrics(metrics.registry, () => controller.cache.list());
    const isGiven = settings.manifest !== undefined;
    await keepDefaultManifest(manifests, { spec: manifest, isGiven });
    const manifestController = createManifestSyncController({
      ...manifestParts,
      manifests,
      onCluster: false,
      onReport(_key, report) {
        onSync(report);
        problemsOf(report).forEach((line) => display.print(line));
      },
      onError: (key, message) => log.error({ manifest: key, message }, 'sync failed'),
      measured: { name: 'manifestsync', metrics: runtime },
    });
    working = Promise.all([
      controller.follow(ended.signal),
      controller.work(ended.signal),
      manifestController.follow(ended.signal),
      manifestController.work(ended.signal),
      showProgress({ registry, display, url: server.url }, ended.signal),
    ]);
    await Promise.race([untilAborted(stopped), working]);
  } finally {
    ended.abort();
    await server?.close();
    await jobs.close();
    await working.catch((error: unknown) => log.error({ err: error }, 'controller failed'));
    await parser.close();
    await embedder.close();
    await index.close();
    await access.close();
    await database.destroy();
  }
}
