import { collectDefaultMetrics, Registry } from 'prom-client';
import { closingOfPod, startServer, type RunningServer } from '../../api/server.ts';
import { version } from '../../base/version.ts';
import { startHealthServer, type HealthServer } from '../../kubernetes/health-server.ts';
import { createBuiltInEmbedder } from '../../models/built-in-embedder.ts';
import { createEmbeddingServer } from '../../models/embedding-server.ts';
import { createModelMetrics } from '../../models/model-metrics.ts';
import { createLog } from '../log/create-log.ts';
import { readSettings, type SettingsSources } from '../settings/settings.ts';
import { stopSignal, untilAborted } from '../stop-signal.ts';

/** Milliseconds to receive a request. */
const requestTimeoutMs = 60_000;

/** Texts of documents that may wait for each thread: about ten seconds of work. */
const documentsPerThread = 256;

/**
 * `lectern embed`: serves the built-in model to other processes. Resolves with the exit code after a stop signal. Rejects if the
 * model cannot be loaded.
 */
export async function embed(sources: SettingsSources): Promise<number> {
  const settings = readSettings('embed', sources);
  const log = createLog(settings);
  const stopped = stopSignal();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { threads, embeddingServiceKey: key } = settings;
  const model = await createBuiltInEmbedder({ threads, idleMs: Infinity });
  const embedder = createModelMetrics(registry).embedder(model);
  let server: RunningServer | undefined;
  let health: HealthServer | undefined;
  try {
    let isLoaded = false;
    const limits = { documents: documentsPerThread * threads };
    server = await startServer(
      createEmbeddingServer({ embedder, limits, registry, log, ...(key !== undefined && { key }) }),
      { host: settings.host, port: settings.port, requestTimeoutMs, log },
    );
    const { healthPort: port } = settings;
    const checks = (): Record<string, boolean> => ({ model: isLoaded });
    health = await startHealthServer({ port, checks, registry });
    const { port: healthPort } = health;
    log.info({ url: server.url, healthPort, version, model: embedder.id }, 'listening');
    await embedder.embed(['ready'], 'query');
    isLoaded = true;
    await untilAborted(stopped);
    return 0;
  } finally {
    // A server that listens would keep the process alive after a failure, and its Pod would never start again.
    await server?.close(closingOfPod);
    await health?.close();
    await embedder.close();
  }
}
