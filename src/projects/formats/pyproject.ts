import { gitPart } from './git-dependency.ts';
import { isDevGroup, normalPythonName } from './names.ts';
import {
  localRequirement,
  parseRequirement,
  versionOfTag,
  type Requirement,
} from './requirement.ts';
import { field, listAt, tableAt, textAt, textsAt, type Table } from './texts.ts';
import { gitReason } from './reasons.ts';

/** A dependency of pyproject.toml or Pipfile. */
export interface PythonEntry {
  /** As the file names it. */
  text: string;
  requirement: Requirement;
  dev: boolean;
}

/** Returns the name of the project; '' without one. */
export function pyprojectName(pyproject: Table): string {
  return (
    textAt(field(pyproject, 'project'), 'name') ||
    textAt(tableAt(pyproject, 'tool', 'poetry'), 'name')
  );
}

/** Returns the dependencies of PEP 621, of PEP 735 groups, of uv and of Poetry. `folder`: where the file is. */
export function pyprojectEntries(pyproject: Table, folder: string): PythonEntry[] {
  const sources = tableAt(pyproject, 'tool', 'uv', 'sources');
  const project = field(pyproject, 'project');
  const lists: { texts: string[]; dev: boolean }[] = [
    { texts: textsAt(project, 'dependencies'), dev: false },
    ...groupsOf(tableAt(project, 'optional-dependencies'), isDevGroup),
    ...groupsOf(tableAt(pyproject, 'dependency-groups'), () => true),
    { texts: textsAt(tableAt(pyproject, 'tool', 'uv'), 'dev-dependencies'), dev: true },
    ...groupsOf(tableAt(pyproject, 'tool', 'pdm', 'dev-dependencies'), () => true),
  ];
  const standard = lists.flatMap(({ texts, dev }) =>
    texts.map((text) => ({
      text,
      requirement: withSource(parseRequirement(text, folder), sources, folder),
      dev,
    })),
  );
  return [...standard, ...poetryEntries(tableAt(pyproject, 'tool', 'poetry'), folder)];
}

function groupsOf(
  groups: Table,
  isDev: (group: string) => boolean,
): { texts: string[]; dev: boolean }[] {
  return Object.keys(groups).map((name) => ({ texts: textsAt(groups, name), dev: isDev(name) }));
}

/** uv can take a package from a repository or a folder in place of the index. */
function withSource(requirement: Requirement, sources: Table, folder: string): Requirement {
  if (requirement.kind !== 'index') return requirement;
  const key = Object.keys(sources).find(
    (name) => normalPythonName(name) === normalPythonName(requirement.name),
  );
  const [source] = key === undefined ? [] : listAt(sources, key);
  return source === undefined ? requirement : sourced(requirement, source, folder);
}

/** Reads a table with `git`, `path`, `url` or `workspace`, as uv, Poetry and Pipenv write it. */
function sourced(
  requirement: Requirement & { kind: 'index' },
  source: unknown,
  folder: string,
): Requirement {
  if (field(source, 'workspace') === true) return { kind: 'own' };
  const [path, git, url] = ['path', 'git', 'url'].map((name) => textAt(source, name));
  if (path) return localRequirement(path, folder);
  if (url)
    return { kind: 'refused', reason: 'it is an archive at a URL, not a package of the index' };
  if (!git) return requirement;
  const part = gitPart(git, textAt(source, 'rev') || textAt(source, 'ref'));
  return part
    ? {
        kind: 'git',
        name: requirement.name,
        git: part,
        version: versionOfTag(textAt(source, 'tag')),
      }
    : { kind: 'refused', reason: gitReason };
}

function poetryEntries(poetry: Table, folder: string): PythonEntry[] {
  const groups = tableAt(poetry, 'group');
  const tables: { table: Table; dev: boolean }[] = [
    { table: tableAt(poetry, 'dependencies'), dev: false },
    { table: tableAt(poetry, 'dev-dependencies'), dev: true },
    ...Object.keys(groups).map((name) => ({
      table: tableAt(groups, name, 'dependencies'),
      dev: name !== 'main',
    })),
  ];
  return tables.flatMap(({ table, dev }) =>
    tableEntries(
      Object.entries(table).filter(([name]) => name.toLowerCase() !== 'python'),
      { folder, dev, rangeOf: poetryRange },
    ),
  );
}

/** Returns dependencies whose ranges and sources a table has by their names. `rangeOf` writes a range as pip does. */
export function tableEntries(
  entries: readonly [name: string, value: unknown][],
  { folder, dev, rangeOf }: { folder: string; dev: boolean; rangeOf: (range: string) => string },
): PythonEntry[] {
  return entries.map(([name, value]) => {
    const [source] = Array.isArray(value) ? value : [value];
    const range = typeof source === 'string' ? source : textAt(source, 'version');
    const requirement = sourced({ kind: 'index', name, range: rangeOf(range) }, source, folder);
    return { text: `${name} ${range}`.trim(), requirement, dev };
  });
}

/** Poetry's `1.2.3` is exact. */
function poetryRange(range: string): string {
  return /^\d+(?:\.\d+){2,}$/.test(range) ? `==${range}` : range;
}
