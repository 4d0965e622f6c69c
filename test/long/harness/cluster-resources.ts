import { existsSync } from 'node:fs';
import pg from 'pg';
import {
  endOf,
  jobNameLabel,
  type JobObject,
  type PodObject,
} from '../../../src/jobs/kubernetes/job-objects.ts';
import { kubectl, list, podsOf } from '../../cluster/harness/kubectl.ts';
import { Stack } from '../../stack/stack.ts';
import { collectGarbageInPod } from './collect-garbage.ts';
import { processesOf } from './pod-processes.ts';
import { heldBy, type Resources } from './resources.ts';

/** The part of a container's status that counts. */
interface Container {
  restartCount: number;
}

const components = ['controller', 'api', 'gateway'] as const;
/** Kinds whose objects come and go with libraries. */
const kinds = ['libraries', 'secrets', 'configmaps', 'leases'] as const;
/** Milliseconds that the cluster may take to delete a finished Job. */
const deletionMs = 60_000;

/**
 * Measures what an install holds: its processes on this node by component, its objects in the cluster, the rows of its tables
 * in Postgres, and its indexes in Elasticsearch. Collects garbage before it reads the memory of a process.
 */
export async function measureCluster(): Promise<Resources> {
  const parts = await Promise.all([...components.map(processesIn), objects(), rows(), indexes()]);
  return Object.assign({}, ...parts) as Resources;
}

async function processesIn(component: (typeof components)[number]): Promise<Resources> {
  const pods = await podsOf(component);
  const pids = pods.flatMap(({ metadata }) => processesOf(metadata.uid));
  const held = { memory: 0, threads: 0, handles: 0 };
  const containers = pods.flatMap(
    ({ status }) => (status?.['containerStatuses'] ?? []) as Container[],
  );
  for (const pid of pids) {
    const own = await heldAfterCollection(pid).catch((error: unknown) => {
      if (existsSync(`/proc/${pid}`)) throw error;
      // The process of a probe or of a Pod that was replaced. It has ended, so it holds nothing.
    });
    held.memory += own?.memory ?? 0;
    held.threads += own?.threads ?? 0;
    held.handles += own?.handles ?? 0;
  }
  return {
    [`${component}: restarts`]: containers.reduce((sum, one) => sum + one.restartCount, 0),
    [`${component}: memory (MB)`]: held.memory,
    [`${component}: threads`]: held.threads,
    [`${component}: file handles`]: held.handles,
  };
}

async function heldAfterCollection(pid: number): ReturnType<typeof heldBy> {
  await collectGarbageInPod(pid);
  return heldBy(pid);
}

async function objects(): Promise<Resources> {
  const names = await kubectl('get', kinds.join(','), '--output', 'name');
  const found = names.split('\n').map((name) => name.split('/')[0]!.split('.')[0]!);
  const counts = kinds.map((kind) => {
    const singular = kind === 'libraries' ? 'library' : kind.slice(0, -1);
    return [`objects: ${kind}`, found.filter((name) => name === singular).length];
  });
  return { ...Object.fromEntries(counts), ...(await workloads()) };
}

/**
 * Returns the numbers of Jobs and Pods. A Job that finished within its time to live does not count, and neither do its Pods:
 * the number of runs in that time follows the speed of the machine.
 */
async function workloads(): Promise<Resources> {
  const [jobs, pods] = await Promise.all([list<ClusterJob>('jobs'), list<PodObject>('pods')]);
  const kept = new Set(jobs.filter(isKept).map(({ metadata }) => metadata.name));
  const counted = pods.filter(({ metadata }) => !kept.has(metadata.labels?.[jobNameLabel] ?? ''));
  return { 'objects: jobs': jobs.length - kept.size, 'objects: pods': counted.length };
}

type ClusterJob = JobObject & { spec: { ttlSecondsAfterFinished: number } };

/** Returns whether a Job has finished, and the cluster need not have deleted it yet. */
function isKept(job: ClusterJob): boolean {
  const finished = endOf(job)?.lastTransitionTime;
  if (finished === undefined) return false;
  const due = Date.parse(finished) + job.spec.ttlSecondsAfterFinished * 1_000;
  return Date.now() < due + deletionMs;
}

/** Returns the number of rows of each table, except of the use by day, which grows at midnight. */
async function rows(): Promise<Resources> {
  const client = new pg.Client({ connectionString: Stack.open().state.databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'usage'`,
    );
    const counts: Resources = {};
    for (const { name } of tables) {
      const { rows: found } = await client.query<{ count: string }>(`select count(*) from ${name}`);
      counts[`rows of ${name}`] = Number(found[0]!.count);
    }
    return counts;
  } finally {
    await client.end();
  }
}

async function indexes(): Promise<Resources> {
  const address = new URL(Stack.open().state.elasticsearchUrl!);
  address.pathname = '/_cat/indices';
  address.search = 'format=json&bytes=b&h=index,docs.count,store.size';
  const response = await fetch(address, { signal: AbortSignal.timeout(20_000) });
  const found = (await response.json()) as Record<'index' | 'docs.count' | 'store.size', string>[];
  const counts = found.map((one) => [`documents of ${one.index}`, Number(one['docs.count'])]);
  const bytes = found.reduce((total, one) => total + Number(one['store.size']), 0);
  return {
    ...(Object.fromEntries(counts) as Resources),
    'Elasticsearch: indexes': found.length,
    'Elasticsearch: size (MB)': bytes / 1e6,
  };
}
