/** A tag of a repository, with the commit that it names (peeled). */
export interface Tag {
  name: string;
  commit: string;
}

/** The package and version whose tag is sought. */
export interface TaggedPackage {
  /** Name as the ecosystem's index spells it. */
  name: string;
  version: string;
  /** Folder of the package in its repository; absent at the root. */
  directory?: string;
  /** Name of the repository, without its owner. */
  repository?: string;
  /** Tag that the package names as its own. */
  tag?: string;
  /** Commit of the version that the index or the package reports. */
  commit?: string;
}

/** The tag or commit of a version. `nearest` is a tag of another version, to be used only on request. */
export type FoundTag = { tag: string } | { commit: string } | { nearest?: string };

/**
 * Returns the tag of a package's version. Own patterns (`name@1.2.3`, `name-v1.2.3`, `directory/v1.2.3`) come before plain
 * ones (`v1.2.3`, `release-1.2.3`). A plain tag does not count where it can be the tag of another package. Without a match
 * by name, returns the tag that the package names if it has the version, and then the tag of the reported commit. The commit
 * of a Go pseudo-version has 12 digits.
 */
export function findTag(wanted: TaggedPackage, tags: readonly Tag[]): FoundTag {
  const pseudo = /[-.]\d{14}-([\da-f]{12})(?:\+.*)?$/.exec(wanted.version)?.[1];
  if (pseudo) return { commit: pseudo };
  const version = parseVersion(wanted.version);
  const usable = version ? usableTags(wanted, version, tags) : [];
  const exact =
    version &&
    bestOf(
      usable.filter((tag) => compare(tag.version, version) === 0),
      wanted,
    );
  if (exact) return { tag: exact.name };
  const reported = reportedTag(wanted, tags);
  if (reported) return { tag: reported.name };
  const nearest = version && nearestOf(usable, version);
  return nearest === undefined ? {} : { nearest };
}

/** Returns the tag that the package or its index reports for the version, by name or by commit. */
function reportedTag(
  { version, tag, commit }: TaggedPackage,
  tags: readonly Tag[],
): Tag | undefined {
  // A package may still name the tag of an earlier version.
  const isOwn = version !== '' && tag?.includes(version) === true;
  const named = isOwn ? tags.find(({ name }) => name === tag) : undefined;
  return named ?? tags.find((one) => one.commit === commit);
}

interface Version {
  numbers: number[];
  /** Below 0 for a pre-release, 0 for a release, above 0 for a post-release. */
  stage: number;
  /** Numbers of the stage, such as 2 of `rc.2`. */
  step: number[];
}

interface ParsedTag {
  name: string;
  prefix: string;
  version: Version;
}

// The stages of PEP 440, SemVer and Maven, by rank.
const stages: readonly [RegExp, number][] = [
  [/^dev$/, -6],
  [/^(?:snapshot|nightly|canary)$/, -5],
  [/^(?:a|alpha)$/, -4],
  [/^(?:b|beta)$/, -3],
  [/^(?:m|milestone)$/, -2],
  [/^(?:rc|c|cr|pre|preview|next)$/, -1],
  // Guava and others publish one tag as several flavors.
  [/^(?:|final|release|ga|stable|jre|android|jdk|java)$/, 0],
  [/^(?:post|r|rev|patch|p|sp)$/, 1],
];

function parseVersion(text: string): Version | undefined {
  const plain = text
    .replace(/^\d+!/, '')
    .replace(/^[vV](?=\d)/, '')
    .replace(/\+.*$/, '');
  const [, numbers = '', rest = ''] = /^(\d{1,15}(?:[._]\d{1,15}){0,7})(.*)$/.exec(plain) ?? [];
  if (!numbers || rest.length > 60) return undefined;
  const found = stageOf(rest);
  return found && { numbers: withoutZeros(numbers.split(/[._]/).map(Number)), ...found };
}

/** Parses what follows the numbers of a version, such as `-rc.1`; undefined for other texts. */
function stageOf(text: string): Pick<Version, 'stage' | 'step'> | undefined {
  // Only one way to read a row of digits: names of tags come from the repository, which may be hostile.
  const parts = /^[-._]?(?<word>[a-z]*)(?<steps>(?:[-._]?\d+(?:[-._]\d+)*)?)$/i.exec(text)?.groups;
  if (!parts) return undefined;
  const { word: written = '', steps = '' } = parts;
  const word = written.toLowerCase();
  const stage = stages.find(([name]) => name.test(word))?.[1];
  if (stage === undefined) return undefined;
  // The number of a flavor, such as `jdk8`, does not order versions.
  if (stage === 0 && word !== '') return { stage, step: [] };
  const step = withoutZeros((steps.match(/\d+/g) ?? []).map(Number));
  // A hyphen and a number after a release is a post-release in PEP 440.
  return { stage: word === '' && text !== '' ? 1 : stage, step };
}

