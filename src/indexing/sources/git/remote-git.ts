import type { LookupAddress } from 'node:dns';
import { RunError } from '../../../base/errors.ts';
import { type Resolve, assertPublicHost, systemResolve } from '../../../base/http/address-guard.ts';
import {
  accessFor,
  authorization,
  keylessSsh,
  sshCommand,
  type GitAccess,
  type SecretData,
} from './credentials.ts';
import { gitEnvironment, remoteSettings } from './git-environment.ts';
import { isRedirected } from './git-errors.ts';
import type { GitProgram } from './git-process.ts';
import type { GitLocation } from './location.ts';
import { resolveRedirect } from './redirects.ts';

export type RemoteLocation = Exclude<GitLocation, { kind: 'local' }>;

/** What speaking with a server needs to know. */
export interface ConnectionOptions {
  /** The git program. */
  program: string;
  /** The process's environment. */
  env: NodeJS.ProcessEnv;
  /** The operator's own keys and credential helpers may be used. */
  trusted: boolean;
  /** Credentials for this server alone; with them nothing of the operator's is used. */
  credentials?: SecretData;
  allowedRanges: readonly string[];
  /** Milliseconds without progress. */
  idleMs: number;
  signal: AbortSignal;
  /** Addresses of a host name; the system's when absent. */
  resolve?: Resolve;
}

/**
 * The git program, held to one server whose address was checked. `folder` is empty, stands in for a home folder and
 * takes the key of an ssh connection; the caller removes it.
 */
export async function remoteGit(
  location: RemoteLocation,
  options: ConnectionOptions,
  folder: string,
): Promise<GitProgram> {
  const access = accessFor(location, options.credentials);
  const trusted = options.trusted && !options.credentials;
  const pinned = await guardHost(location, { ...options, trusted });
  const header = access && authorization(access);
  const ssh = await sshCommandFor(access, { trusted, folder, pinned });
  const env = gitEnvironment({
    env: options.env,
    home: folder,
    trusted,
    ...(header !== undefined && { header }),
    ...(ssh !== undefined && { sshCommand: ssh }),
  });
  return { program: options.program, settings: [...remoteSettings, ...pinned.git], env };
}

/** The operator's own ssh goes by the operator's configuration, which may lead to a host by another way. */
async function sshCommandFor(
  access: GitAccess | undefined,
  { trusted, folder, pinned }: { trusted: boolean; folder: string; pinned: PinnedHost },
): Promise<string | undefined> {
  if (access?.kind === 'ssh') return sshCommand(access, folder, pinned.ssh);
  return trusted ? undefined : keylessSsh(pinned.ssh);
}

/** Works with the location's URL, and once more with the same repository's better spelling where the server has one. */
export async function followRename<Result>(
  location: RemoteLocation,
  options: ConnectionOptions,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(location.url);
  } catch (error) {
    if (location.kind !== 'http' || !isRedirected(error)) throw error;
    return work(await resolveRedirect(location.url, options));
  }
}

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
async function guardHost(location: GitLocation, options: GuardOptions): Promise<PinnedHost> {
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
