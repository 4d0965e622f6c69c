import type { LookupAddress } from 'node:dns';
import { RunError } from '../../../base/errors.ts';
import { assertPublicHost, systemResolve, type Resolve } from '../../../base/http/address-guard.ts';
import type { GitLocation } from './location.ts';

interface GuardOptions {
  allowedRanges: readonly string[];
  trusted: boolean;
  signal: AbortSignal;
  /** The system's resolver when absent. */
  resolve?: Resolve;
}

/** What holds git and ssh to the addresses that were checked, so that the name cannot lead elsewhere the second time. */
export interface PinnedHost {
  /** Arguments of git for http (git 2.37 and later). */
  git: string[];
  /** Options of ssh, each `Name=value`. */
  ssh: string[];
}

/**
 * Refuses a repository at an address that is not public, before anything connects to it, and pins its host. Neither an
 * address nor a name that only the operator's own ssh configuration knows needs a pin.
 */
export async function guardHost(location: GitLocation, options: GuardOptions): Promise<PinnedHost> {
  if (location.kind === 'local') return { git: [], ssh: [] };
  const { hostname } = location;
  const { resolve: resolver = systemResolve } = options;
  let found: LookupAddress[] = [];
  const resolve = async (name: string): Promise<LookupAddress[]> => {
    found = await resolver(name);
    return found;
  };
  try {
    await assertPublicHost(hostname, options.allowedRanges, options.signal, resolve);
  } catch (error) {
    // The operator's ssh configuration may know names that DNS does not.
    const alias = location.kind === 'ssh' && options.trusted && isUnresolved(error);
    if (!alias) throw error;
  }
  const [first] = found;
  if (!first) return { git: [], ssh: [] };
  if (location.kind === 'ssh') return { git: [], ssh: sshPin(location.url, hostname, first) };
  const addresses = found.map(({ address, family }) => (family === 6 ? `[${address}]` : address));
  const pin = `http.curloptResolve=${hostname}:${location.port}:${addresses.join(',')}`;
  return { git: ['-c', pin], ssh: [] };
}

/** ssh takes one address, and knows the host's key by the name it would have used. */
function sshPin(url: string, hostname: string, { address }: LookupAddress): string[] {
  const name = hostname.toLowerCase();
  const port = URL.parse(url)?.port ?? '';
  const alias = port === '' || port === '22' ? name : `[${name}]:${port}`;
  return [`HostName=${address}`, `HostKeyAlias=${alias}`];
}

function isUnresolved(error: unknown): boolean {
  return error instanceof RunError && error.reason === 'Unreachable';
}
