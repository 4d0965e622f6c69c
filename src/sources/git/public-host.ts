import type { LookupAddress } from 'node:dns';
import { RunError } from '../../errors.ts';
import { assertPublicHost, systemResolve } from '../http/address-guard.ts';
import type { GitLocation } from './location.ts';

interface GuardOptions {
  allowedRanges: readonly string[];
  trusted: boolean;
  signal: AbortSignal;
}

/**
 * Refuses a repository at an address that is not public, before anything connects to it. Answers settings that hold
 * git to the addresses that were checked, so that the name cannot point elsewhere the second time (git 2.37 and later).
 */
export async function guardHost(location: GitLocation, options: GuardOptions): Promise<string[]> {
  if (location.kind === 'local') return [];
  const { hostname } = location;
  let found: LookupAddress[] = [];
  const resolve = async (name: string): Promise<LookupAddress[]> => {
    found = await systemResolve(name);
    return found;
  };
  try {
    await assertPublicHost(hostname, options.allowedRanges, options.signal, resolve);
  } catch (error) {
    // The operator's ssh configuration may know names that DNS does not.
    const alias = location.kind === 'ssh' && options.trusted && isUnresolved(error);
    if (!alias) throw error;
  }
  if (location.kind === 'ssh' || found.length === 0) return [];
  const addresses = found.map(({ address, family }) => (family === 6 ? `[${address}]` : address));
  return ['-c', `http.curloptResolve=${hostname}:${location.port}:${addresses.join(',')}`];
}

function isUnresolved(error: unknown): boolean {
  return error instanceof RunError && error.reason === 'Unreachable';
}
