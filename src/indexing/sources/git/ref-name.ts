import { RunError } from '../../../base/errors.ts';
import { naturalOrder } from '../../../base/natural-order.ts';

/** Maximum bytes of a list of refs: enough for all branches and tags of the largest repositories. */
export const maxRefsBytes = 32_000_000;

/**
 * Throws RunError('InvalidSource') unless the text can name a tag or branch by the rules of git-check-ref-format. Such a
 * name is never an option, a revision expression or a pattern on a command line.
 */
export function assertRefName(name: string, field: string): void {
  const mistake = refNameMistake(name, field);
  if (mistake !== undefined) throw new RunError('InvalidSource', mistake);
}

/** Returns why a text cannot name a tag or branch, as a sentence that begins with the field; undefined if it can. */
export function refNameMistake(name: string, field: string): string | undefined {
  if (isRefName(name)) return undefined;
  return `${field} ${JSON.stringify(name.slice(0, 100))} cannot name a tag or branch; expected for instance main or v1.2.0`;
}

/** Returns whether a text can name a tag or branch. */
export function isRefName(name: string): boolean {
  return name.length <= 250 && !forbidden.test(name);
}

const forbidden = /^$|^[-/.]|[\p{Cc} ~^:?*[\\]|\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)|[/.]$|^@$/u;

/** Returns whether a text is the full id of a commit, in place of a tag or branch. */
export function isCommitId(name: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name);
}

/** Returns the full names that `ref` can mean, in the order in which a clone tries them. */
export function fullNames(ref: string | undefined): string[] {
  return ref === undefined
    ? ['HEAD']
    : [`refs/heads/${ref}`, `refs/tags/${ref}^{}`, `refs/tags/${ref}`];
}

/** Returns the branch that the full name of a ref stands for, also a fetched one; undefined for any other ref. */
export function branchOf(name: string): string | undefined {
  return /^refs\/(?:heads|remotes\/origin)\/(.+)$/.exec(name)?.[1];
}

/** Short names of a repository's tags and branches. */
export interface RefNames {
  tags: string[];
  branches: string[];
}

/** Returns the error for a repository without tags and branches; undefined if it has any. */
export function emptyRepository(url: string, refs: RefNames): RunError | undefined {
  if (refs.branches.length + refs.tags.length > 0) return undefined;
  return new RunError('NoDocumentation', `${url} is empty: nothing was ever pushed to it`);
}

/** Returns the error for an unknown tag or branch. It names existing ones, the newest versions first. */
export function unknownRef(name: string, repository: string, refs: RefNames): RunError {
  const tags = refs.tags.toSorted(newestFirst).slice(0, 5);
  const branches = refs.branches.toSorted(newestFirst).slice(0, 5);
  const existing = [
    tags.length > 0 ? `tags such as ${tags.join(', ')}` : 'no tags',
    branches.length > 0 ? `branches such as ${branches.join(', ')}` : 'no branches',
  ].join(' and ');
  return new RunError(
    'NotFound',
    `${repository} has neither a tag nor a branch named ${JSON.stringify(name)}; it has ${existing}`,
  );
}

/** Compares names of tags and branches by version, the newest first. */
export function newestFirst(a: string, b: string): number {
  return naturalOrder(b, a);
}

/** Returns the tags and branches in a list of full ref names. */
export function refNamesOf(refs: Iterable<string>): RefNames {
  const tags: string[] = [];
  const branches: string[] = [];
  for (const ref of refs) {
    if (ref.startsWith('refs/heads/')) branches.push(ref.slice('refs/heads/'.length));
    else if (ref.startsWith('refs/tags/') && !ref.endsWith('^{}')) {
      tags.push(ref.slice('refs/tags/'.length));
    }
  }
  return { tags, branches };
}
