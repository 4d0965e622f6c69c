import type { ReadIncluded } from '../../src/indexing/documents/includes/expansion.ts';

/** Returns a reader of the files of a repository, by path. */
export function readerOf(files: Readonly<Record<string, string>>): ReadIncluded {
  return (candidates) => {
    const path = candidates.find((candidate) => candidate in files);
    return path === undefined ? undefined : { path, text: files[path]! };
  };
}
