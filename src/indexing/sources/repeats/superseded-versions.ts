import { naturalOrder } from '../../../base/natural-order.ts';
import { descriptionEnding } from '../../documents/openapi/description-ending.ts';
import { capitalized } from '../../documents/text-pieces.ts';
import type { Repeats } from './translations.ts';
import {
  isNamed,
  type PathList,
  shareIn,
  type SiblingFolders,
  withSameStart,
} from './sibling-folders.ts';

/** Minimum share of an older version's paths that the current one has too. */
export const leastShare = 0.3;
/**
 * Minimum number of these paths. Fewer are chance, because each release can have a README with its
 * notes.
 */
const leastPaths = 3;
/** Minimum number of versions of documentation that has fewer paths. */
const leastVersions = 4;
/** Number of the versions above one that can have its paths. The highest may have only begun. */
const mostAbove = 3;

/**
 * A version with a dot or an `x`, or a name that begins with `version-`. `v1` beside `v2` is often an API, and
 * both are current.
 */
const versionName =
  /^(?:v|version-|release-|docs-)?\d{1,4}(?:x|\.(?:\d{1,4}|x)(?:\.(?:\d{1,4}|x))?)(?:-docs|-lts|-(?:alpha|beta|preview|rc)[\d.]*)?$|^version-(?:\w[\w.]*|\d[\w.-]*)$/i;

/** Returns whether a folder has the name of a version, such as `2.x` or `version-3`. */
export function isVersionName(name: string): boolean {
  return versionName.test(name);
}

/** A version with an underscore, or the date of a version. A folder of chapters or of an event can have such a name. */
const looseName = /^v?\d{1,3}_\d{1,3}(?:_\d{1,3})?$|^\d{4}-\d\d-\d\d$/i;

/** A version that is not released yet. It has what the highest one has. */
const draftName = 'draft';

/** The end of the name of a version that is not released yet. */
const unreleased = /-(?:alpha|beta|preview|rc)[\d.]*$/i;

/** A version of documentation, if such versions are all that the documentation contains, or many. */
const bareName = /^v\d{1,3}$/i;

/** Folders in which each version has different text. */
const historical =
  /(?:^|\/)(?:releases?|release[-_]notes|change-?logs?|migrat[\w-]*|upgrad[\w-]*|what(?:s|-is)-?new|news|blog)\//i;

/** Folders with the documentation. Versions that are all that they contain are those of the documentation. */
const documentation = /(?:^|\/)_?(?:docs?|documentation|content|manuals?|versions?)\/$/i;
/** Minimum number of documents of such a version that supersedes others. */
const leastDocuments = 10;
/** Minimum share of its documents in those of the largest version. The start of a new version supersedes none. */
const leastOfLargest = 0.5;

/** Minimum share of the documents of the largest older version that Docusaurus' current one has, if it was written from scratch. */
const leastBeside = 0.25;

/** Minimum share of the paths of such a version in the folder around it. */
const leastNested = 0.75;

/** Names of a current version. */
export const currentNames: readonly string[] = [
  'stable',
  'latest',
  'current',
  'docs',
  'main',
  'master',
  'next',
  'dev',
  'edge',
];

/**
 * Returns the documents of versions that another folder supersedes: `stable`, `latest` or `docs`
 * beside them, the folder around them, or the highest version. The folders must contain the same
 * paths, or be all of the documentation. Keeps a folder that `folders` names.
 */
export function findSuperseded(list: PathList, folders: readonly string[]): Repeats {
  const found: Repeats = { paths: new Set(), names: new Set() };
  const isVersion = (name: string): boolean =>
    [versionName, bareName, looseName].some((pattern) => pattern.test(name)) || name === draftName;
  for (const all of [...list.siblings(isVersion), ...withSameStart(list, splitVersion)]) {
    const areVersions = areAllOfDocumentation(all, list) || areLongSeries(all);
    const group = areVersions ? all : withoutBare(all);
    if (historical.test(asFolder(group.parent))) continue;
    for (const name of [...supersededIn(group, list), ...(areVersions ? [] : nested(all, list))]) {
      if (isNamed(`${group.parent}${name}/`, folders)) continue;
      found.names.add(name);
      for (const path of all.below.get(name)!) found.paths.add(`${group.parent}${name}/${path}`);
    }
  }
  const older = [
    ...olderDescriptions(list.paths),
    ...olderDocuments(list.paths),
    ...olderPages(list.paths),
  ];
  for (const path of older.filter((one) => !folders.includes(one))) {
    found.paths.add(path);
    found.names.add(path.slice(path.lastIndexOf('/') + 1));
  }
  return found;
}

