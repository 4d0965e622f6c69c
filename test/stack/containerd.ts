import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './commands.ts';
import { bridge, nodePodNetwork } from './network.ts';
import { pauseImage } from './pause-image.ts';
import type { Processes } from './processes.ts';

// Folders of the network plugins: in Debian's package, and in the project's archive.
const pluginFolders = ['/usr/lib/cni', '/opt/cni/bin'];

/** Starts containerd with all its files below the folder of the stack. */
export async function startContainerd(folder: string, processes: Processes): Promise<void> {
  const network = join(folder, 'cni');
  await mkdir(network);
  await writeFile(join(network, '10-bridge.conflist'), JSON.stringify(networkList(folder)));
  const path = join(folder, 'containerd.toml');
  await writeFile(path, configuration(folder));
  await processes.start('containerd', {
    command: 'containerd',
    args: ['--config', path],
    ready: ['ctr', '--address', containerdSocket(folder), 'version'],
  });
}

/** Returns the socket of a stack's containerd. */
export function containerdSocket(folder: string): string {
  return join(folder, 'containerd.sock');
}

/** Runs containerd's client in the namespace that the kubelet uses. */
export async function ctr(folder: string, ...args: string[]): Promise<string> {
  return await run('ctr', ['--address', containerdSocket(folder), '-n', 'k8s.io', ...args]);
}

/** Returns the folder of the network plugins. */
export function networkPlugins(): string {
  const found = pluginFolders.find((folder) => existsSync(join(folder, 'bridge')));
  return found ?? pluginFolders[0]!;
}

function configuration(folder: string): string {
  const data = join(folder, 'containerd');
  return `version = 2
root = "${join(data, 'root')}"
state = "${join(data, 'state')}"
[grpc]
  address = "${containerdSocket(folder)}"
[plugins."io.containerd.internal.v1.opt"]
  path = "${join(data, 'opt')}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${pauseImage}"
  # Where a container's root may not lower its score below its parent's, every sandbox would fail to start.
  restrict_oom_score_adj = true
  netns_mounts_under_state_dir = true
  stream_server_address = "127.0.0.1"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      SystemdCgroup = false
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "${networkPlugins()}"
    conf_dir = "${join(folder, 'cni')}"
`;
}

function networkList(folder: string): object {
  return {
    cniVersion: '0.4.0',
    name: 'lectern-test',
    plugins: [
      {
        type: 'bridge',
        bridge,
        isGateway: true,
        ipMasq: true,
        // Lets a Pod reach itself through a Service.
        hairpinMode: true,
        ipam: {
          type: 'host-local',
          dataDir: join(folder, 'cni-addresses'),
          ranges: [[{ subnet: nodePodNetwork }]],
          routes: [{ dst: '0.0.0.0/0' }],
        },
      },
      { type: 'portmap', capabilities: { portMappings: true } },
    ],
  };
}
