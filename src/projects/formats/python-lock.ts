import { gitPart, type GitPart } from './git-dependency.ts';
import { packagesByName } from './lock-packages.ts';
import { normalPythonName } from './names.ts';
import { elements, field, parseToml, tableAt, textAt, type Table } from './texts.ts';

/** What a lock file of Python names for one package. */
export interface LockedPython {
  /** '' if there are several. */
  version: string;
  /** The versions for different environments, if there are several. */
  candidates?: string[];
  git?: GitPart | undefined;
  /** True for a package in a folder of the project. */
  own: boolean;
}

/** A lock file of Python. */
export interface PythonLock {
  /** Returns what the lock file names; undefined if it does not name the package. `by`: the project that needs it. */
  find(name: string, by: string): LockedPython | undefined;
  /** Returns the requirements that uv.lock names for a project whose pyproject.toml leaves them to a build program. */
  requirements(by: string): { name: string; range: string; extra: string }[];
}

/** Parses uv.lock, poetry.lock, pdm.lock or pylock.toml (PEP 751). Throws a FileProblem. */
export function parsePythonLock(text: string): PythonLock {
  const lock = parseToml(withoutFiles(text));
  const key = field(lock, 'lock-version') === undefined ? 'package' : 'packages';
  const packages = packagesByName(lock, normalPythonName, key);
  return {
    find(name, by) {
      const found = packages.get(normalPythonName(name)) ?? [];
      if (found.length === 1) return locked(found[0]!);
      const users = packages.get(normalPythonName(by)) ?? [];
      const versions = new Set(users.flatMap((user) => neededVersions(user, name)));
      const [version] = versions;
      const one = found.find((item) => textAt(item, 'version') === version);
      if (versions.size === 1 && one) return locked(one);
      const candidates = found.map((item) => textAt(item, 'version'));
      return candidates.length > 0 ? { version: '', candidates, own: false } : undefined;
    },
    requirements(by) {
      const [project] = packages.get(normalPythonName(by)) ?? [];
      return elements(project, 'metadata', 'requires-dist').map((needed) => ({
        name: textAt(needed, 'name'),
        range: textAt(needed, 'specifier'),
        extra:
          /\bextra == '([^']{1,100})'/.exec(textAt(needed, 'marker').slice(0, 1_000))?.[1] ?? '',
      }));
    },
  };
}

/**
 * Leaves out the lists of files with their hashes. They are most of a lock file, and parsing them would take most of the
 * memory. Their lines have the form that uv, Poetry and PDM write.
 */
function withoutFiles(text: string): string {
  return text.replace(
    /^(?:wheels|files) = \[\n(?: +\{[^\n]*\},?\n)*\]$|^sdist = \{[^\n]*\}$/gm,
    (list) => list.replace(/[^\n]+/g, ''),
  );
}

function locked(item: Table): LockedPython {
  const source = field(item, 'source');
  const folder = ['editable', 'virtual', 'directory', 'path'].some((kind) => textAt(source, kind));
  const isFolder = folder || /^(?:directory|file)$/.test(textAt(source, 'type'));
  // PDM: path. PEP 751: a table `directory`.
  const own = isFolder || textAt(item, 'path') !== '' || field(item, 'directory') !== undefined;
  return { version: textAt(item, 'version'), git: gitOf(item, source), own };
}

function gitOf(item: Table, source: unknown): GitPart | undefined {
  // uv: https://host/path?rev=main#commit. Poetry: type, url and resolved_reference. PDM: git and revision. PEP 751: a table `vcs`.
  const [address = '', commit] = textAt(source, 'git').split('#', 2);
  if (address !== '') return gitPart(address.split('?', 1)[0]!, commit);
  if (textAt(source, 'type') === 'git') {
    return gitPart(textAt(source, 'url'), textAt(source, 'resolved_reference'));
  }
  const vcs = field(item, 'vcs');
  if (textAt(vcs, 'type') === 'git') return gitPart(textAt(vcs, 'url'), textAt(vcs, 'commit-id'));
  const git = textAt(item, 'git');
  return git === '' ? undefined : gitPart(git, textAt(item, 'revision'));
}

function neededVersions(user: Table, name: string): string[] {
  const groups = [
    field(user, 'dependencies'),
    ...Object.values(tableAt(user, 'optional-dependencies')),
    ...Object.values(tableAt(user, 'dev-dependencies')),
  ];
  const wanted = normalPythonName(name);
  return groups
    .flatMap((group) => elements({ group }, 'group'))
    .filter((needed) => normalPythonName(textAt(needed, 'name')) === wanted)
    .map((needed) => textAt(needed, 'version'));
}
