import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './commands.ts';

interface Machine {
  /** Whether the machine forwards packets between networks, as the kernel writes it. */
  forwarding: string;
  /** Tables of packet filter rules, such as `table ip nat`. */
  tables: string[];
  /** Folders of the kubelet and the network plugins. Their place is fixed. */
  folders: string[];
}

const forwardingFile = '/proc/sys/net/ipv4/ip_forward';
const folders = ['/var/lib/kubelet', '/var/lib/cni', '/var/log/containers'];

/**
 * Records the state of the machine below the folder of a stack, and lets Pods reach other
 * networks.
 */
export async function prepareMachine(folder: string): Promise<void> {
  await writeFile(notesOf(folder), JSON.stringify(await look()));
  await writeFile(forwardingFile, '1');
}

/** Restores the machine to its state before a node. */
export async function restoreMachine(folder: string): Promise<void> {
  if (!existsSync(notesOf(folder))) return;
  const before = JSON.parse(await readFile(notesOf(folder), 'utf8')) as Machine;
  const now = await look();
  for (const table of now.tables)
    if (!before.tables.includes(table) && (await isOfNode(table)))
      await run('nft', ['delete', ...table.split(' ')]);
  for (const path of now.folders)
    if (!before.folders.includes(path)) await rm(path, { recursive: true });
  await writeFile(forwardingFile, before.forwarding);
}

/** Returns whether a table has only rules of kube-proxy, the kubelet and the network plugins. */
async function isOfNode(table: string): Promise<boolean> {
  if (table.endsWith(' kube-proxy')) return true;
  const rules = await run('nft', ['list', ...table.split(' ')]);
  const chains = [...rules.matchAll(/^\s*chain (\S+) \{/gm)].map(([, name = '']) => name);
  return chains.every((name) =>
    /^(KUBE|CNI)-|^(PRE|POST)ROUTING$|^(IN|OUT)PUT$|^FORWARD$/.test(name),
  );
}

async function look(): Promise<Machine> {
  return {
    forwarding: await readFile(forwardingFile, 'utf8'),
    tables: (await run('nft', ['list', 'tables'])).split('\n').filter(Boolean),
    folders: folders.filter((path) => existsSync(path)),
  };
}

function notesOf(folder: string): string {
  return join(folder, 'machine-before.json');
}
