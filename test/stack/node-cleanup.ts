import { readFile, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { removeCgroups } from './cgroups.ts';
import { run, say, succeeds } from './commands.ts';
import { ctr } from './containerd.ts';
import { kubeProgram } from './kube-binaries.ts';
import { restoreMachine } from './machine.ts';
import { bridgeHolder, removeBridge } from './network.ts';
import { Processes } from './processes.ts';

const goodbyeMs = 15_000;

/** The resources that a node leaves on the machine. */
export interface NodeRemains {
  folder: string;
  processes: Processes;
  /** The cluster of the node, if it started. */
  cluster?: { kubectl: string; kubeconfig: string };
}

/**
 * Ends a node. The kubelet first ends its Pods in the usual way. Then this function removes
 * everything that remains, so that the machine has no container, mount, control group, packet
 * filter rule or bridge of the node.
 */
export async function removeNode({ folder, processes, cluster }: NodeRemains): Promise<void> {
  // No controller may create new Pods meanwhile.
  for (const name of ['kube-scheduler', 'kube-controller-manager'] as const)
    await processes.stop(name);
  if (processes.isRunning('containerd')) {
    if (cluster && processes.isRunning('kubelet')) await sayGoodbye(folder, cluster);
    await processes.stop('kubelet');
    await removeContainers(folder);
  }
  for (const name of ['kubelet', 'kube-proxy', 'containerd'] as const) await processes.stop(name);
  await processes.endStrays();
  await unmountAll(folder);
  await removeCgroups();
  await succeeds(await kubeProgram('kube-proxy'), ['--cleanup']);
  await restoreMachine(folder);
  await removeBridge(folder);
}

/**
 * Removes what a node left on the machine if all processes of its stack were killed, the guard too. Does nothing if one of them
 * runs, or if there is no such node.
 */
export async function removeAbandonedNode(): Promise<void> {
  const folder = await bridgeHolder();
  if (!folder) return;
  const processes = new Processes(folder);
  if (processes.anyRuns()) return;
  say(`removing the node that was left behind in ${folder}`);
  await removeNode({ folder, processes });
  await rm(folder, { recursive: true, force: true });
}

/**
 * Deletes all Pods and waits for their containers. It does not wait for the Pods, because a Pod of
 * a Job stays until the Job controller sees its end.
 */
async function sayGoodbye(
  folder: string,
  { kubectl, kubeconfig }: { kubectl: string; kubeconfig: string },
): Promise<void> {
  const deletion = [
    'delete',
    'pods',
    '--all-namespaces',
    '--all',
    '--grace-period=1',
    '--wait=false',
  ];
  const args = ['--kubeconfig', kubeconfig, ...deletion];
  if (!(await succeeds(kubectl, args, { timeoutMs: goodbyeMs }))) return;
  const deadline = Date.now() + goodbyeMs;
  while ((await list(folder, 'tasks')).length > 0 && Date.now() < deadline) await pause(100);
}

async function removeContainers(folder: string): Promise<void> {
  for (const task of await list(folder, 'tasks'))
    await ctr(folder, 'tasks', 'rm', '--force', task).catch(() => undefined);
  for (const container of await list(folder, 'containers'))
    await ctr(folder, 'containers', 'rm', container).catch(() => undefined);
}

async function list(folder: string, kind: 'tasks' | 'containers'): Promise<string[]> {
  return (await ctr(folder, kind, 'ls', '-q')).split('\n').filter(Boolean);
}

/** Unmounts volumes, root file systems and network namespaces, the innermost first. */
async function unmountAll(folder: string): Promise<void> {
  const mounts = await readFile('/proc/self/mounts', 'utf8');
  const points = mounts
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((point) => point.startsWith(`${folder}/`));
  for (const point of points.reverse()) await run('umount', ['--lazy', point]);
}
