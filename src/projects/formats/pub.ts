import { posix } from 'node:path';
import { gitPart } from './git-dependency.ts';
import { nearest, pathIn, projectFolders, withMembers } from './paths.ts';
import type { Reading } from './reading.ts';
import { gitReason, outsideReason } from './reasons.ts';
import { field, parseYamlTable, tableAt, textAt, textsAt, type Table } from './texts.ts';

/** Reads the pubspec.yaml files of Dart and Flutter, and workspaces of pub and Melos, with pubspec.lock. */
export function readPub(reading: Reading): void {
  const manifests = reading.parseAll(parseYamlTable, 'pubspec.yaml');
  const locks = reading.parseAll(parseYamlTable, 'pubspec.lock');
  const melos = reading.parseAll(parseYamlTable, 'melos.yaml');
  const folders = [...manifests.keys()];
  const roots = projectFolders(folders, new Set(locks.keys()));
  const counted = withMembers(roots, folders, (folder) => {
    const ignored = textsAt(melos.get(folder), 'ignore').map((pattern) => `!${pattern}`);
    const listed = textsAt(melos.get(folder), 'packages');
    return [...textsAt(manifests.get(folder), 'workspace'), ...listed, ...ignored];
  });
  reading.nameProject(nameOf(manifests.get('')));
  const own = new Set(counted.map((folder) => nameOf(manifests.get(folder))));
  for (const folder of counted) {
    const lock = tableAt(nearest(locks, folder)?.value, 'packages');
    for (const [group, dev] of groups) {
      const specs = Object.entries(tableAt(manifests.get(folder), group));
      for (const [name, spec] of specs.filter(([key]) => !own.has(key)))
        readPackage({ reading, folder, lock }, { name, spec, dev });
    }
  }
}

const groups = [
  ['dependencies', false],
  ['dev_dependencies', true],
] as const;

function nameOf(manifest: Table | undefined): string {
  return textAt(manifest, 'name');
}

function readPackage(
  { reading, folder, lock }: { reading: Reading; folder: string; lock: Table },
  { name, spec, dev }: { name: string; spec: unknown; dev: boolean },
): void {
  const file = posix.join(folder, 'pubspec.yaml');
  const locked = field(lock, name);
  const range = typeof spec === 'string' ? spec : textAt(spec, 'version');
  const path = textAt(spec, 'path');
  if (path !== '') {
    if (pathIn(folder, path) === undefined) reading.refuse(file, name, outsideReason);
    return;
  }
  // The SDK has packages such as flutter. An override can name a folder in place of a package.
  if (textAt(spec, 'sdk') !== '' || ['sdk', 'path'].includes(textAt(locked, 'source'))) return;
  const given = field(spec, 'git');
  if (given === undefined) {
    reading.add({ name, version: textAt(locked, 'version') || exact(range), range, dev, file });
    return;
  }
  const url = typeof given === 'string' ? given : textAt(given, 'url');
  const git = gitPart(url, textAt(field(locked, 'description'), 'resolved-ref'));
  if (git) reading.add({ name, version: '', range, dev, file, git });
  else reading.refuse(file, name, gitReason);
}

/** A version without an operator is exact. */
function exact(range: string): string {
  return /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(range) ? range : '';
}
