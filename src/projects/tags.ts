import { commonVersion, compareVersions, majorOf } from './versions.ts';
import type { RepositoryTag } from './resolve-project.ts';
import type { FoundTag } from './resolve.ts';

/** A version to look for among the tags of its repository. */
export interface TaggedVersion {
  name: string;
  version: string;
  /** Commit of the version that the index or the lock file reports. */
  commit?: string;
  /** Folder of the package in the repository. */
  directory?: string;
}

/** A tag, taken apart: the package that it names ('' for none), and its version. */
interface ParsedTag {
  tag: string;
  prefix: string;
  version: string;
}

/** Prefixes that name no package. */
const plainPrefixes = /^(?:v|version|ver|release|releases|rel|r|tag|tags|stable|final|go)?$/;

/**
 * Finds the tag of a version. A tag that names the package wins over a plain one. If other tags of the repository name their
 * packages, a plain tag counts only if no tag names this package, since a plain tag may be of another package. If no name fits,
 * a tag at the reported commit is the tag, and the commit itself if it has no tag. Pure.
 */
export function findTag(
  { name, version, commit, directory }: TaggedVersion,
  tags: readonly RepositoryTag[],
): FoundTag {
  const wanted = commonVersion(version);
  const own = new Set(ownPrefixes(name, directory));
  const parsed = tags.map(({ name: tag }) => parseTag(tag)).filter((one) => one !== undefined);
  const named = parsed.filter(({ prefix }) => own.has(prefix));
  const plain = parsed.filter(({ prefix }) => plainPrefixes.test(prefix));
  // If the package has tags of its own, plain tags are of another package.
  const candidates = named.length > 0 ? named : plain;
  const exact = candidates.filter((one) => one.version === wanted);
  const best = exact.sort((a, b) => a.tag.length - b.tag.length)[0];
  if (best) return { tag: best.tag };
  const commitOf = commit ?? pseudoCommit(version);
  const at = commitOf && tags.find((one) => one.commit.startsWith(commitOf));
  if (at) return { tag: at.name };
  if (commit !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit))
    return { tag: commit };
  const nearest = nearestOf(candidates, wanted);
  return nearest === undefined ? {} : { nearest };
}

/** Returns what may stand before the version in tags of a package. */
function ownPrefixes(name: string, directory: string | undefined): string[] {
  const lower = name.toLowerCase();
  const last = lower.split(/[/:]/).at(-1)!;
  const scopeless = lower.replace(/^@/, '');
  const folder = directory?.toLowerCase();
  const names = [lower, scopeless, scopeless.replaceAll('/', '-'), last, last.replaceAll('_', '-')];
  const folders = folder === undefined ? [] : [folder, folder.split('/').at(-1)!];
  return [...new Set([...names, ...folders, ...names.map((one) => one.replaceAll('-', '_'))])];
}

/** Takes a tag apart; undefined if it has no version. `name@1.2`, `name/v1.2`, `name-v1.2`, `rel_1_2`, `release-1.2`. */
function parseTag(tag: string): ParsedTag | undefined {
  // This keeps the pattern from being tried at every place of a long name.
  if (!/\d[\w.+-]*$/.test(tag)) return undefined;
  const found =
    /^(?<prefix>.*?)(?:[@/_.-]|^|(?<=[a-z]))v?(?<version>\d+(?:[._-]\d+)*(?:[-._+]?[a-z][\w.+-]*)?)$/i.exec(
      tag.slice(0, 250),
    );
  const { prefix = '', version } = found?.groups ?? {};
  if (version === undefined) return undefined;
  return { tag, prefix: prefix.toLowerCase(), version: commonVersion(version) };
}

/** Returns the commit of a pseudo-version of Go, `v0.0.0-20240102030405-abcdef123456`. */
function pseudoCommit(version: string): string | undefined {
  return /[.-]\d{14}-([0-9a-f]{12})(?:\+|$)/.exec(version)?.[1];
}

/** Returns the highest release not above the version with the same major version; otherwise the lowest one above it. */
function nearestOf(candidates: ParsedTag[], wanted: string): string | undefined {
  const same = candidates
    .filter(({ version }) => majorOf(version) === majorOf(wanted))
    .sort((a, b) => compareVersions(a.version, b.version));
  const below = same.filter(({ version }) => compareVersions(version, wanted) <= 0);
  const above = same.filter(({ version }) => compareVersions(version, wanted) > 0);
  return (below.at(-1) ?? above[0])?.tag;
}
