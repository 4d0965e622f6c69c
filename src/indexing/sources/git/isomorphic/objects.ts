import fs from 'node:fs';
import git from 'isomorphic-git';
import { RunError } from '../../../../base/errors.ts';
import type { Repository, TreeEntry } from '../repository.ts';

/** A repository's folder, with isomorphic-git's cache of open packs. */
export interface IsomorphicStore {
  gitdir: string;
  cache: object;
}

const kinds: ReadonlyMap<string, TreeEntry['kind']> = new Map([
  ['120000', 'link'],
  ['160000', 'submodule'],
]);

/** Returns the methods of a Repository that read objects. */
export function isomorphicReader(
  store: IsomorphicStore,
  commit: string,
): Pick<Repository, 'entries' | 'obtain' | 'read'> {
  return {
    entries: async (signal) => {
      const entries: TreeEntry[] = [];
      await guarded(listTree({ ...store, oid: commit, signal }, '', entries));
      return entries;
    },
    // All objects are local. Their sizes are known after the read.
    obtain: async (oids) => new Map(oids.map((oid) => [oid, 0])),
    read: (oids, signal) => readBlobs(store, oids, signal),
  };
}

/** Returns the commit of a commit id or an annotated tag. */
export async function peel(store: IsomorphicStore, oid: string): Promise<string> {
  return (await guarded(git.readCommit({ fs, ...store, oid }))).oid;
}

interface Listing extends IsomorphicStore {
  oid: string;
  signal: AbortSignal;
}

async function listTree(listing: Listing, folder: string, entries: TreeEntry[]): Promise<void> {
  const { gitdir, cache, oid, signal } = listing;
  signal.throwIfAborted();
  const { tree } = await git.readTree({ fs, gitdir, cache, oid });
  for (const { path: name, mode, oid: child, type } of tree) {
    const path = folder + name;
    if (type === 'tree') await listTree({ ...listing, oid: child }, `${path}/`, entries);
    else entries.push({ path, kind: kinds.get(mode) ?? 'file', oid: child });
  }
}

async function* readBlobs(
  { gitdir, cache }: IsomorphicStore,
  oids: string[],
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for (const oid of oids) {
    signal.throwIfAborted();
    const { blob } = await guarded(git.readBlob({ fs, gitdir, cache, oid }));
    yield Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
  }
}

async function guarded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof RunError || (cause instanceof Error && cause.name === 'AbortError'))
      throw cause;
    throw new RunError('Malformed', 'an object of the repository cannot be read', { cause });
  }
}
