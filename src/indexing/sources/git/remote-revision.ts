import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RunError } from '../../../base/errors.ts';
import { explainGit } from './git-errors.ts';
import { runGit } from './git-process.ts';
import type { Toolbox } from './open-repository.ts';
import { plainRevision } from './plain-remote.ts';
import { assertRefName, fullNames } from './ref-name.ts';
import {
  remoteGit,
  underItsSpelling,
  type ConnectionOptions,
  type RemoteLocation,
} from './remote-git.ts';

export interface RevisionOptions extends Omit<ConnectionOptions, 'program' | 'env'> {
  /** Branch or tag; absent for the default branch. */
  ref?: string;
  /** Folder for what is needed meanwhile. */
  workDir: string;
}

/** The commit that a branch, a tag or HEAD of a server's repository names now, by one `ls-remote`. Throws RunError. */
export async function remoteRevision(
  location: RemoteLocation,
  options: RevisionOptions,
  { program, env }: Toolbox,
): Promise<string> {
  if (options.ref !== undefined) assertRefName(options.ref, 'branch');
  const commit = program
    ? await lsRemote(location, { ...options, program, env })
    : await plainRevision(location, options);
  if (commit !== undefined) return commit;
  throw new RunError(
    'NotFound',
    options.ref === undefined
      ? `${location.url} is empty: nothing was ever pushed to it`
      : `${location.url} has neither a branch nor a tag named ${JSON.stringify(options.ref)}`,
  );
}

/**
 * Whether a server lets a repository be read with these credentials, or by anybody where there are none, found out by one
 * `ls-remote` that shows it nothing else: no credential of the URL, and none of the operator. Throws RunError where that
 * cannot be told.
 */
export async function isReadable(
  location: RemoteLocation,
  options: Omit<RevisionOptions, 'ref' | 'trusted'>,
  { program, env }: Toolbox,
): Promise<boolean> {
  // Every ssh server asks for a key.
  if (location.kind === 'ssh' && !options.credentials) return false;
  const place = withoutOwn(location);
  const bare = { ...options, trusted: false };
  try {
    if (program) await lsRemote(place, { ...bare, program, env });
    else await plainRevision(place, bare);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

function withoutOwn(location: RemoteLocation): RemoteLocation {
  if (location.kind === 'ssh') return location;
  const { credentials: _, ...place } = location;
  return place;
}

/** Hosts say of a private repository that it is not there. */
export function isRefusal(error: unknown): boolean {
  return error instanceof RunError && ['AccessDenied', 'NotFound'].includes(error.reason);
}

async function lsRemote(
  location: RemoteLocation,
  options: RevisionOptions & ConnectionOptions,
): Promise<string | undefined> {
  const { ref, signal, idleMs } = options;
  const folder = await mkdtemp(join(options.workDir, 'git-'));
  try {
    const git = await remoteGit(location, options, folder);
    const names = fullNames(ref);
    const answer = await underItsSpelling(location, options, (url) =>
      runGit(git, { args: ['ls-remote', '--', url, ...names], signal, idleMs }),
    );
    const commits = new Map(
      answer
        .toString('utf8')
        .split('\n')
        .map((line) => line.split('\t').reverse() as [string, string]),
    );
    return names.map((name) => commits.get(name)).find((commit) => commit !== undefined);
  } catch (error) {
    throw explainGit(error, location.url);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
