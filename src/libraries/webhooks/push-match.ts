import type { ManifestSyncSpec } from '../../resources/manifest-sync.ts';
import { pageOf } from '../../indexing/sources/git/hosts.ts';
import type { Push } from './push.ts';

/** How a push relates to a manifest. `manifest`: the push may have changed it. */
export type PushMatch = 'manifest' | 'other branch' | 'other repository';

/** Returns how a push relates to a manifest. */
export function matchPush(
  { repository, branch }: Pick<ManifestSyncSpec, 'repository' | 'branch'>,
  push: Push,
): PushMatch {
  if (repository === undefined || !isOf(repository, push)) return 'other repository';
  const read = branch ?? push.defaultBranch;
  // The default branch is unknown, so the push may have changed the manifest.
  if (read === undefined) return 'manifest';
  const names = [`refs/heads/${read}`, `refs/tags/${read}`];
  return push.refs.some((ref) => names.includes(ref)) ? 'manifest' : 'other branch';
}

/** Returns whether a push is to the repository. Ignores case, as the hosts do. */
function isOf(repository: string, { urls, path }: Push): boolean {
  const wanted = placeOf(repository);
  if (!wanted) return false;
  if (path !== undefined) return [path, `scm/${path}`].some((one) => same(one, wanted.path));
  return urls
    .map(placeOf)
    .some((place) => place && same(place.host, wanted.host) && same(place.path, wanted.path));
}

function placeOf(url: string): { host: string; path: string } | undefined {
  return pageOf(url.trim().replace(/^git\+/i, ''));
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
