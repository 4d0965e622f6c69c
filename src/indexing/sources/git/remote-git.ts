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

/** The location of a repository on a server, whose address is checked before a connection. */
export type RemoteLocation = Exclude<GitLocation, { kind: 'local' }>;

/** Options of a connection to a server. */
export interface ConnectionOptions {
  /** The git program. */
  program: string;
  /** The process's environment. */
  env: NodeJS.ProcessEnv;
  /** The operator's own keys and credential helpers may be used. */
  trusted: boolean;
  /** Credentials for this server only. With them, the operator's own are not used. */
  credentials?: SecretData;
  allowedRanges: readonly string[];
  /** Milliseconds without progress. */
  idleMs: number;
  signal: AbortSignal;
  /** Resolver of host names; the system's if absent. */
  resolve?: Resolve;
}

/**
 * Returns the git program, restricted to one server whose address was checked. `folder` must be empty. It becomes the home
 * folder and holds the key of an ssh connection. The caller removes it.
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

/** Returns the ssh command; undefined for the operator's own ssh, whose configuration may define the route to a host. */
async function sshCommandFor(
  access: GitAccess | undefined,
  { trusted, folder, pinned }: { trusted: boolean; folder: string; pinned: PinnedHost },
): Promise<string | undefined> {
  if (access?.kind === 'ssh') return sshCommand(access, folder, pinned.ssh);
  return trusted ? undefined : keylessSsh(pinned.ssh);
}

/** Calls `work` with the location's URL. If the server redirects to another spelling of the URL, calls it again with that. */
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

/** Arguments that restrict git and ssh to the checked addresses, whatever the name resolves to later. */
interface PinnedHost {
  /** Arguments of git for http (git 2.37 and later). */
  git: string[];
  /** Options of ssh, each `Name=value`. */
  ssh: string[];
}

/**
 * Refuses a repository at a private address before anything connects to it, and pins its host to the checked addresses. An
 * IP address needs no pin, and neither does a name that only the operator's ssh configuration knows.
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
    // The operator's ssh configuration can define names that DNS does not know.
    const alias = location.kind === 'ssh' && options.trusted && isUnresolved(error);
    if (!alias) throw error;
  }
  const [first] = found;
  if (!first) return { git: [], ssh: [] };
  if (location.kind === 'ssh') return { git: [], ssh: sshPin(location.url, hostname, first) };
  const addresses = found.map(({ address, family }) => (family === 6 ? `[${address}]` : address));
  // A redirect from http to https is followed to the same host: see `followRename`.
  const ports = location.port === '80' ? ['80', '443'] : [location.port];
  const pins = ports.map((port) => `${hostname}:${port}:${addresses.join(',')}`);
  return { git: pins.flatMap((pin) => ['-c', `http.curloptResolve=${pin}`]), ssh: [] };
}

/** Returns the options that pin ssh to one address, and keep the host name for the lookup of its key. */
function sshPin(url: string, hostname: string, { address }: LookupAddress): string[] {
  const name = hostname.toLowerCase();
  const port = URL.parse(url)?.port ?? '';
  const alias = port === '' || port === '22' ? name : `[${name}]:${port}`;
  return [`HostName=${address}`, `HostKeyAlias=${alias}`];
}

function isUnresolved(error: unknown): boolean {
  return error instanceof RunError && error.reason === 'Unreachable';
}
