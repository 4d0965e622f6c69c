import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createApi } from '../api/create-api.ts';
import { startServer, type RunningServer } from '../api/server.ts';
import { readSettings, type Settings, type SettingsSources } from '../settings/settings.ts';
import { createLibraryController } from '../controller/library-controller.ts';
import { ThreadJobs } from '../indexing/thread-jobs.ts';
import { applyManifest } from '../manifest/apply.ts';
import type { PlanStep } from '../manifest/plan.ts';
import { SqlCatalog } from '../store/sql/catalog.ts';
import { openSqliteDatabase } from '../store/sql/database.ts';
import { SqlRegistry } from '../store/sql/registry.ts';
import { createSqliteSnippetIndex } from '../store/sqlite/snippet-index.ts';
import { version } from '../version.ts';
import { openDataDirectory, type DataDirectory } from './up/data-directory.ts';
import { createEmbedder, createReranker } from './models.ts';
import { createLog, stopSignal, untilAborted } from './process.ts';
import { ProgressDisplay } from './up/progress-display.ts';
import { showProgress } from './up/show-progress.ts';

/**
 * `lectern up`: the embedded platform in one process. Registry, controller, runs (worker threads), API. Resolves with the
 * exit code once SIGTERM or SIGINT has ended it.
 */
export async function up(sources: SettingsSources): Promise<number> {
  const settings = readSettings('up', sources);
  const directory = await openDataDirectory(settings.data);
  const stopped = stopSignal();
  try {
    await serve(settings, directory, stopped);
    return 0;
  } finally {
    await directory.release();
  }
}

async function serve(
  settings: Settings,
  directory: DataDirectory,
  stopped: AbortSignal,
): Promise<void> {
  const log = createLog(settings);
  const dataDir = directory.path;
  const database = await openSqliteDatabase(join(dataDir, 'lectern.db'));
  const registry = new SqlRegistry(database, 'libraries');
  const catalog = new SqlCatalog(database);
  const index = createSqliteSnippetIndex({ dataDir });
  const embedder = await createEmbedder(settings);
  const reranker = await createReranker(settings);
  const { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs } = settings;
  const jobs = new ThreadJobs({
    dataDir,
    embedder,
    limits: { maxDocumentBytes, maxTotalBytes, maxDocuments, requestTimeoutMs },
    allowedRanges: settings.allowedRanges,
  });
  const display = new ProgressDisplay({
    write: (text) => void process.stdout.write(text),
    isTTY: process.stdout.isTTY,
    columns: process.stdout.columns ?? 80,
  });
  const api = createApi({
    catalog,
    index,
    registry,
    embedder,
    ...(reranker && { reranker }),
    log,
    version,
    host: settings.host,
    operatorToken: directory.token,
  });
  let server: RunningServer | undefined;
  let working: Promise<unknown> = Promise.resolve();
  const ended = new AbortController();
  try {
    server = await startServer(api, { host: settings.host, port: settings.port });
    display.print(`Lectern ${version} listens on ${server.url} (data in ${dataDir})`);
    const controller = createLibraryController({
      ...settings,
      registry,
      catalog,
      index,
      jobs,
      onError: (key, message) => log.error({ library: key, message }, 'reconcile failed'),
    });
    working = Promise.all([
      controller.follow(ended.signal),
      controller.work(ended.signal),
      showProgress({ registry, display, url: server.url }, ended.signal),
    ]);
    const file = settings.manifest ?? defaultManifest();
    if (file) report(await applyManifest({ ...settings, registry, file }), display);
    await Promise.race([untilAborted(stopped), working]);
  } finally {
    ended.abort();
    await server?.close();
    await jobs.close();
    await working.catch((error: unknown) => log.error({ err: error }, 'controller failed'));
    await embedder.close();
    await index.close();
    await database.destroy();
  }
}

/** The clone's own manifest, where the command runs in one. */
function defaultManifest(): string | undefined {
  const file = join('config', 'repos.yaml');
  return existsSync(file) ? file : undefined;
}

function report(steps: PlanStep[], display: ProgressDisplay): void {
  for (const { action, libraryId, reason } of steps) {
    if (action === 'skip') display.print(`- ${libraryId}  skipped: ${reason}`);
  }
}
