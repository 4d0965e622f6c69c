import { resolve } from 'node:path';
import type { LibrarySource, LibrarySpec } from '../resources/library.ts';
import { libraryId } from '../sources/recognise.ts';
import type { ManifestEntry } from './parse.ts';

/** Fields of an entry that name the library rather than describe its source. */
const naming = new Set(['id', 'title', 'description', 'aliases', 'formerIds', 'versions']);

/**
 * The Library an entry stands for. Relative local paths count from `baseDir`, the manifest's folder. Undefined for types
 * whose integration this install does not have. Pure but for path resolution.
 */
export function librarySpecOf(entry: ManifestEntry, baseDir: string): LibrarySpec | undefined {
  const { type } = entry;
  if (type === 'wiki') return undefined;
  const url = type === 'git' && isLocalPath(entry.url) ? resolve(baseDir, entry.url) : entry.url;
  const own = Object.entries(entry.fields);
  const settings = Object.fromEntries(own.filter(([name]) => !naming.has(name)));
  const names = Object.fromEntries(own.filter(([name]) => naming.has(name)));
  const source = { [type]: { url, ...settings } } as LibrarySource;
  return { ...names, id: (names['id'] as string | undefined) ?? libraryId(source), source };
}

/** True for what can only be a path: no scheme and no scp-like host. */
function isLocalPath(url: string): boolean {
  return !/^[a-z][a-z0-9+.-]+:\/\//i.test(url) && !/^[^/\\]+@?[^/\\]*:(?!\\)/.test(url);
}
