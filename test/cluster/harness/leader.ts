import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { kubectl } from './kubectl.ts';
import { release } from './release.ts';

const run = promisify(execFile);

/** The controller Pod that holds the lease. */
export async function leaderPod(): Promise<string> {
  const query = 'jsonpath={.spec.holderIdentity}';
  const holder = await kubectl('get', 'lease', `${release}-controller`, '--output', query);
  return holder.split('_')[0]!;
}

/** Drops everything a Pod sends, as a broken network would; gives what mends it, as often as it is called. */
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
