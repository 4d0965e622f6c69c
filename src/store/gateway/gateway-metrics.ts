import { Counter, Histogram, type Registry } from 'prom-client';

/**
 * How a request to the write gateway ended: `mistake` in the request, `refused` because of its token, `failed` in a store,
 * `cut_off` when a side ended the connection before the answer was whole.
 */
export type GatewayOutcome = 'answered' | 'mistake' | 'refused' | 'failed' | 'cut_off';

/** What the write gateway is measured by; nothing of it is by library or run. */
export interface GatewayMetrics {
  /** Takes in a request that has ended. */
  request(labels: { operation: string; outcome: GatewayOutcome }, seconds: number): void;
  /** Takes in bytes of connections, headers included. */
  bytes(direction: 'received' | 'sent', count: number): void;
}

/** Counts and times the requests of Jobs to this process. */
export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'lectern_gateway_request_duration_seconds',
    help: 'Time of requests of runs by how they ended: answered, mistake, refused, failed, cut_off; the count is the number of requests.',
    labelNames: ['operation', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  // A series of its own without labels: an alert asks for its increase, which a series that begins with 1 does not have.
  const refused = new Counter({
    name: 'lectern_gateway_refused_total',
    help: 'Requests refused because of their token: wrong, expired, of a run that has ended, or for something not of its run.',
    registers,
  });
  const bytes = new Counter({
    name: 'lectern_gateway_bytes_total',
    help: 'Bytes that runs have sent (received) and were sent (sent), headers included.',
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
