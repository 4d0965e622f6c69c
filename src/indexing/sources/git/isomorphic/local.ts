import fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { RunError } from '../../../../base/errors.ts';
import type { LocalLayout } from '../local-layout.ts';
import { refCandidates } from '../local-repository.ts';
import { peel, isomorphicReader, type IsomorphicStore } from './objects.ts';
import { branchOf, unknownRef, type RefNames } from '../ref-name.ts';
import type { Repository } from '../repository.ts';

/** Opens a commit of a local repository without the git program. */
export async function openIsomorphicLocal(
  path: string,
  layout: LocalLayout,
  ref: string | undefined,
): Promise<Repository> {
  const store: IsomorphicStore = { gitdir: layout.commonDir, cache: {} };
  const candidates = ref === undefined ? [await headOf(layout)] : refCandidates(ref);
  const found = await firstCommit(store, candidates);
  const names = await refsOf(store);
  if (!found) {
    if (ref !== undefined) throw unknownRef(ref, path, names);
    throw new RunError(
      'NoDocumentation',
      `${path} is an empty repository: nothing is committed on its current branch`,
    );
  }
  const branch = branchOf(found.name);
  return {
    revision: found.commit,
    ...(branch !== undefined && { branch }),
    ...isomorphicReader(store, found.commit),
    refs: async () => names,
    close: async () => undefined,
  };
}

/** Returns the ref or commit of HEAD. A worktree has its own HEAD, and shares branches. */
async function headOf({ gitDir }: LocalLayout): Promise<string> {
  const head = (await readFile(join(gitDir, 'HEAD'), 'utf8')).trim();
  return head.replace(/^ref:\s*/, '');
}

async function firstCommit(
  store: IsomorphicStore,
  names: string[],
): Promise<{ name: string; commit: string } | undefined> {
  for (const name of names) {
    const oid = await resolve(store, name);
    if (oid) return { name, commit: await peel(store, oid) };
  }
  return undefined;
}

async function resolve({ gitdir }: IsomorphicStore, name: string): Promise<string | undefined> {
  if (/^[\da-f]{40}$/.test(name)) return name;
  return git.resolveRef({ fs, gitdir, ref: name }).catch(() => undefined);
}

async function refsOf({ gitdir }: IsomorphicStore): Promise<RefNames> {
  const branches = await git.listBranches({ fs, gitdir });
  return { branches, tags: await git.listTags({ fs, gitdir }) };
}
