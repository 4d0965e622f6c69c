import type { Repository, TreeEntry } from './repository.ts';

/** Settings of Doxygen hold an explanation of each of them, unless an author removed these. */
const mostBytes = 300_000;

/** Reads small files of a repository, such as the settings of tools. Leaves out larger files. */
export async function readTexts(
  repository: Repository,
  files: readonly TreeEntry[],
  signal: AbortSignal,
): Promise<{ path: string; text: string }[]> {
  if (files.length === 0) return [];
  const sizes = await repository.obtain(
    files.map(({ oid }) => oid),
    signal,
  );
  const readable = files.filter(({ oid }) => (sizes.get(oid) ?? Infinity) <= mostBytes);
  const found: { path: string; text: string }[] = [];
  const contents = repository.read(
    readable.map(({ oid }) => oid),
    signal,
  );
  for await (const content of contents) {
    const path = readable[found.length]?.path;
    if (path === undefined) break;
    found.push({ path, text: content.toString('utf8', 0, mostBytes) });
  }
  return found;
}
