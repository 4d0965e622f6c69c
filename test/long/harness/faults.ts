import { vi } from 'vitest';
import { kubectl, podsOf } from '../../cluster/harness/kubectl.ts';
import { cutOff, leaderPod } from '../../cluster/harness/leader.ts';
import { release } from '../../cluster/harness/release.ts';
import { Stack } from '../../stack/stack.ts';
import { processesOf } from './pod-processes.ts';

/** Returns numbers from 0 to 1. The same seed gives the same numbers. */
type Random = () => number;

/** A fault. `strike` causes it, and returns a function that repairs it after `seconds`. */
export interface Fault {
  name: string;
  /** Minimum and maximum duration; zero if the fault repairs itself. */
  seconds: readonly [number, number];
  strike(random: Random): Promise<() => Promise<void>>;
}

/** A leader renews its lease every two seconds. */
const renewedWithinMs = 5_000;

const mended = async (): Promise<void> => undefined;
const pick = <T>(items: T[], random: Random): T | undefined =>
  items[Math.floor(random() * items.length)];

/**
 * Returns the leading Pod. After the end of a leader, the lease still names it for a while, but is
 * not renewed. There may be no leader for minutes, because the kubelet waits up to five before it
 * restarts a container that ended often.
 */
const leader = (): Promise<string> =>
  vi.waitFor(
    async () => {
      const query = 'jsonpath={.spec.renewTime}';
      const renewed = await kubectl('get', 'lease', `${release}-controller`, '--output', query);
      const pod = await leaderPod();
      const isRenewed = Date.now() - Date.parse(renewed) < renewedWithinMs;
      if (pod === '' || !isRenewed) throw new Error(`Nobody leads; '${pod}' did at ${renewed}`);
      await kubectl('get', 'pod', pod);
      return pod;
    },
    { timeout: 420_000, interval: 500 },
  );

const killPod = async (name: string | undefined): Promise<() => Promise<void>> => {
  if (name) await kubectl('delete', 'pod', name, '--grace-period=0', '--force');
  return mended;
};

/** Stops a service of the stack, and starts it again. */
const outage = (
  service: 'kube-apiserver' | 'elasticsearch' | 'postgres' | 'kubelet',
  seconds: readonly [number, number],
): Fault => ({
  name: `${service} is away`,
  seconds,
  async strike() {
    const stack = Stack.open();
    await stack.stop(service, 'SIGKILL');
    return async () => {
      await stack.start(service);
      if (service !== 'kube-apiserver') return;
      // The control loops of a cluster end when they lose their leases. Restarts them.
      for (const loops of ['kube-controller-manager', 'kube-scheduler'] as const) {
        await stack.stop(loops);
        await stack.start(loops);
      }
    };
  },
});

/** Every kind of fault. */
export const faults: Fault[] = [
  {
    // The Pod ends in order, and gives the lease back last.
    name: 'the Pod of the leader is deleted',
    seconds: [0, 0],
    strike: async () => killPod(await leader()),
  },
  {
    name: 'the leader is killed',
    seconds: [0, 0],
    async strike() {
      for (const pid of processesOf(await uidOf(await leader()))) send(pid, 'SIGKILL');
      return mended;
    },
  },
  {
    name: 'a Pod of the API is killed',
    seconds: [0, 0],
    strike: async (random) => killPod(pick(await podsOf('api'), random)?.metadata.name),
  },
  {
    name: 'a Pod of the gateway is killed',
    seconds: [0, 0],
    strike: async (random) => killPod(pick(await podsOf('gateway'), random)?.metadata.name),
  },
  {
    name: 'the Pod of a run is killed',
    seconds: [0, 0],
    strike: async (random) => killPod(pick(await runPods(), random)),
  },
  {
    name: 'the leader is frozen',
    seconds: [12, 25],
    async strike() {
      const processes = processesOf(await uidOf(await leader()));
      for (const pid of processes) send(pid, 'SIGSTOP');
      return async () => {
        for (const pid of processes) send(pid, 'SIGCONT');
      };
    },
  },
  {
    name: 'the leader is cut off',
    seconds: [12, 25],
    strike: async () => cutOff(await leader()),
  },
  {
    name: 'a Pod of the API is cut off',
    seconds: [5, 20],
    async strike(random) {
      const pod = pick(await podsOf('api'), random);
      return pod ? cutOff(pod.metadata.name) : mended;
    },
  },
  {
    name: 'the lease is deleted',
    seconds: [0, 0],
    async strike() {
      await kubectl('delete', 'lease', `${release}-controller`, '--ignore-not-found');
      return mended;
    },
  },
  outage('kube-apiserver', [5, 30]),
  outage('elasticsearch', [5, 20]),
  outage('postgres', [5, 20]),
  outage('kubelet', [5, 20]),
];

async function runPods(): Promise<string[]> {
  const query = 'jsonpath={.items[*].metadata.name}';
  const selector = 'batch.kubernetes.io/job-name';
  const names = await kubectl('get', 'pods', '--selector', selector, '--output', query);
  return names.split(' ').filter((name) => name !== '');
}

const uidOf = (pod: string): Promise<string> =>
  kubectl('get', 'pod', pod, '--output', 'jsonpath={.metadata.uid}');

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The container has ended before, or the kubelet has ended it.
  }
}
