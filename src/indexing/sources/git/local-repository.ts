import { RunError } from '../../../base/errors.ts';
import { gitEnvironment, localSettings } from './git-environment.ts';
import { explainGit } from './git-errors.ts';
import { runGit, type GitProgram } from './git-process.ts';
import type { LocalLayout } from './local-layout.ts';
import { blobSizes, headBranch, listTree, readBlobs, resolveCommit } from './object-store.ts';
import { branchOf, isCommitId, refNamesOf, unknownRef, type RefNames } from './ref-name.ts';
import type { Repository, RepositoryOptions } from './repository.ts';

interface LocalOptions extends Pick<RepositoryOptions, 'ref' | 'signal'> {
  /** The git program. */
  program: string;
  /** The process's environment. */
  env: NodeJS.ProcessEnv;
}

/** A local repository, with its published URL. */
export interface LocalRepository extends Repository {
  /** URL of the remote `origin`, if a branch that was fetched from it contains the commit. */
  readonly publishedAt?: string;
}

/** Opens a commit of a local repository. Reads its objects without a copy. Ignores uncommitted changes. */
export async function openLocal(
  path: string,
  layout: LocalLayout,
  options: LocalOptions,
): Promise<LocalRepository> {
  const { ref, signal } = options;
  const git: GitProgram = {
    program: options.program,
    settings: [...localSettings, `--git-dir=${layout.gitDir}`],
    env: gitEnvironment({ trusted: true, env: options.env, home: '' }),
  };
  try {
    const candidates = ref === undefined ? ['HEAD'] : refCandidates(ref);
    const found = await firstCommit(git, candidates, signal);
    if (!found) throw await missing(git, path, options);
    const [branch, publishedAt] = await Promise.all([
      found.name === 'HEAD' ? headBranch(git, signal) : branchOf(found.name),
      publication(git, found.commit, signal),
    ]);
    return {
      revision: found.commit,
      ...(branch !== undefined && { branch }),
      ...(publishedAt !== undefined && { publishedAt }),
      entries: (during) => listTree(git, found.commit, during),
      obtain: (oids, during) => blobSizes(git, oids, during),
      read: (oids, during) => readBlobs(git, oids, during),
      refs: (during) => localRefs(git, during),
      close: async () => undefined,
    };
  } catch (error) {
    throw explainGit(error, path);
  }
}

/** Returns the full names that a ref can have: branches before tags, as in `git clone --branch`, then fetched branches. */
export function refCandidates(ref: string): string[] {
  const names = [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/remotes/origin/${ref}`];
  return isCommitId(ref) ? [...names, ref] : names;
}

async function firstCommit(
  git: GitProgram,
  names: string[],
  signal: AbortSignal,
): Promise<{ name: string; commit: string } | undefined> {
  for (const name of names) {
    const commit = await resolveCommit(git, name, signal);
    if (commit) return { name, commit };
  }
  return undefined;
}

async function missing(
  git: GitProgram,
  path: string,
  { ref, signal }: LocalOptions,
): Promise<RunError> {
  if (ref === undefined) {
    return new RunError(
      'NoDocumentation',
      `${path} is an empty repository: nothing is committed on its current branch`,
    );
  }
  return unknownRef(ref, path, await localRefs(git, signal));
}

async function localRefs(git: GitProgram, signal: AbortSignal): Promise<RefNames> {
  const args = ['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/tags'];
  const answer = await runGit(git, { args, signal }, 32_000_000);
  return refNamesOf(answer.toString('utf8').split('\n'));
}

async function publication(
  git: GitProgram,
  commit: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const contains = ['for-each-ref', '--count=1', `--contains=${commit}`, 'refs/remotes/origin'];
  const origin = ['config', '--get', 'remote.origin.url'];
  try {
    const url = (await runGit(git, { args: origin, signal })).toString('utf8').trim();
    const refs = await runGit(git, { args: contains, signal });
    return refs.length > 0 && url !== '' ? url : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
