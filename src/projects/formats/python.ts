import { posix } from 'node:path';
import { isDevGroup, normalPythonName } from './names.ts';
import { folderOf, memberFolders, nearest, projectFolders } from './paths.ts';
import { parsePythonLock, type PythonLock } from './python-lock.ts';
import { pyprojectEntries, pyprojectName, type PyprojectEntry } from './pyproject.ts';
import { addRequirement } from './requirement.ts';
import { readRequirements } from './requirements.ts';
import type { Reading } from './reading.ts';
import { parseToml, tableAt, textsAt, type Table } from './texts.ts';

/** Files of pip beside pyproject.toml. */
const requirementsName = /^(?:[\w.-]*[-_.])?requirements(?:[-_.][\w.-]*)?\.(?:txt|in)$/i;

/** Reads pyproject.toml and requirements*.txt with uv.lock and poetry.lock. */
export function readPython(reading: Reading): void {
  const projects = reading.parseAll(parseToml, 'pyproject.toml');
  const locks = reading.parseAll(parsePythonLock, 'uv.lock', 'poetry.lock');
  const requirements = reading.files.paths.filter((path) => isRequirements(path));
  const folders = [...projects.keys()];
  const counted = new Set(
    projectFolders([...folders, ...requirements.map(homeOf)], new Set(locks.keys())),
  );
  for (const folder of counted) {
    const workspace = tableAt(projects.get(folder), 'tool', 'uv', 'workspace');
    const excluded = textsAt(workspace, 'exclude').map((pattern) => `!${pattern}`);
    const patterns = [...textsAt(workspace, 'members'), ...excluded];
    for (const member of memberFolders(folders, { folder, patterns })) counted.add(member);
  }
  const own = new Set<string>();
  for (const folder of counted)
    own.add(normalPythonName(pyprojectName(projects.get(folder) ?? {})));
  for (const folder of [...counted].sort()) {
    const pyproject = projects.get(folder);
    if (pyproject)
      readPyproject(reading, { folder, pyproject, lock: nearest(locks, folder)?.value, own });
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
  for (const { text, requirement, dev } of entries) {
    if (requirement.kind === 'refused') reading.refuse(file, text, requirement.reason);
    if (requirement.kind === 'own' || requirement.kind === 'refused') continue;
    const locked = lock?.find(requirement.name, name);
    if (locked?.own || own.has(normalPythonName(requirement.name))) continue;
    addRequirement(reading, { requirement, dev, file, locked });
  }
}

/** Returns the dependencies that a build program computes, as uv.lock names them. */
function computedEntries(pyproject: Table, lock: PythonLock | undefined): PyprojectEntry[] {
  const dynamic = textsAt(tableAt(pyproject, 'project'), 'dynamic');
  if (!lock || !dynamic.some((name) => name.endsWith('dependencies'))) return [];
  return lock.requirements(pyprojectName(pyproject)).map(({ name, range, extra }) => ({
    text: name,
    requirement: { kind: 'index', name, range },
    dev: extra !== '' && isDevGroup(extra),
  }));
}
