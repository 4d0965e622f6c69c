import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the Node processes of a Pod on this machine. The name of their control group contains
 * the uid of the Pod.
 */
export function processesOf(uid: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const groups = readFileSync(`/proc/${pid}/cgroup`, 'utf8');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return groups.includes(uid) && command.includes('node');
    } catch {
      // The process has ended.
      return false;
    }
  });
}
