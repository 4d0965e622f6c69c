import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import type { Ecosystem, RefusedEntry } from './dependency.ts';
import { ecosystemOf } from './formats/known-files.ts';

/** Files of a project that declare or lock dependencies. */
export interface FoundFiles {
  /** Paths relative to the project's folder, with forward slashes, in alphabetical order. */
  byEcosystem: Map<Ecosystem, string[]>;
  refused: RefusedEntry[];
}

/** Folders with installed packages or build results. Hidden folders are skipped too. */
const skippedFolders = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'target',
  'dist',
  'obj',
  'venv',
  'env',
  'site-packages',
  '__pycache__',
  'Pods',
]);
const maxFiles = 2_000;
const maxFolders = 20_000;
const maxDepth = 10;
const maxEntries = 500_000;

/**
 * Finds the files, those nearest to the project's folder first. Follows no link to a folder, and refuses links to files
 * outside. `root` is the real path of the project's folder.
 */
export async function findFiles(root: string, signal: AbortSignal): Promise<FoundFiles> {
  const search = new Search(root);
  const folders = [''];
  for (let at = 0; at < folders.length && !search.isFull; at += 1) {
    signal.throwIfAborted();
    folders.push(...(await search.visit(folders[at]!)));
    if (folders.length > maxFolders) search.stop(`more than ${maxFolders} folders`);
  }
  return search.found();
}

class Search {
  isFull = false;
  private readonly root: string;
  private readonly paths: { ecosystem: Ecosystem; path: string }[] = [];
  private readonly refused: RefusedEntry[] = [];
  private entries = 0;

  constructor(root: string) {
    this.root = root;
  }

  /** Collects the files of a folder. Returns its folders. */
  async visit(folder: string): Promise<string[]> {
    const entries = await this.list(folder);
    this.entries += entries.length;
    if (this.entries > maxEntries) this.stop(`more than ${maxEntries} files`);
    const folders: string[] = [];
    for (const entry of entries) {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (isSearched(path, entry.name)) folders.push(path);
      } else {
        await this.take(path, entry);
      }
    }
    return folders;
  }

  stop(what: string): void {
    if (this.isFull) return;
    this.isFull = true;
    const reason = `the folder has ${what}, and the rest was not read; name a smaller folder`;
    this.refused.push({ file: '', entry: '', reason });
  }

  found(): FoundFiles {
    const byEcosystem = new Map<Ecosystem, string[]>();
    for (const { ecosystem, path } of this.paths) {
      byEcosystem.set(ecosystem, [...(byEcosystem.get(ecosystem) ?? []), path]);
    }
    for (const paths of byEcosystem.values()) paths.sort();
    return { byEcosystem, refused: this.refused };
  }

  private async list(folder: string): Promise<Dirent[]> {
    try {
      const entries = await readdir(join(this.root, folder), { withFileTypes: true });
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch {
      this.refused.push({ file: folder, entry: '', reason: 'the folder cannot be read' });
      return [];
    }
  }

  private async take(path: string, entry: Dirent): Promise<void> {
    const ecosystem = ecosystemOf(path);
    if (ecosystem === undefined || this.isFull) return;
    if (this.paths.length >= maxFiles) {
      this.stop(`more than ${maxFiles} files with dependencies`);
    } else if (entry.isSymbolicLink() && !(await this.leadsInside(path))) {
      this.refused.push({ file: path, entry: '', reason: 'it is a link out of the project' });
    } else {
      this.paths.push({ ecosystem, path });
    }
  }

  private async leadsInside(path: string): Promise<boolean> {
    try {
      return (await realpath(join(this.root, path))).startsWith(this.root + sep);
    } catch {
      return false;
    }
  }
}

function isSearched(path: string, name: string): boolean {
  return !name.startsWith('.') && !skippedFolders.has(name) && path.split('/').length <= maxDepth;
}
