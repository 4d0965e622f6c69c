import { joinedPath } from '../../documents/includes/include-path.ts';
import { compilePath, segmentsOf } from '../path-glob.ts';
import { isYes, type Doxyfile } from './doxyfile.ts';

/** What Doxygen reads of a repository. */
export interface DoxygenInput {
  /** Returns whether the settings name a file, and not only a folder around it. */
  isNamed: (path: string) => boolean;
  /** Returns whether Doxygen reads a file. */
  isRead: (path: string) => boolean;
}

/** Variables that a build replaces by the folder of its project, and those for the folder of the settings. */
const rootVariable =
  /^(?:[@$][({]?(?:CMAKE_(?:HOME_DIRECTORY|SOURCE_DIR)|[A-Za-z]*_SOURCE_DIR|(?:abs_)?top_srcdir|TOP_?(?:SRC)?DIR|SRCDIR|SRC_?ROOT|ROOT(?:_?DIR)?|PROJECT_ROOT)[)}]?@?)\/?/i;
const ownVariable =
  /^[@$][({]?(?:CMAKE_CURRENT_(?:SOURCE|LIST)_DIR|(?:abs_)?srcdir|(?:DOC|DOXYGEN)_?(?:SRC_?)?DIR|PWD|CURDIR)[)}]?@?\/?/i;

/**
 * Returns what Doxygen reads by some settings. It reads nothing by settings that name no part of the repository: these are for people who
 * work on a program. `paths` has all files of the repository.
 */
export function doxygenInput(
  doxyfiles: readonly Doxyfile[],
  paths: readonly string[],
): DoxygenInput {
  const places = placesOf(paths);
  const inputs = doxyfiles.map((doxyfile) => inputOf(doxyfile, places));
  return {
    isNamed: (path) => inputs.some(({ isNamed }) => isNamed(path)),
    isRead: (path) => inputs.some(({ isRead }) => isRead(path)),
  };
}

/** Files and folders by their paths. */
export type Places = ReadonlyMap<string, 'file' | 'folder'>;

/** Returns the files and the folders of a repository. `paths` has all files. */
export function placesOf(paths: readonly string[]): Places {
  const places = new Map<string, 'file' | 'folder'>();
  for (const path of paths) {
    places.set(path, 'file');
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (places.has(folder)) break;
      places.set(folder, 'folder');
    }
  }
  return places;
}

function inputOf({ path: own, settings }: Doxyfile, places: Places): DoxygenInput {
  const resolved = (key: string): string[] =>
    (settings.get(key) ?? []).flatMap((value) => resolvePlace(value, own, places) ?? []);
  const inputs = resolved('INPUT');
  const files = new Set(inputs.filter((input) => places.get(input) === 'file'));
  const folders = inputs.filter((input) => places.get(input) === 'folder');
  const excluded = resolved('EXCLUDE');
  const isRecursive = isYes(settings, 'RECURSIVE');
  const endings = endingsOf(settings.get('FILE_PATTERNS') ?? []);
  const isExcludedName = excludedNames(settings.get('EXCLUDE_PATTERNS') ?? []);
  const isNamed = (path: string): boolean => files.has(path);
  return {
    isNamed,
    isRead: (path) => {
      if (isNamed(path)) return true;
      if (excluded.some((one) => path === one || path.startsWith(`${one}/`))) return false;
      if (endings && !endings.has(endingOf(path))) return false;
      return folders.some((folder) => isIn(path, folder, isRecursive)) && !isExcludedName(path);
    },
  };
}

function isIn(path: string, folder: string, isRecursive: boolean): boolean {
  if (!path.startsWith(`${folder}/`)) return false;
  return isRecursive || !path.slice(folder.length + 1).includes('/');
}

/** Returns the path in the repository that a value in the settings file `own` means; undefined for the whole repository and for what a build makes. */
export function resolvePlace(value: string, own: string, places: Places): string | undefined {
  const folder = own.split('/').slice(0, -1);
  const rest = value.replace(ownVariable, './').replace(rootVariable, '/');
  if (/[@$*]/.test(rest)) return undefined;
  const isFromRoot = rest.startsWith('/');
  // Doxygen runs in the folder of its settings, or in one around it.
  const bases = isFromRoot ? [[]] : folder.map((_, at) => folder.slice(0, folder.length - at));
  for (const base of isFromRoot ? bases : [...bases, []]) {
    const path = joinedPath(base, rest.split('/'));
    if (path !== undefined && path !== '' && places.has(path)) return path;
    // A path that leads to the root is none of a folder around it.
    if (path === '') return undefined;
  }
  return undefined;
}

function endingOf(path: string): string {
  return /\.[^./]+$/.exec(path.toLowerCase())?.[0] ?? '';
}

/** Returns the endings that patterns such as `*.c` allow; undefined if all are. */
function endingsOf(patterns: readonly string[]): ReadonlySet<string> | undefined {
  const endings = patterns.flatMap((pattern) => /^\*(\.[\w+]+)$/.exec(pattern)?.[1] ?? []);
  return endings.length === 0 ? undefined : new Set(endings.map((one) => one.toLowerCase()));
}

const mostPatterns = 100;

/** Returns a filter for the paths that patterns exclude. Doxygen's `*` also stands for slashes. */
function excludedNames(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns
    .slice(0, mostPatterns)
    .filter((pattern) => !/[@$[\]{}]/.test(pattern))
    .map((pattern) => compilePath(globOf(pattern)));
  return (path) => {
    const segments = segmentsOf(path);
    return matchers.some((matches) => matches(segments));
  };
}

/** Writes a pattern of Doxygen for whole paths, which are absolute there, as a glob from the root. */
function globOf(pattern: string): string {
  const isName = !pattern.includes('/');
  const inner = pattern.replace(/^\*+\//, '').replace(/\/\*+$/, '');
  return isName ? `**/${pattern}` : `**/${inner}`;
}
