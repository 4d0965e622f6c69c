import { RunError } from '../../../base/errors.ts';
import { inScratchFolder } from '../../../base/scratch-folder.ts';
import { explainGit } from './git-errors.ts';
import { runGit, type GitProgram } from './git-process.ts';
import { isomorphicRefs, isomorphicRevision, isomorphicTags } from './isomorphic/remote.ts';
import type { Toolbox } from './toolbox.ts';
import {
  assertRefName,
  fullNames,
  isCommitId,
  maxRefsBytes,
  refNamesOf,
  type RefNames,
} from './ref-name.ts';
import {
  remoteGit,
  followRename,
  type ConnectionOptions,
  type RemoteLocation,
} from './remote-git.ts';

interface RevisionOptions extends Omit<ConnectionOptions, 'program' | 'env'> {
  /** Branch or tag; absent for the default branch. */
  ref?: string;
  /** Scratch folder. */
  workDir: string;
}

/**
 * Returns the commit of a branch, a tag or HEAD on a server, with one `ls-remote`. The id of a commit is returned as it is,
 * because servers do not list commits. Throws RunError.
 */
export async function remoteRevision(
  location: RemoteLocation,
  options: RevisionOptions,
  { program, env }: Toolbox,
): Promise<string> {
  if (options.ref !== undefined) assertRefName(options.ref, 'branch');
  if (options.ref !== undefined && isCommitId(options.ref)) return options.ref;
  const commit = program
    ? await lsRemote(location, { ...options, program, env })
    : await isomorphicRevision(location, options);
  if (commit !== undefined) return commit;
  throw new RunError(
    'NotFound',
    options.ref === undefined
      ? `${location.url} is empty: nothing was ever pushed to it`
      : `${location.url} has neither a branch nor a tag named ${JSON.stringify(options.ref)}`,
  );
}

/**
 * Returns whether a repository can be read with these credentials, or without any if absent. Runs one `ls-remote`, which
 * uses neither the credentials of the URL nor the operator's. Throws RunError if the server gives no answer.
 */
export async function isReadable(
  location: RemoteLocation,
  options: Omit<RevisionOptions, 'ref' | 'trusted'>,
  { program, env }: Toolbox,
): Promise<boolean> {
  // Every ssh server requires a key.
  if (location.kind === 'ssh' && !options.credentials) return false;
  const place = withoutOwn(location);
  const bare = { ...options, trusted: false };
  try {
    if (program) await lsRemote(place, { ...bare, program, env });
    else await isomorphicRevision(place, bare);
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

/** Returns whether an error means that the repository cannot be read. Hosts report private repositories as missing. */
export function isRefusal(error: unknown): boolean {
  return error instanceof RunError && ['AccessDenied', 'NotFound'].includes(error.reason);
}

/** Runs git with the address of a repository, in a scratch folder. Follows a repository that has moved. Throws RunError. */
async function askRemote<Answer>(
  location: RemoteLocation,
  options: RevisionOptions & ConnectionOptions,
  ask: (git: GitProgram, url: string) => Promise<Answer>,
): Promise<Answer> {
  return inScratchFolder(options.workDir, 'git-', async (folder) => {
    try {
      const git = await remoteGit(location, options, folder);
      return await followRename(location, options, (url) => ask(git, url));
    } catch (error) {
      throw explainGit(error, location.url);
    }
  });
}

async function lsRemote(
  location: RemoteLocation,
  options: RevisionOptions & ConnectionOptions,
): Promise<string | undefined> {
  const { ref, signal, idleMs } = options;
  const names = fullNames(ref);
  const answer = await askRemote(location, options, (git, url) =>
    runGit(git, { args: ['ls-remote', '--', url, ...names], signal, idleMs }),
  );
  const commits = new Map(
    linesOf(answer).map((line) => line.split('\t').reverse() as [string, string]),
  );
  return names.map((name) => commits.get(name)).find((commit) => commit !== undefined);
}

/** Branches and tags of a repository on a server. */
export interface RemoteRefs extends RefNames {
  /** Absent if HEAD names no branch or is unknown. */
  defaultBranch?: string;
}

/** Returns branches and tags of a repository on a server, with `ls-remote`. Throws RunError. */
export async function remoteRefs(
  location: RemoteLocation,
  options: Omit<RevisionOptions, 'ref'>,
  { program, env }: Toolbox,
): Promise<RemoteRefs> {
  if (!program) return isomorphicRefs(location, options);
  return askRemote(location, { ...options, program, env }, async (git, url) => {
    // Both must end before the folder is removed.
    const [names, head] = await Promise.allSettled([
      listed(git, url, options),
      headOf(git, url, options),
    ]);
    if (names.status === 'rejected') throw names.reason;
    const defaultBranch = head.status === 'fulfilled' ? head.value : undefined;
    return { ...names.value, ...(defaultBranch !== undefined && { defaultBranch }) };
  });
}

/** A tag and its commit. */
export interface RemoteTag {
  name: string;
  /** An annotated tag has the commit that it names, not its own id. */
  commit: string;
}

/** Returns the tags of a repository on a server, with one `ls-remote`. Throws RunError. */
export async function remoteTags(
  location: RemoteLocation,
  options: Omit<RevisionOptions, 'ref'>,
  { program, env }: Toolbox,
): Promise<RemoteTag[]> {
  if (!program) return isomorphicTags(location, options);
  const { signal, idleMs } = options;
  const answer = await askRemote(location, { ...options, program, env }, (git, url) =>
    runGit(git, { args: ['ls-remote', '--tags', '--', url], signal, idleMs }, maxRefsBytes),
  );
  return tagsOf(linesOf(answer));
}

/** Returns the tags in lines of `ls-remote`: id, tab, ref. The ref of an annotated tag's commit ends with `^{}`. */
function tagsOf(lines: string[]): RemoteTag[] {
  const commits = new Map<string, string>();
  for (const line of lines) {
    const [id = '', ref = ''] = line.split('\t');
    const [, name, peeled] = /^refs\/tags\/(.+?)(\^\{\})?$/.exec(ref) ?? [];
    if (name !== undefined && (peeled || !commits.has(name))) commits.set(name, id);
  }
  return [...commits].map(([name, commit]) => ({ name, commit }));
}

type Waits = Pick<RevisionOptions, 'signal' | 'idleMs'>;

async function listed(git: GitProgram, url: string, { signal, idleMs }: Waits): Promise<RefNames> {
  const args = ['ls-remote', '--heads', '--tags', '--refs', '--', url];
  const answer = await runGit(git, { args, signal, idleMs }, maxRefsBytes);
  return refNamesOf(linesOf(answer).map((line) => line.slice(line.indexOf('\t') + 1)));
}

async function headOf(
  git: GitProgram,
  url: string,
  { signal, idleMs }: Waits,
): Promise<string | undefined> {
  const args = ['ls-remote', '--symref', '--', url, 'HEAD'];
  const answer = await runGit(git, { args, signal, idleMs });
  const [line] = linesOf(answer);
  return /^ref: refs\/heads\/(.+)\tHEAD$/.exec(line ?? '')?.[1];
}

function linesOf(answer: Buffer): string[] {
  return answer.toString('utf8').split('\n');
}
