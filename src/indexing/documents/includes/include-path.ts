/** Names of a path or folder that no repository needs beyond. */
const longestReference = 300;

/** Where a reference is looked for after the folder of the document: in its outer folders, from the inside or the outside. */
export type OuterOrder = 'inner first' | 'outer first';

/**
 * Returns the repository paths that a reference can mean, the likeliest first: relative to the document, then to each
 * folder around it, because tools resolve references from a root that only their configuration names. A leading `/` or
 * `@/` means such a root. Returns none for a URL. No path leaves the repository.
 */
export function includeCandidates(
  reference: string,
  documents: readonly string[],
  order: OuterOrder = 'inner first',
): string[] {
  const isUsable =
    reference.length <= longestReference && !/^[a-z][\w+.-]*:|[\0*?<>|{}]/i.test(reference);
  const names = reference
    .replace(/^@?\/+/, '')
    .replaceAll('\\', '/')
    .split('/');
  if (!isUsable || names.every((name) => name === '' || name === '.')) return [];
  const paths = new Set<string>();
  for (const document of documents) {
    const folders = foldersAround(document);
    for (const folder of order === 'inner first' ? folders : folders.toReversed()) {
      const path = joined(folder, names);
      if (path !== undefined) paths.add(path);
    }
  }
  return [...paths];
}

/** Returns the folder of a path and the folders around it, up to the root. */
function foldersAround(path: string): string[][] {
  const names = path.split('/').slice(0, -1);
  return Array.from({ length: names.length + 1 }, (_, at) => names.slice(0, names.length - at));
}

function joined(folder: readonly string[], names: readonly string[]): string | undefined {
  const path = [...folder];
  for (const name of names) {
    if (name === '..') {
      if (path.pop() === undefined) return undefined;
    } else if (name !== '' && name !== '.') path.push(name);
  }
  return path.length === 0 ? undefined : path.join('/');
}
