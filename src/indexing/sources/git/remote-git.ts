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
import { resolveRedirect } from './moved.ts';
import { guardHost, type PinnedHost } from './public-host.ts';
import type { Resolve } from '../../../base/http/address-guard.ts';

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
export async function underItsSpelling<Result>(
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
