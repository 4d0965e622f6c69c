import { posix } from 'node:path';
import { compilePath, segmentsOf } from '../../indexing/sources/path-glob.ts';

/** Folders of samples and of test data. Their manifests count only as declared members of a workspace. */
const sampleFolders =
  /(?:^|\/)(?:examples?|samples?|demos?|templates?|testdata|test-data|(?:test-)?fixtures?|__[a-z]+__|src\/test\/resources)(?:\/|$)/i;

/** Returns whether a file is a sample or test data. */
export function isSample(path: string): boolean {
  return sampleFolders.test(folderOf(path));
}

/** Returns the folder of a path; '' for the project's folder. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}

/** Returns the path of a name in a folder; undefined if it leads out of the project's folder. */
export function pathIn(folder: string, name: string): string | undefined {
  const given = name.replaceAll('\\', '/');
  if (/^(?:[/~]|[a-z]:)/i.test(given) || given.includes('\0')) return undefined;
  const path = posix.join(folder, given).replace(/\/$/, '');
  if (path === '..' || path.startsWith('../')) return undefined;
  return path === '.' ? '' : path;
}

/** Returns a folder and the folders above it, up to the project's folder. */
export function upwards(folder: string): string[] {
  const found = [folder];
  while (found.at(-1) !== '') found.push(folderOf(found.at(-1)!));
  return found;
}

/** Returns the value of the nearest folder at or above a folder. */
export function nearest<Value>(
  values: ReadonlyMap<string, Value>,
  folder: string,
): { folder: string; value: Value } | undefined {
  for (const above of upwards(folder)) {
    const value = values.get(above);
    if (value !== undefined) return { folder: above, value };
  }
  return undefined;
}

/** Returns the path of a folder relative to a folder above it; '' for the same folder. */
export function relativeTo(above: string, folder: string): string {
  return above === '' ? folder : folder.slice(above.length + 1);
}

/**
 * Returns the folders whose manifests are projects of their own: those without a manifest above them, and those with a
 * lock file beside their manifest. Leaves out folders of samples and test data.
 */
export function projectFolders(
  folders: readonly string[],
  locked: ReadonlySet<string> = new Set(),
): string[] {
  const all = new Set(folders.filter((folder) => !sampleFolders.test(folder)));
  return [...all].filter(
    (folder) =>
      locked.has(folder) ||
      !upwards(folder)
        .slice(1)
        .some((above) => all.has(above)),
  );
}

/**
 * Returns the projects in `roots` with the members of their workspaces, sorted. `patternsOf` returns the patterns of the members of a
 * folder's workspace, as `memberFolders` takes them; none for a folder without a workspace. A member can have a workspace of its own.
 */
export function withMembers(
  roots: readonly string[],
  folders: readonly string[],
  patternsOf: (folder: string) => readonly string[],
): string[] {
  const counted = new Set(roots);
  for (const folder of counted) {
    const patterns = patternsOf(folder);
    if (patterns.length === 0) continue;
    for (const member of memberFolders(folders, { folder, patterns })) counted.add(member);
  }
  return [...counted].sort();
}

/**
 * Returns the folders that match the members of a workspace: patterns relative to its folder. A pattern that begins with
 * `!` excludes folders.
 */
function memberFolders(
  folders: readonly string[],
  workspace: { folder: string; patterns: readonly string[] },
): string[] {
  const { folder: root, patterns } = workspace;
  const compiled = patterns.slice(0, 200).map((pattern) => ({
    excludes: pattern.startsWith('!'),
    length: pattern.includes('**') ? undefined : segmentsOf(pattern.replace(/^!/, '')).length,
    matches: compilePath(pattern.replace(/^!/, '').slice(0, 500)),
  }));
  return folders.filter((folder) => {
    if (folder === root || !upwards(folder).includes(root)) return false;
    const segments = segmentsOf(relativeTo(root, folder));
    const hits = compiled.filter(
      ({ matches, length }) => matches(segments) && (length ?? segments.length) === segments.length,
    );
    return hits.length > 0 && hits.every(({ excludes }) => !excludes);
  });
}
