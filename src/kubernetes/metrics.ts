import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Seconds; a subset of controller-runtime's buckets. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/** Metrics that the controllers, queues, elections and requests of a process share. */
export type RuntimeMetrics = ReturnType<typeof createRuntimeMetrics>;

/** The subject of metrics: the name is the value of the labels `controller` and `name`. */
export interface Measured {
  name: string;
  metrics: RuntimeMetrics;
}

/** The runtime's metrics, with controller-runtime's names and labels so that its dashboards and alerts work. */
export function createRuntimeMetrics(registry: Registry) {
  const registers = [registry];
  const counter = <L extends string>(name: string, labelNames: L[], help: string): Counter<L> =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <L extends string>(name: string, labelNames: L[], help: string): Gauge<L> =>
    new Gauge({ name, help, labelNames, registers, collect });
  const histogram = <L extends string>(name: string, labelNames: L[], help: string): Histogram<L> =>
    new Histogram({ name, help, labelNames, buckets: seconds, registers });
  // Gauges are computed when they are read.
  const collectors: (() => void)[] = [];
  const collect = (): void => {
    for (const collector of collectors) collector();
  };
  const controller = 'controller_runtime';
  return {
    /** Adds a function to call before gauges are read. */
    onCollect: (collector: () => void) => void collectors.push(collector),
    reconciles: counter(
      `${controller}_reconcile_total`,
      ['controller', 'result'],
      'Reconciliations by result: success, requeue_after, error.',
    ),
    reconcileErrors: counter(
      `${controller}_reconcile_errors_total`,
      ['controller'],
      'Reconciliations that failed.',
    ),
    panics: counter(
      `${controller}_reconcile_panics_total`,
      ['controller'],
      'Reconciliations that failed because of a bug, such as a TypeError.',
    ),
    timeouts: counter(
      `${controller}_reconcile_timeouts_total`,
      ['controller'],
      'Reconciliations that exceeded their time limit.',
    ),
    reconcileSeconds: histogram(
      `${controller}_reconcile_time_seconds`,
      ['controller'],
      'Time of one reconciliation.',
    ),
    maxConcurrent: gauge(
      `${controller}_max_concurrent_reconciles`,
      ['controller'],
      'Maximum number of concurrent reconciliations.',
    ),
    activeWorkers: gauge(`${controller}_active_workers`, ['controller'], 'Active reconciliations.'),
    queueDepth: gauge('workqueue_depth', ['name', 'controller'], 'Keys that wait for a worker.'),
    queueAdds: counter('workqueue_adds_total', ['name', 'controller'], 'Keys added.'),
    queueSeconds: histogram(
      'workqueue_queue_duration_seconds',
      ['name', 'controller'],
      'Time that a key waits for a worker.',
    ),
    queueWorkSeconds: histogram(
      'workqueue_work_duration_seconds',
      ['name', 'controller'],
      'Time to process a key.',
    ),
    queueUnfinished: gauge(
      'workqueue_unfinished_work_seconds',
      ['name', 'controller'],
      'Total time so far of all keys in process.',
    ),
    queueLongest: gauge(
      'workqueue_longest_running_processor_seconds',
      ['name', 'controller'],
      'Time so far of the key that is longest in process.',
    ),
    queueRetries: counter(
      'workqueue_retries_total',
      ['name', 'controller'],
      'Keys added again after a failure.',
    ),
    requests: counter(
      'rest_client_requests_total',
      ['code', 'method', 'host'],
      'Requests to the Kubernetes API.',
    ),
    leader: gauge(
      'leader_election_master_status',
      ['name'],
      'Whether this process leads: 1, or 0 on a standby.',
    ),
  };
}
