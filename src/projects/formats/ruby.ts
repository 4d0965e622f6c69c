import { gitPart } from './git-dependency.ts';
import { pathIn, projectFolders } from './paths.ts';
import type { Found, Reading } from './reading.ts';
import { linesOf } from './texts.ts';
import { gitReason, outsideReason } from './reasons.ts';

/** A gem of Gemfile.lock. */
interface LockedGem {
  version: string;
  /** The section that has the gem. */
  section: GemSection;
}

interface GemSection {
  kind: string;
  remote: string;
  revision: string;
}

/** Gemfile.lock. */
interface GemLock {
  gems: ReadonlyMap<string, LockedGem>;
  /** Direct dependencies, with their ranges. */
  direct: ReadonlyMap<string, string>;
}

/** Parses Gemfile.lock. */
function parseGemLock(text: string): GemLock {
  const gems = new Map<string, LockedGem>();
  const direct = new Map<string, string>();
  let section: GemSection = { kind: '', remote: '', revision: '' };
  for (const content of linesOf(text)) {
    const line = content.slice(0, 2_000);
    if (/^[A-Z]/.test(line)) section = { kind: line.trim(), remote: '', revision: '' };
    readOrigin(section, line);
    const [, indent, name = '', range = ''] =
      /^( {2}| {4})([\w.-]+)!?(?: \(([^)]*)\))?!?$/.exec(line) ?? [];
    if (indent?.length === 2 && section.kind === 'DEPENDENCIES') direct.set(name, range);
    // A gem with native code is there once for each platform: 1.2.3-x86_64-linux.
    if (indent?.length === 4 && !gems.has(name)) {
      gems.set(name, { version: range.split('-', 1)[0]!, section });
    }
  }
  return { gems, direct };
}

function readOrigin(section: GemSection, line: string): void {
  const [, key, value = ''] = /^ {2}(remote|revision): (.*)$/.exec(line) ?? [];
  if (key === 'remote' || key === 'revision') section[key] = value.trim();
}

/** A gem of a Gemfile. */
interface GemfileEntry {
  name: string;
  range: string;
  dev: boolean;
  /** The repository or folder that the entry names in place of the index; '' for gems of the index. */
  git: string;
  path: string;
}

/** Parses the `gem` lines and groups of a Gemfile. Never runs it, so gems of other code are left out. */
function parseGemfile(text: string): GemfileEntry[] {
  const entries: GemfileEntry[] = [];
  const blocks: boolean[] = [];
  for (const content of linesOf(text)) {
    const line = content
      .slice(0, 2_000)
      .replace(/(?:^|\s)#.*$/, '')
      .trim();
    if (/^end\b/.test(line)) blocks.pop();
    else if (/\bdo(?:\s*\|[^|]*\|)?$/.test(line) || /^(?:if|unless|case|def|begin)\b/.test(line)) {
      blocks.push(/^group\b/.test(line) && isDevelopment(line));
    }
    const [, name, rest = ''] = /^gem[\s(]\s*["']([^"']+)["'](.*)$/.exec(line) ?? [];
    if (name !== undefined) entries.push(gemEntry(name, rest, blocks.includes(true)));
  }
  return entries;
}

function gemEntry(name: string, rest: string, inGroup: boolean): GemfileEntry {
  const group = /\bgroups?(?::|\s*=>)\s*(\[[^\]]*\]|:\w+|["']\w+["'])/.exec(rest)?.[1] ?? '';
  const option = (key: string): string =>
    new RegExp(`\\b${key}(?::|["']?\\s*=>)\\s*["']([^"']*)["']`).exec(rest)?.[1] ?? '';
  const github = option('github');
  const hosted = github.includes('/') ? `https://github.com/${github}` : '';
  return {
    name,
    range: /^\s*,\s*["']([^"']*)["']/.exec(rest)?.[1] ?? '',
    dev: inGroup || (group !== '' && isDevelopment(group)),
    git: option('git') || hosted,
    path: option('path'),
  };
}

/** Returns whether a list of groups has only groups of development and tests. */
function isDevelopment(text: string): boolean {
  const groups = [...text.matchAll(/[:"'](\w+)/g)].map((match) => match[1]!);
  return (
    groups.length > 0 &&
    groups.every((group) => /^(?:development|test|dev|ci|lint|docs?|rubocop)$/.test(group))
  );
}

/** Reads Gemfile and Gemfile.lock. */
export function readRuby(reading: Reading): void {
  const gemfiles = reading.parseAll(parseGemfile, 'Gemfile', 'gems.rb');
  const locks = reading.parseAll(parseGemLock, 'Gemfile.lock', 'gems.locked');
  const folders = [...new Set([...gemfiles.keys(), ...locks.keys()])];
  for (const folder of projectFolders(folders, new Set(locks.keys()))) {
    const prefix = folder === '' ? '' : `${folder}/`;
    const place = { reading, folder, gemfile: gemfiles.get(folder) ?? [] };
    const lock = locks.get(folder);
    if (lock) readLocked({ ...place, file: `${prefix}Gemfile.lock` }, lock);
    else readGemfile({ ...place, file: `${prefix}Gemfile` });
  }
}

interface Place {
  reading: Reading;
  folder: string;
  gemfile: readonly GemfileEntry[];
  file: string;
}

function readLocked({ reading, folder, gemfile, file }: Place, { gems, direct }: GemLock): void {
  const production = new Set(gemfile.filter(({ dev }) => !dev).map(({ name }) => name));
  const development = new Set(gemfile.filter(({ dev }) => dev).map(({ name }) => name));
  for (const [name, range] of direct) {
    const gem = gems.get(name);
    const { kind, remote, revision } = gem?.section ?? noSection;
    addGem(reading, {
      name,
      range,
      version: gem?.version ?? '',
      dev: development.has(name) && !production.has(name),
      file,
      folder,
      path: kind === 'PATH' ? remote : '',
      address: kind === 'GIT' ? remote : '',
      commit: revision,
    });
  }
}

const noSection: GemSection = { kind: '', remote: '', revision: '' };

function readGemfile({ reading, folder, gemfile, file }: Place): void {
  for (const { name, range, dev, git: address, path } of gemfile) {
    const version = /^=?\s*(\d+(?:\.\w+)+)$/.exec(range)?.[1] ?? '';
    addGem(reading, { name, range, version, dev, file, folder, path, address, commit: '' });
  }
}

/** A gem: of a folder if it has a path, of a repository if it has an address, otherwise of the index. */
interface Gem extends Omit<Found, 'git'> {
  folder: string;
  path: string;
  address: string;
  commit: string;
}

function addGem(reading: Reading, { folder, path, address, commit, ...found }: Gem): void {
  const { file, name } = found;
  const git = address === '' ? undefined : gitPart(address, commit);
  if (path !== '') {
    const isInside = pathIn(folder, path) !== undefined;
    if (!isInside) reading.refuse(file, name, outsideReason);
  } else if (address !== '' && !git) {
    reading.refuse(file, `${name} ${address}`, gitReason);
  } else {
    reading.add({ ...found, git });
  }
}
