import { gitPart } from './git-dependency.ts';
import { isDevGroup, normalPythonName } from './names.ts';
import { tableEntries, type PythonEntry } from './pyproject.ts';
import type { PythonLock } from './python-lock.ts';
import { pinnedPython } from './requirement.ts';
import { parseJson, tableAt, textAt, type Table } from './texts.ts';

/** Tables of a Pipfile that are no categories of packages. See https://pipenv.pypa.io/en/latest/pipfile.html. */
const settings = new Set(['source', 'requires', 'scripts', 'pipenv']);

/** Returns the dependencies of a Pipfile. `folder`: where the file is. */
export function pipfileEntries(pipfile: Table, folder: string): PythonEntry[] {
  const categories = Object.keys(pipfile).filter((name) => !settings.has(name));
  return categories.flatMap((name) => {
    const dev = name === 'dev-packages' || isDevGroup(name);
    return tableEntries(Object.entries(tableAt(pipfile, name)), { folder, dev, rangeOf });
  });
}

/** A star means any version. */
function rangeOf(range: string): string {
  return range === '*' ? '' : range;
}

/** Parses Pipfile.lock. Throws a FileProblem. */
export function parsePipfileLock(text: string): PythonLock {
  const lock = parseJson(text);
  const packages = new Map(
    Object.keys(lock)
      .filter((name) => name !== '_meta')
      .flatMap((name) => Object.entries(tableAt(lock, name)))
      // Of a package in several categories, the version of the first one counts, which is `default`.
      .toReversed()
      .map(([name, item]) => [normalPythonName(name), item]),
  );
  return {
    find(name) {
      const item = packages.get(normalPythonName(name));
      if (item === undefined) return undefined;
      const git = textAt(item, 'git');
      return {
        version: pinnedPython(textAt(item, 'version')),
        git: git === '' ? undefined : gitPart(git, textAt(item, 'ref')),
        own: textAt(item, 'path') !== '',
      };
    },
    requirements: () => [],
  };
}
