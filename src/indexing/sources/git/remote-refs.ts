import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { explainGit } from './git-errors.ts';
import { runGit, type GitProgram } from './git-process.ts';
import type { Toolbox } from './open-repository.ts';
import { plainRefs } from './plain-remote.ts';
import { refNamesOf, type RefNames } from './ref-name.ts';
import { remoteGit, underItsSpelling, type RemoteLocation } from './remote-git.ts';
import type { RevisionOptions } from './remote-revision.ts';

/** What a server tells of a repository before anything of it is fetched. */
export interface RemoteRefs extends RefNames {
  /** Absent where HEAD names none, and where that could not be found out. */
  defaultBranch?: string;
}

// All refs of the largest repositories; pull requests are not among those asked for.
const maxRefsBytes = 32_000_000;

/** Branches and tags of a server's repository, by `ls-remote`. Throws RunError. */
export async function remoteRefs(
  location: RemoteLocation,
  options: Omit<RevisionOptions, 'ref'>,
  { program, env }: Toolbox,
): Promise<RemoteRefs> {
  if (!program) return plainRefs(location, options);
  const folder = await mkdtemp(join(options.workDir, 'git-'));
  try {
    const git = await remoteGit(location, { ...options, program, env }, folder);
    return await underItsSpelling(location, { ...options, program, env }, async (url) => {
      // Neither may outlive the folder.
      const [names, head] = await Promise.allSettled([
        listed(git, url, options),
        headOf(git, url, options),
      ]);
      if (names.status === 'rejected') throw names.reason;
      const defaultBranch = head.status === 'fulfilled' ? head.value : undefined;
      return { ...names.value, ...(defaultBranch !== undefined && { defaultBranch }) };
    });
  } catch (error) {
    throw explainGit(error, location.url);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
