// Runs Lectern's controller of Libraries as a process of the benchmark. It has the registry, the Jobs and the leader
// election of a cluster. Its stores are in memory, so it waits for the API server only. It prints `synced` when it
// knows all objects.
import { parseArgs } from 'node:util';
import { KubeConfig } from '@kubernetes/client-node';
import { Registry as MetricsRegistry } from 'prom-client';
import { KubernetesJobs } from '../../src/jobs/kubernetes/kubernetes-jobs.ts';
import { createLibraryController } from '../../src/libraries/library/controller.ts';
import { KubeClient } from '../../src/kubernetes/kube-client.ts';
import { LeaderElection } from '../../src/kubernetes/leader-election.ts';
import { Manager } from '../../src/kubernetes/manager.ts';
import { createRuntimeMetrics } from '../../src/kubernetes/metrics.ts';
import type { Catalog } from '../../src/store/catalog.ts';
import type { LibraryRecord } from '../../src/resources/library-record.ts';
import { KubernetesRegistry } from '../../src/store/kubernetes/registry.ts';
import { libraryKind } from '../../src/store/kubernetes/resource-kind.ts';
import type { ActiveVersion, SnippetIndex } from '../../src/store/snippet-index.ts';
import { jobTemplate } from './job-template.ts';

const { values } = parseArgs({
  options: {
    namespace: { type: 'string', default: '' },
    port: { type: 'string', default: '0' },
    runs: { type: 'string', default: '10' },
  },
});
const { namespace, port, runs } = values;

const kubeConfig = new KubeConfig();
kubeConfig.loadFromDefault();
const registry = new MetricsRegistry();
const metrics = createRuntimeMetrics(registry);
const onError = (message: string): void => void process.stderr.write(`${message}\n`);
const connect = (): KubeClient =>
  new KubeClient(kubeConfig, { fieldManager: 'lectern-controller', metrics });

const client = connect();
const jobs = new KubernetesJobs({
  client,
  namespace,
  template: jobTemplate,
  sources: { read: async () => ({}) },
  startTimeoutMs: 300_000,
  grants: {
    give: async () => undefined,
    runOf: async () => undefined,
    find: async () => undefined,
    end: async () => undefined,
  },
  handovers: { give: async () => false },
  journal: { read: async () => new Map(), remove: async () => undefined },
  onError,
});
const controller = createLibraryController({
  registry: new KubernetesRegistry({
    client,
    kind: libraryKind,
    namespace,
    namespaces: [namespace],
    onError,
  }),
  jobs,
  catalog: catalogInMemory(),
  index: indexInMemory(),
  concurrency: Number(runs),
  hostConcurrency: Number(runs),
  localRoots: [],
  accessOf: async () => ({ credential: 'none' }),
  measured: { name: 'library', metrics },
  onError: (key, message) => onError(`${key}: ${message}`),
});

const manager = new Manager({
  election: new LeaderElection({
    client: connect(),
    namespace,
    name: 'lectern-controller',
    metrics,
    onError,
  }),
  healthPort: Number(port),
  registry,
  onError,
});
manager.addInformer('libraries', {
  run: (signal) => controller.follow(signal),
  whenSynced: (signal) => controller.cache.whenSynced(signal),
});
manager.addInformer('jobs', {
  run: (signal) => jobs.run(signal),
  // Resolves when the process knows all Jobs and Pods.
  whenSynced: async () => void (await jobs.observe('')),
});
manager.addController('library', (signal) => controller.work(signal));

const stopped = new AbortController();
process.once('SIGTERM', () => stopped.abort());
const running = manager.run(stopped.signal);
await Promise.all([controller.cache.whenSynced(stopped.signal), jobs.observe('')]);
process.stdout.write('synced\n');
await running;
process.exit();

function catalogInMemory(): Catalog {
  const records = new Map<string, LibraryRecord>();
  return {
    put: async (record) => void records.set(record.id, record),
    get: async (id) => records.get(id),
    search: async () => [],
    list: async () => [...records.values()],
    load: async () => undefined,
    count: async () => records.size,
    each: async (visit) => records.forEach((record) => visit(record)),
    remove: async (id) => void records.delete(id),
  };
}

/** An index with the documents that every run of the benchmark has written. */
function indexInMemory(): SnippetIndex {
  const version: ActiveVersion = {
    version: '',
    generation: 1,
    revision: '0123456789abcdef0123456789abcdef01234567',
    fingerprint: '',
    embedderId: '',
    linkTemplate: '',
    documents: 120,
    snippets: 900,
    tokens: 90_000,
    updatedAt: new Date().toISOString(),
  };
  return {
    open: () => Promise.reject(new Error('The benchmark writes no snippets')),
    openVectors: async () => undefined,
    versions: async () => [version],
    search: async () => undefined,
    page: async () => undefined,
    read: async () => undefined,
    delete: async () => undefined,
    close: async () => undefined,
  };
}
