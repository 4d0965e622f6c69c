import type { Repeats } from './translations.ts';
import { isNamed, type PathList, shareIn, type SiblingFolders } from './sibling-folders.ts';

/** Share of an older version's paths that the current one has too. */
const leastShare = 0.3;
/** Number of these paths. Fewer are chance: each release has its notes in a README. */
const leastPaths = 3;

/** A version with a dot, or one that is called so. `v1` beside `v2` is often an API that both are current of. */
const versionName =
  /^(?:v|version-|release-|docs-)?\d{1,4}\.(?:\d{1,4}|x)(?:\.(?:\d{1,4}|x))?(?:-docs|-lts)?$|^version-\w[\w.]*$/i;

/** Folders in which each version has its own text. */
const historical =
  /(?:^|\/)(?:releases?|release[-_]notes|change-?logs?|migrations?|upgrad\w*|whats-?new|news|blog)\//i;

/** Names of a current version. */
const currentNames = ['stable', 'latest', 'current', 'docs', 'main', 'master', 'next'];

/**
 * Returns the documents of versions that another folder supersedes: `stable`, `latest` or `docs` beside them, the folder
 * around them, or the highest version. Folders count if they hold the same paths. A folder that `folders` names is read.
 */
export function findSuperseded(list: PathList, folders: readonly string[]): Repeats {
  const found: Repeats = { paths: new Set(), names: new Set() };
  for (const group of list.siblings((name) => versionName.test(name))) {
    if (historical.test(group.parent)) continue;
    for (const name of supersededIn(group, list)) {
      if (isNamed(`${group.parent}${name}/`, folders)) continue;
      found.names.add(name);
      for (const path of group.below.get(name)!) found.paths.add(`${group.parent}${name}/${path}`);
    }
  }
  return found;
}

function supersededIn(group: SiblingFolders, list: PathList): string[] {
  const names = [...group.below.keys()].toSorted(byVersion);
  const isLike = (current: ReadonlySet<string>) => (name: string) => {
    const paths = group.below.get(name)!;
    const share = shareIn(paths, current);
    return share >= leastShare && share * paths.size >= leastPaths;
  };
  for (const current of currentVersions(group, list)) {
    const old = names.filter(isLike(current));
    if (old.length > 0) return old;
  }
  const highest = names.at(-1)!;
  return names.slice(0, -1).filter(isLike(group.below.get(highest)!));
}

/** Returns what can be the current version, the likeliest first. */
function currentVersions({ parent, below }: SiblingFolders, list: PathList): Set<string>[] {
  const beside = list.below(parent, new Set(below.keys()));
  const named = currentNames.map((name) => `${parent}${name}/`);
  // Docusaurus has `versioned_docs` beside `docs`, and `api_versioned_docs` beside `api` or `docs/api`.
  const [, around, own = 'docs'] = /^(.*\/)?(?:([^/]+)_)?versioned_docs\/$/.exec(parent) ?? [];
  const isVersioned = /(?:^|[/_])versioned_docs\/$/.test(parent);
  const originals = isVersioned ? [`${around ?? ''}${own}/`, `${around ?? ''}docs/${own}/`] : [];
  const all = [...originals, ...named].map((folder) => list.below(folder));
  return [...all, beside].filter(({ size }) => size > 0);
}

function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
