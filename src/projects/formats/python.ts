import { posix } from 'node:path';
import { isDevGroup, normalPythonName } from './names.ts';
import { folderOf, nearest, projectFolders, withMembers } from './paths.ts';
import { parsePythonLock, type PythonLock } from './python-lock.ts';
import { parsePipfileLock, pipfileEntries } from './pipfile.ts';
import { pyprojectEntries, pyprojectName, type PythonEntry } from './pyproject.ts';
import { addRequirement } from './requirement.ts';
import { readRequirements } from './requirements.ts';
import type { Reading } from './reading.ts';
import { parseToml, tableAt, textsAt, type Table } from './texts.ts';

/** Files of pip beside pyproject.toml. */
const requirementsName = /^(?:[\w.-]*[-_.])?requirements(?:[-_.][\w.-]*)?\.(?:txt|in)$/i;

/** Lock files in TOML. The first in a folder counts. */
const lockNames = ['uv.lock', 'poetry.lock', 'pdm.lock', 'pylock.toml'];

/** Reads pyproject.toml, Pipfile and requirements*.txt with the lock files of uv, Poetry, PDM, pip and Pipenv. */
export function readPython(reading: Reading): void {
  const projects = reading.parseAll(parseToml, 'pyproject.toml');
  const pipfiles = reading.parseAll(parseToml, 'Pipfile');
  const locks = reading.parseAll(parsePythonLock, ...lockNames);
  const pipfileLocks = reading.parseAll(parsePipfileLock, 'Pipfile.lock');
  const requirements = reading.files.paths.filter((path) => isRequirements(path));
  const folders = [...projects.keys()];
  const roots = projectFolders(
    [...folders, ...pipfiles.keys(), ...requirements.map(homeOf)],
    new Set([...locks.keys(), ...pipfileLocks.keys()]),
  );
  const counted = withMembers(roots, folders, (folder) => {
    const workspace = tableAt(projects.get(folder), 'tool', 'uv', 'workspace');
    const excluded = textsAt(workspace, 'exclude').map((pattern) => `!${pattern}`);
    return [...textsAt(workspace, 'members'), ...excluded];
  });
  const own = new Set<string>();
  for (const folder of counted)
    own.add(normalPythonName(pyprojectName(projects.get(folder) ?? {})));
  for (const folder of counted) {
    const pyproject = projects.get(folder);
    const lock = nearest(locks, folder)?.value;
    if (pyproject) readPyproject(reading, { folder, pyproject, lock, own });
    const pipfile = pipfiles.get(folder);
    if (pipfile) {
      const entries = pipfileEntries(pipfile, folder);
      const file = posix.join(folder, 'Pipfile');
      addEntries(reading, entries, { file, lock: pipfileLocks.get(folder) ?? lock, own });
    }
    const files = requirements.filter((path) => homeOf(path) === folder);
    readRequirements(reading, files, own);
  }
}

function isRequirements(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (requirementsName.test(name)) return !/^constraints/i.test(name);
  return /(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/i.test(path) && !/constraint/i.test(name);
}

/** Returns the folder that requirements are of: the one above a folder `requirements`. */
function homeOf(path: string): string {
  const folder = folderOf(path);
  return /(?:^|\/)requirements$/i.test(folder) ? folderOf(folder) : folder;
}

function readPyproject(
  reading: Reading,
  {
    folder,
    pyproject,
    lock,
    own,
  }: { folder: string; pyproject: Table; lock: PythonLock | undefined; own: ReadonlySet<string> },
): void {
  const file = posix.join(folder, 'pyproject.toml');
  const name = pyprojectName(pyproject);
  if (folder === '') reading.nameProject(name);
  const entries = [...pyprojectEntries(pyproject, folder), ...computedEntries(pyproject, lock)];
  addEntries(reading, entries, { file, name, lock, own });
}

/** Adds the dependencies of a manifest with the versions of its lock file. `name`: that of the project, if it has one. */
function addEntries(
  reading: Reading,
  entries: readonly PythonEntry[],
  {
    file,
    name = '',
    lock,
    own,
  }: { file: string; name?: string; lock: PythonLock | undefined; own: ReadonlySet<string> },
): void {
  for (const { text, requirement, dev } of entries) {
    if (requirement.kind === 'refused') reading.refuse(file, text, requirement.reason);
    if (requirement.kind === 'own' || requirement.kind === 'refused') continue;
    const locked = lock?.find(requirement.name, name);
    if (locked?.own || own.has(normalPythonName(requirement.name))) continue;
    addRequirement(reading, { requirement, dev, file, locked });
  }
}

/** Returns the dependencies that a build program computes, as uv.lock names them. */
function computedEntries(pyproject: Table, lock: PythonLock | undefined): PythonEntry[] {
  const dynamic = textsAt(tableAt(pyproject, 'project'), 'dynamic');
  if (!lock || !dynamic.some((name) => name.endsWith('dependencies'))) return [];
  return lock.requirements(pyprojectName(pyproject)).map(({ name, range, extra }) => ({
    text: name,
    requirement: { kind: 'index', name, range },
    dev: extra !== '' && isDevGroup(extra),
  }));
}
