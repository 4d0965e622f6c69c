// Measures runs as Jobs on a cluster with a node: from `kubectl apply` of a library of five documents until it is Ready
// and embedded, with the steps between, and the same for many libraries at once. Needs root, like the cluster tests.
// Options: the number of libraries at once (default 20), and the number of single ones (default 5).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { labels, type Library } from '../src/resources/library.ts';
import { apply, kubectl, list, namespace } from '../test/cluster/harness/kubectl.ts';
import { libraryObject } from '../test/cluster/harness/libraries.ts';
import { installRelease, release } from '../test/cluster/harness/release.ts';
import { cgroupRoot } from '../test/stack/cgroups.ts';
import { guardedStack } from '../test/stack/guarded-stack.ts';
import { buildImage } from '../test/stack/image.ts';
import { addCluster, environmentOf } from '../test/stack/parts.ts';
import { startGitServer } from '../test/support/git-server.ts';
import { commitPages, makePages } from './support/repository.ts';

const [many = 20, singles = 5] = process.argv.slice(2).map(Number);
const documents = 5;
const pollMs = 500;

/** An object as kubectl prints it, with the fields that tell a step. */
interface Watched {
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  status?: {
    state?: string;
    conditions?: { type: string; status: string }[];
    containerStatuses?: { state: { running?: object; terminated?: object } }[];
  };
}

const { stack, close } = await guardedStack(
  ['elasticsearchUrl', 'databaseUrl', 'kubeconfig', 'nodeAddress'],
  addCluster,
);
Object.assign(process.env, environmentOf(stack));
const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
commitPages(join(folder, 'docs.git'), makePages(documents));
const git = await startGitServer({ root: folder, address: stack.state.nodeAddress! });
try {
  await stack.importImage((await buildImage(stack.folder)).tar);
  await install(600);
  // A stack that was running can have Pods of an earlier image.
  await kubectl('rollout', 'restart', 'deployment');
  for (const name of ['controller', 'api', 'gateway']) {
    await kubectl('rollout', 'status', `deployment/${release}-${name}`, '--timeout=2m');
  }
  await single('warm-up');
  for (let n = 0; n < singles; n += 1) console.log(await single(`single-${n}`));
  if (many > 0) {
    await install(0);
    const own = await together('a Pod for each');
    await install(600);
    const shared = await together('shared Pods');
    const ratio = (of: keyof Spent): string => (shared[of] / own[of]).toFixed(2);
    console.log(
      `shared / own: ${ratio('seconds')} of the time, ${ratio('cpu')} of the processor time`,
    );
  }
} finally {
  await git.close();
  await rm(folder, { recursive: true, force: true });
  await close();
}

/** Applies one library. Returns the seconds of each step after the call of `kubectl apply`. */
async function single(name: string): Promise<string> {
  const steps = new Map<string, number>();
  const children = ['libraries', 'jobs', 'pods'].map((kind) => {
    const args = ['--namespace', namespace, 'get', kind, '--watch-only', '--output', 'json'];
    const child = spawn(stack.state.kubectl!, args, {
      env: { ...process.env, KUBECONFIG: stack.state.kubeconfig },
    });
    let text = '';
    createInterface(child.stdout).on('line', (line) => {
      text += line;
      if (line !== '}') return;
      const seen = JSON.parse(text) as Watched;
      text = '';
      const { labels: held, name: own } = seen.metadata;
      if ((held?.[labels.library] ?? own) !== name) return;
      for (const step of stepsOf(seen)) if (!steps.has(step)) steps.set(step, performance.now());
    });
    return child;
  });
  await sleep(1_000);
  const began = performance.now();
  try {
    await apply(object(name));
    const applied = performance.now();
    await kubectl('wait', `library/${name}`, '--for=condition=Embedded', '--timeout=180s');
    // The Job is complete a moment later.
    await sleep(3_000);
    steps.set('applied', applied);
  } finally {
    for (const child of children) child.kill();
    await kubectl('delete', 'library', name, '--timeout=120s');
  }
  return [...steps]
    .toSorted(([, a], [, b]) => a - b)
    .map(([step, at]) => `${((at - began) / 1000).toFixed(2)} ${step}`)
    .join('  ');
}

/** Installs the chart with the default requests of a Job, of which few fit on two processors. */
async function install(sharedPodSeconds: number): Promise<void> {
  await installRelease({
    indexer: {
      concurrency: 4,
      hostConcurrency: 4,
      sharedPodSeconds,
      resources: {
        requests: { cpu: '500m', memory: '256Mi', 'ephemeral-storage': '10Mi' },
        limits: { memory: '1Gi', 'ephemeral-storage': '2Gi' },
      },
    },
  });
}

/** What many libraries took. */
interface Spent {
  /** Until all were embedded. */
  seconds: number;
  /** Processor seconds of all Pods, without Elasticsearch and Postgres. */
  cpu: number;
}

/** Applies many libraries at once, and prints and returns what they took. */
async function together(how: string): Promise<Spent> {
  const objects = Array.from({ length: many }, (_, n) => object(`many-${n}`));
  const before = { cpu: await podSeconds(), pods: new Set(await podNames()) };
  const began = performance.now();
  await apply(...objects);
  let ready: number | undefined;
  for (;;) {
    const libraries = await list<Library>('libraries');
    const failed = libraries.find(({ status }) => status.state === 'error');
    if (failed) throw new Error(JSON.stringify(failed.status));
    const having = (type: string): number =>
      libraries.filter(({ status }) =>
        status.conditions?.some((one) => one.type === type && one.status === 'True'),
      ).length;
    const seconds = (performance.now() - began) / 1000;
    if (having('Ready') === many) ready ??= seconds;
    if (having('Embedded') === many) {
      const cpu = (await podSeconds()) - before.cpu;
      const pods = (await podNames()).filter((name) => !before.pods.has(name)).length;
      await kubectl('delete', 'libraries', '--all', '--timeout=300s');
      console.log(
        `${many} at once, ${how} (${pods} Pods): Ready after ${ready!.toFixed(1)} s, embedded after ${seconds.toFixed(1)} s, processor ${(cpu / many).toFixed(2)} s each`,
      );
      return { seconds, cpu };
    }
    await sleep(pollMs);
  }
}

/** Returns the steps that an object has reached. */
function stepsOf({ kind, status = {} }: Watched): string[] {
  const held = (status.conditions ?? []).filter((one) => one.status === 'True');
  const states = (status.containerStatuses ?? []).flatMap(({ state }) => Object.keys(state));
  const what = [status.state, ...held.map(({ type }) => type), ...states];
  return ['created', ...what.filter((one) => one !== undefined)].map((one) => `${kind}:${one}`);
}

async function podNames(): Promise<string[]> {
  const pods = await list('pods', 'app.kubernetes.io/component=indexer');
  return pods.map(({ metadata }) => metadata.name);
}

/** Returns the processor seconds of all Pods so far. */
async function podSeconds(): Promise<number> {
  const v1 = `/sys/fs/cgroup/cpuacct${cgroupRoot}/cpuacct.usage`;
  if (existsSync(v1)) return Number(await readFile(v1, 'utf8')) / 1e9;
  const stat = await readFile(`/sys/fs/cgroup${cgroupRoot}/cpu.stat`, 'utf8');
  return Number(/^usage_usec (\d+)/m.exec(stat)?.[1]) / 1e6;
}

function object(name: string): object {
  return libraryObject(name, { source: { git: { url: `${git.origin}/docs.git` } } });
}