/** Returns the versions such as `v2` of which nearly all paths are in the folder around them, too. The current version of an API has no such place. */
function nested({ parent, below }: SiblingFolders, list: PathList): string[] {
  const names = [...below.keys()].filter((name) => bareName.test(name));
  if (names.length === 0) return [];
  const around = list.below(parent, new Set(below.keys()));
  return names.filter((name) => {
    const paths = below.get(name)!;
    return paths.size >= leastDocuments && shareIn(paths, around) >= leastNested;
  });
}

/** Returns the descriptions of an API beside a higher version, as `saw-v37.json` is beside `saw-v68.json`. Few versions can all be current. */
function olderDescriptions(paths: readonly string[]): string[] {
  const files = paths.filter((path) => descriptionEnding.test(path));
  const series = Map.groupBy(files, (path) => path.replace(fileVersion, ''));
  return [...series.values()]
    .filter((versions) => versions.length >= leastVersions)
    .flatMap((versions) => versions.toSorted(byVersion).slice(0, -1));
}

/** A document that has the version of a specification or a reference as its name: `versions/3.0.1.md`, `api-reference/3_4_0.md`, `api/docs/v1.24.md`. */
const versionedDocument =
  /^((?:.*\/)?(?:versions?|([\w-]*reference|(?<=(?:^|\/)api\/)docs))\/)(v?\d{1,3}[._]\d{1,3})(?:[._]\d{1,3})?\.(?:md|mdx|rst|adoc)$/i;

/** Returns the documents of older versions: of a reference, all but the highest of many. Of a specification, minor versions are all current. */
function olderDocuments(paths: readonly string[]): string[] {
  const series = Map.groupBy(paths, (path) => {
    const [, folder = '', reference, minor = ''] = versionedDocument.exec(path) ?? [];
    return reference === undefined || folder === '' ? folder + minor : `${folder}*`;
  });
  return [...series]
    .filter(([name, { length }]) => !name.endsWith('*') || length >= leastVersions)
    .filter(([name]) => name !== '' && !historical.test(name))
    .flatMap(([, versions]) => versions.toSorted(byVersion).slice(0, -1));
}

/** HTML whose name ends with a version. */
const versionedPage = /-v?\d{1,4}\.\d{1,4}[\w.]{0,20}(?=\.html?$)/;

/** Returns the pages of HTML beside the same one without a version, as `saw-1.2.html` is beside `saw.html`. */
function olderPages(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return paths.filter(
    (path) => versionedPage.test(path) && all.has(path.replace(versionedPage, '')),
  );
}

/** The version in the name of a file. */
const fileVersion = /(?<=[._-])v\d{1,4}(?:\.\d{1,4}){0,2}(?=\.[a-z]+$)/i;

/** Returns whether folders such as `v6` to `v12` are so many and so large that they are versions of one documentation. An API has fewer. */
function areLongSeries({ below }: SiblingFolders): boolean {
  const large = [...below].filter(
    ([name, paths]) => bareName.test(name) && paths.size >= leastDocuments,
  );
  return large.length >= leastVersions;
}

/** Splits a name that ends with a version, such as `admin-4.1` and `docs_v2`. */
function splitVersion(name: string): readonly [string, string] | undefined {
  const [, start, version = ''] = /^(.*[a-z][-_])(v?\d[\w.-]*)$/i.exec(name) ?? [];
  if (start === undefined || isVersionName(name)) return undefined;
  const isEnd =
    isVersionName(version) || (bareName.test(version) && documentation.test(asFolder(start)));
  return isEnd ? [start, version] : undefined;
}

/** Returns the folder without a version beside folders whose names end with one. */
function asFolder(start: string): string {
  return start.replace(/[-_]$/, '/');
}

function withoutBare({ parent, below }: SiblingFolders): SiblingFolders {
  return { parent, below: new Map([...below].filter(([name]) => !bareName.test(name))) };
}

function supersededIn(group: SiblingFolders, list: PathList): string[] {
  const names = [...group.below.keys()].toSorted(byVersion);
  if (areBesideNewDocs(group, list)) return names;
  const areAll = areAllOfDocumentation(group, list);
  // One page for each of many versions, and no other page, is the whole documentation of a version. So is a description of an API.
  const areShort = names.every((name) => group.below.get(name)!.size < leastPaths);
  const areWhole =
    areAll ||
    names.every((name) =>
      [...group.below.get(name)!].every((path) => descriptionEnding.test(path)),
    );
  const areClear = areWhole && !names.some((name) => looseName.test(name));
  const least = areClear && areShort && names.length >= leastVersions ? 1 : leastPaths;
  const isLike = (current: ReadonlySet<string>) => (name: string) => {
    const paths = group.below.get(name)!;
    const share = shareIn(paths, current);
    return share >= leastShare && share * paths.size >= least;
  };
  for (const current of currentVersions(group, list)) {
    // Those below an older version are older still, whatever their paths are.
    const highest = names.findLastIndex(isLike(current));
    if (highest !== -1) return names.slice(0, highest + 1);
  }
  const last = names.findLastIndex((name, at) =>
    [...names.slice(at + 1, at + 1 + mostAbove), ...names.slice(at + 1).slice(-1)].some((above) =>
      isLike(group.below.get(above)!)(name),
    ),
  );
  const old = names.slice(0, last + 1);
  // Versions of an API often have other paths, and all of them are current. Those that supersede several others are of documentation.
  const isAnew = (areAll || old.length > 1) && !names.some((name) => bareName.test(name));
  return isAnew ? [...new Set([...old, ...rewritten(group, names)])] : old;
}

