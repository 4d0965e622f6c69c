import type { Repository, TreeEntry } from './repository.ts';

/** A file of a repository, with its content. */
interface SmallFile {
  path: string;
  content: Buffer;
}

/** Reads files that a run needs before it chooses its documents, such as settings of tools. Leaves out files with more than `maxBytes`. */
export async function readSmallFiles(
  repository: Repository,
  files: readonly TreeEntry[],
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<SmallFile[]> {
  if (files.length === 0) return [];
  const sizes = await repository.obtain([...new Set(files.map(({ oid }) => oid))], signal);
  const readable = files.filter(({ oid }) => (sizes.get(oid) ?? Infinity) <= maxBytes);
  const found: SmallFile[] = [];
  const contents = repository.read(
    readable.map(({ oid }) => oid),
    signal,
  );
  let at = 0;
  for await (const content of contents) {
    const path = readable[at++]?.path;
    if (path === undefined) break;
    if (content.length <= maxBytes) found.push({ path, content });
  }
  return found;
}
