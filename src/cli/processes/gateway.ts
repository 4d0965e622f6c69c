import { collectDefaultMetrics, Registry } from 'prom-client';
import { createGateway } from '../../store/gateway/server.ts';
import { closingOfPod, startServer, type RunningServer } from '../../api/server.ts';
import { createGatewayMetrics } from '../../store/gateway/gateway-metrics.ts';
import { startHealthServer, type HealthServer } from '../../kubernetes/health-server.ts';
import { createLog } from '../log/create-log.ts';
import { readSettings, type SettingsSources } from '../settings/settings.ts';
import { version } from '../../base/version.ts';
import { openElasticsearch } from './cluster/stores.ts';
import { modelOfRuns } from './models.ts';
import { stopSignal, untilAborted } from '../stop-signal.ts';

/** Milliseconds to receive a request. A busy node may send several megabytes slowly. */
const requestTimeoutMs = 120_000;

/** `lectern gateway`: one replica of the gateway that Jobs write through. Resolves with the exit code after a stop signal. */
export async function gateway(sources: SettingsSources): Promise<number> {
  const settings = readSettings('gateway', sources);
  const log = createLog(settings);
  const stopped = stopSignal();
  const stores = await openElasticsearch(settings);
  let server: RunningServer | undefined;
  let health: HealthServer | undefined;
  try {
    const isModel = await modelOfRuns(settings);
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const metrics = createGatewayMetrics(registry);
    server = await startServer(createGateway({ ...stores, isModel, metrics, log }), {
      host: settings.host,
      port: settings.port,
      requestTimeoutMs,
      log,
    });
    // Metrics have their own port, because Jobs can reach the other one and must not read metrics.
    const { healthPort: port } = settings;
    health = await startHealthServer({ port, checks: () => ({}), registry });
    log.info({ url: server.url, version }, 'listening');
    await untilAborted(stopped);
    return 0;
  } finally {
    // A server that listens would keep the process alive after a failure, and its Pod would never start again.
    await server?.close(closingOfPod);
    await health?.close();
    await stores.close();
  }
}