/** Returns whether these are Docusaurus' older versions beside documents that were written from scratch, with other paths. */
function areBesideNewDocs({ parent, below }: SiblingFolders, list: PathList): boolean {
  const [docs] = originals(parent);
  if (docs === undefined) return false;
  const current = list.below(docs);
  const largest = Math.max(...[...below.values()].map(({ size }) => size));
  const isAlike = [...below.values()].some(
    (paths) => shareIn(paths, current) * paths.size >= leastPaths,
  );
  return isAlike && current.size >= Math.max(leastDocuments, largest * leastBeside);
}

/** The folder beside versions in which Mintlify keeps the parts of pages. */
const partsOfPages = 'snippets';

/** Returns whether a folder of documentation, or the repository, contains only these versions. Versions at the root such as `v1` can be those of an API. */
function areAllOfDocumentation({ parent, below }: SiblingFolders, list: PathList): boolean {
  const names = [...below.keys()];
  const isFolder =
    parent === ''
      ? !names.some((name) => bareName.test(name))
      : documentation.test(asFolder(parent));
  return isFolder && list.below(parent, new Set([...names, partsOfPages])).size <= 2;
}

/** Returns the versions below the current one of documentation that was written from scratch, with other paths. */
function rewritten({ below }: SiblingFolders, names: string[]): string[] {
  const sizes = names.map((name) => below.get(name)!.size);
  const least = Math.max(leastDocuments, Math.max(...sizes) * leastOfLargest);
  const current = sizes.findLastIndex((size) => size >= least);
  return names.slice(0, Math.max(current, 0));
}

/** Returns the folders that can be the current version, the likeliest first. */
function currentVersions({ parent, below }: SiblingFolders, list: PathList): Set<string>[] {
  // A folder beside `saw-2.0` and `saw-2.1` can have the oldest version, or one that is neither.
  const isEnding = asFolder(parent) !== parent;
  const beside = isEnding ? new Set<string>() : list.below(parent, new Set(below.keys()));
  const named = currentNames
    .flatMap((name) => [name, capitalized(name)])
    .map((name) => `${parent}${name}/`);
  const around = aroundVersions.exec(parent);
  const all = [...originals(parent), ...named].map((folder) => list.below(folder));
  // A site of Docusaurus can give `docs` another name.
  const others = around ? inAnyFolder(list, around[1] ?? '', parent) : beside;
  const container = inVersions.exec(parent);
  const outside = container ? [list.below(container[1] ?? '', new Set([container[2]!]))] : [];
  return [...all, others, ...outside].filter(({ size }) => size > 0);
}

/** A folder with the older versions of what is around it. */
const inVersions = /^(.*\/)?(versions)\/$/;

/** The folder with the older versions of Docusaurus. */
const aroundVersions = /^(.*\/)?(?:([^/]+)_)?versioned_docs\/$/;

/**
 * Returns the folders that can be the current version of those in a folder of Docusaurus, the likeliest first: `docs` beside `versioned_docs`, and `api` or
 * `docs/api` beside `api_versioned_docs`. A site in a folder of its own can have its `docs` beside that folder.
 */
function originals(parent: string): string[] {
  const match = aroundVersions.exec(parent);
  if (!match) return [];
  const [, around = '', own = 'docs'] = match;
  const outside = around.replace(/[^/]+\/$/, '');
  return [`${around}${own}/`, `${around}docs/${own}/`, `${outside}${own}/`];
}

/** Returns the paths in the folders beside a folder, relative to each of them. */
function inAnyFolder(list: PathList, around: string, folder: string): Set<string> {
  const name = folder.slice(around.length, -1);
  const paths = list.below(around, new Set([name]));
  return new Set([...paths].map((path) => path.slice(path.indexOf('/') + 1)));
}

function byVersion(a: string, b: string): number {
  if (a === draftName || b === draftName) return Number(b === draftName) - Number(a === draftName);
  const [first, second] = [a, b].map((name) => name.replace(unreleased, ''));
  if (first !== second) return naturalOrder(first!, second!);
  // A version is higher than what came before its release.
  if (a === first || b === second) return Number(a === first) - Number(b === second);
  return naturalOrder(a, b);
}
