import { countWhile } from '../../../base/count-while.ts';

/** Folders beside each other whose names have the same meaning, such as `en` and `zh`. */
export interface SiblingFolders {
  /** The parent folder; '' for the root, otherwise with a final slash. */
  parent: string;
  /** Paths below each folder, by the folder's name. */
  below: Map<string, Set<string>>;
}

/** Maximum depth of folders to compare. */
const deepest = 12;

/** Paths of documents, in an order that finds those of a folder quickly. */
export class PathList {
  readonly paths: readonly string[];

  constructor(paths: readonly string[]) {
    this.paths = paths.toSorted((a, b) => (a < b ? -1 : 1));
  }

  /** Returns the paths below a folder, relative to it. Skips its subfolders in `except`. */
  below(folder: string, except: ReadonlySet<string> = new Set()): Set<string> {
    const below = new Set<string>();
    const first = countWhile(this.paths, (path) => path < folder);
    for (let at = first; at < this.paths.length; at += 1) {
      const path = this.paths[at]!;
      if (!path.startsWith(folder)) break;
      const rest = path.slice(folder.length);
      if (!except.has(rest.slice(0, Math.max(rest.indexOf('/'), 0)))) below.add(rest);
    }
    return below;
  }

  /** Returns the folders whose names pass a test, with the folders around them. */
  siblings(isName: (name: string) => boolean): SiblingFolders[] {
    const byParent = new Map<string, SiblingFolders>();
    for (const path of this.paths) {
      let start = 0;
      for (let depth = 0; depth < deepest; depth += 1) {
        const end = path.indexOf('/', start);
        if (end === -1) break;
        const name = path.slice(start, end);
        if (isName(name))
          add(byParent, { parent: path.slice(0, start), name, rest: path.slice(end + 1) });
        start = end + 1;
      }
    }
    return [...byParent.values()];
  }
}

/** Returns the start and the end of a name that has an end with a meaning, such as `guide-` and `ja`; undefined for any other name. */
type SplitName = (name: string) => readonly [start: string, end: string] | undefined;

/** Returns the folders whose names have the same start, as `ja` and `ru` in `docs/guide-` for `guide-ja` and `guide-ru`. */
export function withSameStart(list: PathList, split: SplitName): SiblingFolders[] {
  const byStart = new Map<string, SiblingFolders>();
  for (const { parent, below } of list.siblings((name) => split(name) !== undefined)) {
    for (const [name, paths] of below) {
      const [start, end] = split(name)!;
      const group = byStart.get(parent + start) ?? { parent: parent + start, below: new Map() };
      byStart.set(parent + start, group);
      group.below.set(end, paths);
    }
  }
  return [...byStart.values()];
}

function add(
  byParent: Map<string, SiblingFolders>,
  { parent, name, rest }: { parent: string; name: string; rest: string },
): void {
  const group = byParent.get(parent) ?? { parent, below: new Map() };
  byParent.set(parent, group);
  const below = group.below.get(name) ?? new Set();
  group.below.set(name, below.add(rest));
}

/** Returns the share of paths that others also contain, 0 to 1. */
export function shareIn(paths: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (paths.size === 0) return 0;
  return [...paths].filter((path) => others.has(path)).length / paths.size;
}

/** Returns whether a list of folders names this folder or one below it. */
export function isNamed(folder: string, folders: readonly string[]): boolean {
  const path = folder.toLowerCase();
  return folders.some((pattern) => {
    const named = `${pattern.toLowerCase().replace(/^\.?\/+|\/+$/g, '')}/`;
    return named === path || named.startsWith(path);
  });
}
