import { posix } from 'node:path';
import { gitPart } from './git-dependency.ts';
import { packagesByName, type LockPackages } from './lock-packages.ts';
import { nearest, pathIn, projectFolders, upwards, withMembers } from './paths.ts';
import type { Reading } from './reading.ts';
import { field, parseToml, tableAt, textAt, textsAt, type Table } from './texts.ts';
import { gitReason, outsideReason } from './reasons.ts';

/** Reads Cargo.toml files and workspaces with Cargo.lock. */
export function readCargo(reading: Reading): void {
  const manifests = reading.parseAll(parseToml, 'Cargo.toml');
  const locks = reading.parseAll(parseCargoLock, 'Cargo.lock');
  const folders = [...manifests.keys()];
  const roots = projectFolders(folders, new Set(locks.keys()));
  const counted = withMembers(roots, folders, (folder) => {
    const workspace = tableAt(manifests.get(folder), 'workspace');
    const excluded = textsAt(workspace, 'exclude').map((pattern) => `!${pattern}`);
    return [...textsAt(workspace, 'members'), ...excluded];
  });
  reading.nameProject(nameOf(manifests.get('')));
  for (const folder of counted) {
    readManifest({ reading, manifests, folder, lock: nearest(locks, folder)?.value });
  }
}

/** Parses Cargo.lock. Throws a FileProblem. */
function parseCargoLock(text: string): LockPackages {
  return packagesByName(parseToml(text), (name) => name);
}

function nameOf(manifest: Table | undefined): string {
  return textAt(field(manifest, 'package'), 'name');
}

interface Place {
  reading: Reading;
  manifests: ReadonlyMap<string, Table>;
  folder: string;
  lock: LockPackages | undefined;
}

function readManifest(place: Place): void {
  const manifest = place.manifests.get(place.folder);
  const targets = tableAt(manifest, 'target');
  for (const part of [manifest, ...Object.keys(targets).map((key) => field(targets, key))]) {
    for (const [group, dev] of groups) {
      for (const [key, spec] of Object.entries(tableAt(part, group))) {
        readDependency(place, { key, spec, dev });
      }
    }
  }
}

const groups = [
  ['dependencies', false],
  ['build-dependencies', false],
  ['dev-dependencies', true],
] as const;

function readDependency(
  { reading, manifests, folder, lock }: Place,
  { key, spec, dev }: { key: string; spec: unknown; dev: boolean },
): void {
  const file = posix.join(folder, 'Cargo.toml');
  const { value, from } = inherited(manifests, folder, { key, spec });
  const range = typeof value === 'string' ? value : textAt(value, 'version');
  const path = textAt(value, 'path');
  if (path !== '') {
    if (pathIn(from, path) === undefined) {
      reading.refuse(file, `${key} = ${path}`, outsideReason);
    }
    return;
  }
  const name = textAt(value, 'package') || key;
  const locked = lock && lockedPackage(lock, { name, by: nameOf(manifests.get(folder)), range });
  const repository = textAt(value, 'git');
  const git = repository === '' ? undefined : gitOf(repository, locked, textAt(value, 'rev'));
  if (repository !== '' && !git) {
    reading.refuse(file, `${key} = ${repository}`, gitReason);
  } else {
    const version = textAt(locked, 'version') || exact(range);
    reading.add({ name, version, range, dev, file, git });
  }
}

function exact(range: string): string {
  return /^=\s*(\d+\.\d+\.\d+\S*)$/.exec(range)?.[1] ?? '';
}

/** Returns the entry of `workspace.dependencies` for `{ workspace = true }`, and the folder where its paths begin. */
function inherited(
  manifests: ReadonlyMap<string, Table>,
  folder: string,
  { key, spec }: { key: string; spec: unknown },
): { value: unknown; from: string } {
  if (field(spec, 'workspace') !== true) return { value: spec, from: folder };
  for (const above of upwards(folder)) {
    const shared = tableAt(manifests.get(above), 'workspace', 'dependencies');
    if (Object.hasOwn(shared, key)) return { value: shared[key], from: above };
  }
  return { value: '', from: folder };
}

function gitOf(
  address: string,
  locked: Table | undefined,
  rev: string,
): ReturnType<typeof gitPart> {
  const commit = /^git\+[^#]*#([0-9a-f]{40})$/.exec(textAt(locked, 'source'))?.[1];
  return gitPart(address, commit ?? rev);
}

/** Returns the locked package; with several versions the one that the member's own entry in the lock file names. */
function lockedPackage(
  lock: LockPackages,
  { name, by, range }: { name: string; by: string; range: string },
): Table | undefined {
  const found = lock.get(name) ?? [];
  if (found.length <= 1) return found[0];
  const users = (lock.get(by) ?? []).filter((user) => textAt(user, 'source') === '');
  const needed = users
    .flatMap((user) => textsAt(user, 'dependencies'))
    .map((text) => text.split(' '))
    .filter(([called]) => called === name);
  const versions = [...new Set(needed.map(([, version = '']) => version))];
  // A renamed package can be there twice. Its range tells which one.
  const wanted =
    versions.length === 1 ? versions : versions.filter((version) => fits(version, range));
  return wanted.length === 1
    ? found.find((item) => textAt(item, 'version') === wanted[0])
    : undefined;
}

/** Returns whether a version has the leading numbers of a range such as `1.2` or `^0.3`. */
function fits(version: string, range: string): boolean {
  const [major = '', minor = ''] = range.replace(/^[\^~=v\s]+/, '').split('.');
  const prefix = major === '0' && minor !== '' ? `0.${minor}.` : `${major}.`;
  return major !== '' && version.startsWith(prefix);
}
