/** Maximum length of a reference. A longer text is not a path. */
const longestReference = 300;
/** Maximum number of folders around a document in which to look for a reference. */
const mostFolders = 16;

/** Start of a path in any folder of the repository. Such a path means the only file that ends with the rest of it. */
export const anyFolder = '**/';

/** Start of a path in a folder that has the name of one of the folders around the document. */
export const ownFolder = '*/';
/** Maximum number of such names. */
const mostNames = 4;

/** Returns whether a path ends with the rest of a path in any folder. */
export function endsWithPath(path: string, inAnyFolder: string): boolean {
  return `/${path}`.endsWith(inAnyFolder.slice(anyFolder.length - 1));
}

/**
 * Where to look for a reference first: beside the document, or from the root of the site, as MkDocs
 * does.
 */
export type LookFrom = 'document' | 'site';

/**
 * Returns the repository paths that a reference can mean, the likeliest first: relative to the document, then to each
 * folder around it, because tools resolve references from a root that only their configuration names. A leading `/` or
 * `@/` means such a root. A reference with `../` can also begin at a folder elsewhere. From a site, also relative to the usual folders for snippets. Returns none for a URL. No path leaves the repository.
 * `ownFolder` stands for the name of a folder around the document, the nearest first.
 */
export function includeCandidates(
  reference: string,
  documents: readonly string[],
  from: LookFrom = 'document',
): string[] {
  if (reference.startsWith(ownFolder)) {
    const around = documents.flatMap((document) => foldersAround(document)[0] ?? []);
    const own = around.toReversed().slice(0, mostNames);
    const rest = reference.slice(ownFolder.length);
    return own.flatMap((name) => includeCandidates(`${name}/${rest}`, documents, from));
  }
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
    const roots = from === 'document' ? folders : folders.toReversed().flatMap(withSnippets);
    for (const folder of roots) {
      const path = joinedPath(folder, names);
      if (path) paths.add(path);
    }
  }
  const elsewhere = paths.size === 0 ? undefined : fromUnknownFolder(names);
  return elsewhere === undefined ? [...paths] : [...paths, elsewhere];
}

/** Returns the path in any folder of a reference from a folder that only the build knows, as in `../examples/saw.rs`. */
function fromUnknownFolder(names: readonly string[]): string | undefined {
  const start = names.findIndex((name) => name !== '..');
  const rest = names.slice(start);
  const isPath = start > 0 && rest.length > 1 && !rest.some((name) => /^\.{0,2}$/.test(name));
  return isPath ? anyFolder + rest.join('/') : undefined;
}

/**
 * Returns the paths in any folder that an import can mean whose first name is an alias of the site's build, as in
 * `@parts/oil.mdx`. The alias is often the name of its folder. Builds also find `oil.md` by `oil.mdx`.
 */
export function aliasedPaths(reference: string): string[] {
  const [, folder = '', rest = ''] = /^[@~]?([\w-]{0,100})\/([^*]{1,300})$/.exec(reference) ?? [];
  if (rest === '' || reference.startsWith('/')) return [];
  const paths = folder === '' ? [rest] : [`${folder}/${rest}`, rest];
  const all = paths.flatMap((path) => [path, path.replace(/\.mdx$/, '.md')]);
  return [...new Set(all)].map((path) => anyFolder + path);
}

/** Returns the repository path of a reference beside a document; undefined for a URL and for a path outside of the repository. */
export function besideDocument(reference: string, document: string): string | undefined {
  const isUsable =
    reference.length <= longestReference && !/^[a-z][\w+.-]*:|\0|^\//i.test(reference);
  const folder = document.split('/').slice(0, -1);
  return (isUsable && joinedPath(folder, reference.split('/'))) || undefined;
}

/** Returns the folder of a path and the folders around it, up to the root. */
function foldersAround(path: string): string[][] {
  const names = path.split('/').slice(0, -1);
  const count = Math.min(names.length + 1, mostFolders);
  return Array.from({ length: count }, (_, at) => names.slice(0, names.length - at));
}

function withSnippets(folder: string[]): string[][] {
  const own = [
    'snippets',
    '_snippets',
    'includes',
    '_includes',
    'partials',
    '_partials',
    'src',
    'codeSnippets',
  ];
  return [folder, ...own.map((name) => [...folder, name])];
}

/** Returns the path to which names lead from a folder; '' for the root, and undefined for a path outside of the repository. */
export function joinedPath(
  folder: readonly string[],
  names: readonly string[],
): string | undefined {
  const path = [...folder];
  for (const name of names) {
    if (name === '..') {
      if (path.pop() === undefined) return undefined;
    } else if (name !== '' && name !== '.') path.push(name);
  }
  return path.join('/');
}
