import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** How a server may be called. */
export interface ServerNames {
  /** Address it is bound to. */
  host: string;
  /** Address that clients reach it by, through a proxy on the same machine for instance. */
  publicUrl?: string;
}

/**
 * Whether a Host header may name a server. One on a loopback address is meant for its own machine:
 * any other name there is a page in a browser whose name was re-bound to the loopback address.
 */
export function hostAllowed(
  header: string | undefined,
  { host: boundTo, publicUrl }: ServerNames,
): boolean {
  if (!isLoopback(boundTo)) return true;
  if (publicUrl !== undefined && header?.toLowerCase() === new URL(publicUrl).host) return true;
  const name = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/i.exec(header ?? '')?.[1];
  return name !== undefined && (name === boundTo || isLoopback(name.replace(/^\[|\]$/g, '')));
}

/**
 * Whether a page of this origin may call a server: one on a loopback address is for pages of its own machine, and those
 * that it serves by its public address. Programs send no origin.
 */
export function originAllowed(header: string | undefined, names: ServerNames): boolean {
  if (header === undefined || !isLoopback(names.host)) return true;
  return URL.canParse(header) && hostAllowed(new URL(header).host, names);
}

function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const family = isIP(name);
  return family !== 0 && loopback.check(name, family === 6 ? 'ipv6' : 'ipv4');
}
