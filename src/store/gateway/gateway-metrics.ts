import { Counter, Histogram, type Registry } from 'prom-client';

/**
 * How a request to the write gateway ended. `mistake`: invalid request. `refused`: invalid token. `failed`: a store failed.
 * `cut_off`: a side closed the connection before the response was complete.
 */
export type GatewayOutcome = 'answered' | 'mistake' | 'refused' | 'failed' | 'cut_off';

/** Metrics of the write gateway. They have no labels for libraries or runs. */
export interface GatewayMetrics {
  /** Counts a finished request. */
  request(labels: { operation: string; outcome: GatewayOutcome }, seconds: number): void;
  /** Adds bytes of connections, headers included. */
  bytes(direction: 'received' | 'sent', count: number): void;
}

/** Registers the gateway's metrics. */
export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'lectern_gateway_request_duration_seconds',
    help: 'Time of requests of runs, by outcome.',
    labelNames: ['operation', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  // A counter without labels starts at 0. With labels it would start at 1, and an alert on its increase would miss the first.
  const refused = new Counter({
    name: 'lectern_gateway_refused_total',
    help: 'Requests that were refused because of their token.',
    registers,
  });
  const bytes = new Counter({
    name: 'lectern_gateway_bytes_total',
    help: 'Bytes received from runs and sent to runs, including headers.',
    labelNames: ['direction'],
    registers,
  });
  return {
    request(labels, took) {
      seconds.observe(labels, took);
      if (labels.outcome === 'refused') refused.inc();
    },
    bytes: (direction, count) => bytes.inc({ direction }, count),
  };
}
