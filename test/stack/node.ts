import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeCgroups, cgroupRoot } from './cgroups.ts';
import { run, say } from './commands.ts';
import { containerdSocket, ctr, networkPlugins, startContainerd } from './containerd.ts';
import type { ControlPlane } from './control-plane.ts';
import { kubeProgram } from './kube-binaries.ts';
import { prepareMachine } from './machine.ts';
import { claimBridge, podNetwork } from './network.ts';
import { removeAbandonedNode } from './node-cleanup.ts';
import { ensurePackages } from './packages.ts';
import { writePauseImage } from './pause-image.ts';
import { freePorts } from './ports.ts';
import type { Processes } from './processes.ts';

/** Name of the node in the cluster. */
const nodeName = 'test-node';

/** Options for a node. */
export interface NodeOptions {
  /** The stack's folder, for containers, volumes and logs. */
  folder: string;
  processes: Processes;
  controlPlane: ControlPlane;
  /** Address of this machine, on which the API server reaches the kubelet. */
  address: string;
}

/**
 * Prepares this machine to be a node, before any service starts. Throws if the user is not root, a
 * program is missing, or another node runs. Removes a node whose processes were killed.
 */
export async function prepareNode(folder: string): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error(
      'A cluster with a node needs root: it mounts, makes networks and starts containers',
    );
  await ensurePackages([
    { file: 'containerd', package: 'containerd' },
    { file: 'runc', package: 'runc' },
    { file: join(networkPlugins(), 'bridge'), package: 'containernetworking-plugins' },
    { file: 'nft', package: 'nftables' },
    { file: 'iptables', package: 'iptables' },
  ]);
  await removeAbandonedNode();
  await claimBridge(folder);
  await prepareMachine(folder);
  await makeCgroups();
}

/**
 * Makes this prepared machine the only node of the cluster: starts containerd, kubelet and
 * kube-proxy.
 */
export async function startNode(options: NodeOptions): Promise<void> {
  const { folder, processes, controlPlane } = options;
  const started = Date.now();
  await startContainerd(folder, processes);
  await importImage(folder, await writePauseImage(await kubeProgram('pause'), folder));
  await Promise.all([startKubelet(options), startProxy(options)]);
  const access = ['--kubeconfig', controlPlane.kubeconfig];
  const ready = ['--for=condition=Ready', '--timeout=120s'];
  await run(controlPlane.kubectl, [...access, 'wait', `node/${nodeName}`, ...ready]);
  say(`node ready, ${((Date.now() - started) / 1_000).toFixed(1)} s`);
}

/**
 * Imports an image from an OCI or Docker archive into the node. Pods use the name in the archive.
 */
export async function importImage(folder: string, archive: string): Promise<void> {
  await ctr(folder, 'images', 'import', archive);
}

async function startKubelet({ folder, processes, controlPlane, address }: NodeOptions) {
  const { authority, url } = controlPlane;
  const identity = { name: `system:node:${nodeName}`, group: 'system:nodes' };
  const serves = ['IP:127.0.0.1', `IP:${address}`, `DNS:${hostname()}`, `DNS:${nodeName}`];
  const server = await authority.issue('kubelet', { ...identity, serves });
  const kubeconfig = join(authority.folder, 'kubelet.kubeconfig');
  await authority.kubeconfig(kubeconfig, url, identity);
  const [port, health] = (await freePorts(folder, 2)) as [number, number];
  const configuration = join(folder, 'kubelet.json');
  const root = join(folder, 'kubelet');
  await mkdir(root);
  await writeFile(
    configuration,
    JSON.stringify({
      apiVersion: 'kubelet.config.k8s.io/v1beta1',
      kind: 'KubeletConfiguration',
      address,
      port,
      healthzPort: health,
      authentication: {
        anonymous: { enabled: false },
        webhook: { enabled: true },
        x509: { clientCAFile: authority.certificateFile },
      },
      authorization: { mode: 'Webhook' },
      tlsCertFile: server.certificateFile,
      tlsPrivateKeyFile: server.keyFile,
      containerRuntimeEndpoint: `unix://${containerdSocket(folder)}`,
      cgroupDriver: 'cgroupfs',
      cgroupRoot,
      failCgroupV1: false,
      failSwapOn: false,
      enforceNodeAllocatable: [],
      resolvConf: '/etc/resolv.conf',
      podLogsDir: join(folder, 'pod-logs'),
      volumePluginDir: join(folder, 'volume-plugins'),
      evictionHard: {
        'memory.available': '100Mi',
        'nodefs.available': '1Gi',
        'imagefs.available': '1Gi',
      },
      // No registry has the imported images, so the kubelet must not remove them.
      imageGCHighThresholdPercent: 100,
      oomScoreAdj: 0,
      syncFrequency: '10s',
    }),
  );
  await processes.start('kubelet', {
    command: await kubeProgram('kubelet'),
    args: [
      `--config=${configuration}`,
      `--kubeconfig=${kubeconfig}`,
      `--root-dir=${root}`,
      `--hostname-override=${nodeName}`,
      `--node-ip=${address}`,
    ],
    ready: ['curl', '-fsS', `http://127.0.0.1:${health}/healthz`],
  });
}

async function startProxy({ folder, processes, controlPlane }: NodeOptions): Promise<void> {
  const { authority, url } = controlPlane;
  const kubeconfig = join(authority.folder, 'kube-proxy.kubeconfig');
  await authority.kubeconfig(kubeconfig, url, { name: 'system:kube-proxy' });
  const [health, metrics] = (await freePorts(folder, 2)) as [number, number];
  const configuration = join(folder, 'kube-proxy.json');
  await writeFile(
    configuration,
    JSON.stringify({
      apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
      kind: 'KubeProxyConfiguration',
      mode: 'nftables',
      clientConnection: { kubeconfig },
      clusterCIDR: podNetwork,
      healthzBindAddress: `127.0.0.1:${health}`,
      metricsBindAddress: `127.0.0.1:${metrics}`,
      // Leaves the machine's limits on connections unchanged.
      conntrack: {
        maxPerCore: 0,
        min: 0,
        tcpEstablishedTimeout: '0s',
        tcpCloseWaitTimeout: '0s',
      },
      hostnameOverride: nodeName,
    }),
  );
  await processes.start('kube-proxy', {
    command: await kubeProgram('kube-proxy'),
    args: [`--config=${configuration}`],
    ready: ['curl', '-fsS', `http://127.0.0.1:${health}/healthz`],
  });
}
