import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { kubectl } from './kubectl.ts';
import { release } from './release.ts';

const run = promisify(execFile);

/** Returns the controller Pod that holds the lease. */
export async function leaderPod(): Promise<string> {
  const query = 'jsonpath={.spec.holderIdentity}';
  const holder = await kubectl('get', 'lease', `${release}-controller`, '--output', query);
  return holder.split('_')[0]!;
}

/**
 * Drops all packets of a Pod, like a broken network. Returns a function that repairs it and can be called repeatedly.
 */
export async function cutOff(pod: string): Promise<() => Promise<void>> {
  const address = await kubectl('get', 'pod', pod, '--output', 'jsonpath={.status.podIP}');
  const table = 'lectern_cut_off';
  await run('nft', ['add', 'table', 'ip', table]);
  const hook = '{ type filter hook prerouting priority -400; }';
  await run('nft', ['add', 'chain', 'ip', table, 'cut', hook]);
  await run('nft', ['add', 'rule', 'ip', table, 'cut', 'ip', 'saddr', address, 'drop']);
  let cut = true;
  return async () => {
    if (!cut) return;
    cut = false;
    await run('nft', ['delete', 'table', 'ip', table]);
  };
}
