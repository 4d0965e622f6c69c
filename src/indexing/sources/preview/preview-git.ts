import { RunError } from '../../../base/errors.ts';
import type { GitSource } from '../../../resources/library.ts';
import { parseLocation } from '../git/location.ts';
import { assertRefName, newestFirst, unknownRef } from '../git/ref-name.ts';
import { remoteRefs } from '../git/ls-remote.ts';
import { idleMs, listOf, type Preview, type PreviewOptions } from './preview.ts';

/** Previews a repository: its branches and tags, and whether `branch` exists. Throws RunError. */
export async function previewGit(
  { url, branch }: GitSource,
  { allowedRanges, workDir, tools, credentials, signal }: PreviewOptions,
): Promise<Preview> {
  if (branch) assertRefName(branch, 'branch');
  const location = parseLocation(url, false);
  if (location.kind === 'local') return {};
  const connection = { trusted: false, allowedRanges, workDir, idleMs, signal };
  const refs = await remoteRefs(
    location,
    { ...connection, ...(credentials && { credentials }) },
    tools,
  );
  const { defaultBranch, branches, tags } = refs;
  const others = branches.filter((name) => name !== defaultBranch);
  const found = {
    url: location.url,
    ...(defaultBranch !== undefined && { defaultBranch }),
    branches: listOf(defaultBranch === undefined ? branches : [defaultBranch, ...others]),
    tags: listOf(tags.toSorted(newestFirst)),
  };
  const mistake = mistakeOf(location.url, refs, branch);
  return {
    found,
    ...(mistake && { failure: { reason: mistake.reason, message: mistake.message } }),
  };
}

function mistakeOf(
  url: string,
  refs: { branches: string[]; tags: string[] },
  branch: string | undefined,
): RunError | undefined {
  if (refs.branches.length + refs.tags.length === 0) {
    return new RunError('NoDocumentation', `${url} is empty: nothing was ever pushed to it`);
  }
  if (!branch || refs.branches.includes(branch) || refs.tags.includes(branch)) return undefined;
  return unknownRef(branch, url, refs);
}
