import { posix } from 'node:path';
import { gitPart } from './git-dependency.ts';
import { isDevGroup } from './names.ts';
import { nearest, pathIn, projectFolders, withMembers } from './paths.ts';
import type { Reading } from './reading.ts';
import { gitReason, outsideReason } from './reasons.ts';
import { linesOf } from './texts.ts';

/** A tuple of mix.exs that can be a dependency: `{:name, "~> 1.0", only: :dev}`. */
interface Tuple {
  name: string;
  range: string;
  /** What stands behind the name, as text. */
  options: string;
}

/** What mix.exs says. It is a program, which must not run. */
interface MixFile {
  app: string;
  /** Folder of the apps of an umbrella; '' if it is none. */
  appsPath: string;
  tuples: Tuple[];
}

/** A package of mix.lock: its name on the index and its version, or the address of its repository. */
interface Locked {
  name: string;
  version: string;
  address?: string;
  commit?: string;
}

/** Reads mix.exs files and umbrellas of Elixir with mix.lock. */
export function readMix(reading: Reading): void {
  const manifests = reading.parseAll(parseMixFile, 'mix.exs');
  const locks = reading.parseAll(parseMixLock, 'mix.lock');
  const folders = [...manifests.keys()];
  const roots = projectFolders(folders, new Set(locks.keys()));
  const counted = withMembers(roots, folders, (folder) => {
    const { appsPath } = manifests.get(folder)!;
    return appsPath === '' ? [] : [`${appsPath}/*`];
  });
  reading.nameProject(manifests.get('')?.app ?? '');
  for (const folder of counted) {
    const lock = nearest(locks, folder)?.value;
    for (const tuple of manifests.get(folder)!.tuples) {
      readTuple({ reading, folder }, tuple, lock?.get(tuple.name));
    }
  }
}

function parseMixFile(text: string): MixFile {
  const code = [...linesOf(text)].filter((line) => !line.trimStart().startsWith('#')).join('\n');
  return {
    app: /\bapp:\s*:(\w+)/.exec(code)?.[1] ?? '',
    appsPath: /\bapps_path:\s*"([^"]{1,200})"/.exec(code)?.[1] ?? '',
    tuples: [...code.matchAll(/\{\s*:(\w+)\s*,([^{}]*)\}/g)].map(([, name = '', options = '']) => {
      const range = /^\s*"([^"]*)"/.exec(options)?.[1] ?? '';
      return { name, range, options };
    }),
  };
}

/** Each line has a package: `"name": {:hex, :name, "1.2.3", ...}` or `"name": {:git, "https://...", "<commit>", ...}`. */
function parseMixLock(text: string): ReadonlyMap<string, Locked> {
  const packages = new Map<string, Locked>();
  for (const line of linesOf(text)) {
    const [, key = '', hex, version = '', address = '', commit = ''] =
      /^\s*"(\w+)":\s*\{(?::hex,\s*:(\w+),\s*"([^"]+)"|:git,\s*"([^"]+)",\s*"([^"]+)")/.exec(
        line,
      ) ?? [];
    if (hex !== undefined) packages.set(key, { name: hex, version });
    else if (address !== '') packages.set(key, { name: key, version: '', address, commit });
  }
  return packages;
}

function readTuple(
  { reading, folder }: { reading: Reading; folder: string },
  tuple: Tuple,
  locked = unlocked(tuple),
): void {
  const { name: alias, range, options } = tuple;
  const file = posix.join(folder, 'mix.exs');
  const path = option(options, 'path');
  if (path !== '') {
    if (pathIn(folder, path) === undefined) reading.refuse(file, alias, outsideReason);
    return;
  }
  if (!locked || /\bin_umbrella:/.test(options)) return;
  const { name, version, address, commit } = locked;
  const git = address === undefined ? undefined : gitPart(address, commit);
  if (address !== undefined && !git) reading.refuse(file, alias, gitReason);
  else reading.add({ name, alias, version, range, dev: isDev(options), file, git });
}

/** Returns what mix.exs alone says of a package; undefined for a tuple that is no dependency. */
function unlocked({ name: alias, range, options }: Tuple): Locked | undefined {
  const name = option(options, 'hex') || alias;
  const onGitHub = option(options, 'github');
  const address = onGitHub === '' ? option(options, 'git') : `https://github.com/${onGitHub}`;
  if (address !== '') return { name, version: '', address, commit: option(options, 'ref') };
  return /^\s*[~<>=!\d]/.test(range) ? { name, version: exact(range) } : undefined;
}

/** Returns the value of an option, a text or an atom; '' if it has none. */
function option(options: string, key: string): string {
  return (
    new RegExp(`\\b${key}:\\s*(?:"([^"]{1,500})"|:(\\w+))`).exec(options)?.slice(1).join('') ?? ''
  );
}

/** Returns whether `only:` names environments of development alone. */
function isDev(options: string): boolean {
  const only = /\bonly:\s*(?:\[[^\]]{0,200}\]|:\w+)/.exec(options);
  const names = [...(only?.[0] ?? '').matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return names.length > 0 && names.every((name) => isDevGroup(name));
}

function exact(range: string): string {
  return /^(?:==\s*)?(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/.exec(range.trim())?.[1] ?? '';
}