function withoutZeros(numbers: number[]): number[] {
  return numbers.slice(0, numbers.findLastIndex((part) => part !== 0) + 1);
}

function compare(a: Version, b: Version): number {
  return compareLists(a.numbers, b.numbers) || a.stage - b.stage || compareLists(a.step, b.step);
}

function compareLists(a: number[], b: number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Splits a tag at the first place where a version begins and fills the rest of the name. */
function parseTag({ name }: Tag): ParsedTag | undefined {
  if (name.length > 250) return undefined;
  for (const { index } of name.matchAll(/(?<=^|[@/_.-]|[a-z])\d/gi)) {
    const version = parseVersion(name.slice(index));
    const before = name.slice(0, index);
    const prefix = /(?:^|[@/_.-])v$/i.test(before) ? before.slice(0, -1) : before;
    // A digit after a letter belongs to a word, except in `v1.2`, `release1.2` and `go1.2`.
    const isWord = /[a-z]$/i.test(prefix) && !/^[a-z]+$/i.test(prefix);
    if (version && !isWord) return { name, prefix: folded(prefix), version };
  }
  return undefined;
}

/** Returns a name in the form in which names of packages and prefixes of tags are compared. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[@/_.:-]+$/, '')
    .replace(/[_.]/g, '-');
}

const plainPrefix = /^(?:|v|ver|version|versions|rel|release|releases|r|tag|tags|stable)$/;

function usableTags(wanted: TaggedPackage, version: Version, tags: readonly Tag[]): ParsedTag[] {
  const parsed = tags.map(parseTag).filter((tag) => tag !== undefined);
  const names = ownNames(wanted);
  const own = parsed.filter(({ prefix }) => names.has(withoutPlain(prefix)));
  const plain = parsed.filter(({ prefix }) => plainPrefix.test(prefix));
  // From the first version with an own tag on, a plain tag is the tag of another package.
  if (own.some((tag) => compare(tag.version, version) <= 0)) return own;
  if (own.length > 0 && plain.length === 0) return own;
  return isShared(wanted, parsed, names) ? own : plain.length > 0 ? [...own, ...plain] : own;
}

/** Returns whether plain tags of the repository can belong to another package. */
function isShared(wanted: TaggedPackage, tags: ParsedTag[], names: ReadonlySet<string>): boolean {
  if (wanted.directory === undefined) return false;
  if (isGoModule(wanted)) return true;
  const isMain =
    wanted.repository !== undefined && folded(wanted.repository) === lastPart(folded(wanted.name));
  const isOther = ({ name, prefix }: ParsedTag): boolean =>
    /.@v?\d|\/v?\d/.test(name) && !plainPrefix.test(prefix) && !names.has(withoutPlain(prefix));
  return !isMain && tags.some(isOther);
}

function isGoModule({ name, version }: TaggedPackage): boolean {
  return /^v\d/.test(version) && /^[^/@]+\.[^/]+\//.test(name);
}

/** Removes `release-` and similar words from `release-name` and `rel/name`. */
function withoutPlain(prefix: string): string {
  return prefix.replace(/^(?:rel|release|releases|version|tags?)[/-](?=.)/, '');
}

function ownNames({ name, directory, ...wanted }: TaggedPackage): ReadonlySet<string> {
  if (isGoModule({ name, ...wanted })) return new Set(directory ? [folded(directory)] : []);
  const full = folded(name);
  const short = lastPart(full);
  // commons-lang3 has tags such as commons-lang-3.12.0.
  const names = [full, full.replace(/^@/, ''), full.replace(/^@/, '').replace('/', '-'), short];
  names.push(short.replace(/\d+$/, ''));
  if (directory) names.push(folded(directory), lastPart(folded(directory)));
  return new Set(names.filter((text) => text !== '' && !plainPrefix.test(text)));
}

function lastPart(name: string): string {
  return name.split(/[/:]/).at(-1) ?? name;
}

/** Prefers own tags, then the spelling of the version as it is. */
function bestOf(tags: ParsedTag[], { version }: TaggedPackage): ParsedTag | undefined {
  const spelled = version.replace(/^v/i, '').replace(/\+.*$/, '');
  const score = ({ name, prefix }: ParsedTag): number =>
    (plainPrefix.test(prefix) ? 0 : 4) + (name.endsWith(spelled) ? 2 : 0);
  return tags.toSorted((a, b) => score(b) - score(a) || a.name.length - b.name.length)[0];
}

/** Returns the highest release of the same major that is not above the version, else the next release above it. */
function nearestOf(tags: ParsedTag[], version: Version): string | undefined {
  const releases = tags
    .filter((tag) => tag.version.stage >= 0)
    .toSorted((a, b) => compare(a.version, b.version));
  const major = version.numbers[0] ?? 0;
  const below = releases.findLast(
    (tag) => (tag.version.numbers[0] ?? 0) === major && compare(tag.version, version) < 0,
  );
  return (below ?? releases.find((tag) => compare(tag.version, version) > 0))?.name;
}
