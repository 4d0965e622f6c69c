import { RunError } from '../../../base/errors.ts';
import { remoteRevision } from '../../../indexing/sources/git/remote-revision.ts';
import { parseLocation } from '../../../indexing/sources/git/location.ts';
import { usableGit } from '../../../indexing/sources/git/usable-git.ts';
import type { GitCredentials } from '../git-credentials.ts';
import type { Probed } from './probe.ts';

/** How repositories are asked, with which credentials. */
export interface RepositoryProbe {
  allowedRanges: readonly string[];
  /** Folder for what is needed meanwhile. */
  workDir: string;
  gitCredentials: GitCredentials;
}

/** Milliseconds that a server may be silent. */
const idleMs = 10_000;

/** Reads what the default branch of a repository is at, with the credentials of its host. Throws RunError. */
export async function probeRepository(
  url: string,
  { allowedRanges, workDir, gitCredentials }: RepositoryProbe,
  signal: AbortSignal,
): Promise<Probed> {
  const location = parseLocation(url, false);
  const credentials = await gitCredentials(url, signal);
  if (location.kind === 'local' || !credentials) {
    throw new RunError('AccessDenied', `the integration has no credential for ${url}`);
  }
  const connection = { trusted: false, credentials, allowedRanges, idleMs, workDir, signal };
  const tools = { program: await usableGit('git', process.env), env: process.env };
  await remoteRevision(location, connection, tools);
  return { ok: true, message: `It reads ${location.url}` };
}
