import { run } from './commands.ts';
import { ensurePackages } from './packages.ts';

/** Addresses of Pods. Neither these nor those of Services are visible outside of the machine. */
export const podNetwork = '10.244.0.0/16';
/** Addresses of Services. */
export const serviceNetwork = '10.96.0.0/16';
/** The Pod addresses of the only node: the first range that the controller manager assigns. */
export const nodePodNetwork = '10.244.0.0/24';
/** The network bridge of the Pods. */
export const bridge = 'lectern0';

/** Returns the address of this machine in its network. Pods reach servers on the machine there. */
export async function machineAddress(): Promise<string> {
  await ensurePackages([{ file: 'ip', package: 'iproute2' }]);
  // This address is reserved for documentation. The command sends no packet.
  const route = await run('ip', ['-4', '-o', 'route', 'get', '198.51.100.1']).catch(() => '');
  const address = / src ([0-9.]+)/.exec(route)?.[1];
  if (!address)
    throw new Error('A cluster with a node needs an IPv4 route: `ip route get` finds no address');
  return address;
}

/**
 * Creates the bridge. The kernel allows one bridge with this name, so only one stack of a machine
 * can have a node. Throws with the folder of the other stack if the bridge exists.
 */
export async function claimBridge(folder: string): Promise<void> {
  const holder = await bridgeHolder();
  if (holder !== undefined)
    throw new Error(
      `A cluster with a node is up on this machine already, in ${holder || 'an unknown folder'}; ` +
        `if it was left behind: npm run stack:down -- ${holder}, or ip link delete ${bridge}`,
    );
  await run('ip', ['link', 'add', bridge, 'type', 'bridge']);
  await run('ip', ['link', 'set', bridge, 'alias', folder]);
}

/** Returns whether the stack in this folder has the bridge, and with it the machine's node. */
export async function hasBridge(folder: string): Promise<boolean> {
  return (await bridgeHolder()) === folder;
}

/** Removes the bridge if it belongs to this stack. */
export async function removeBridge(folder: string): Promise<void> {
  if (await hasBridge(folder)) await run('ip', ['link', 'delete', bridge]);
}

/** Returns the folder of the stack that owns the bridge, or '' if the bridge does not name it; undefined if there is no bridge. */
export async function bridgeHolder(): Promise<string | undefined> {
  const link = await run('ip', ['-o', 'link', 'show', bridge]).catch(() => '');
  return link ? (link.split('alias ')[1]?.trim() ?? '') : undefined;
}
