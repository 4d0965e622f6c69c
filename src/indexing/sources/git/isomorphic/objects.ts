import fs from 'node:fs';
import git from 'isomorphic-git';
import { RunError } from '../../../../base/errors.ts';
import type { Repository, TreeEntry } from '../repository.ts';

/** A repository's folder, with the cache in which isomorphic-git keeps the packs it has opened. */
export interface IsomorphicStore {
  gitdir: string;
  cache: object;
}

const kinds: ReadonlyMap<string, TreeEntry['kind']> = new Map([
  ['120000', 'link'],
  ['160000', 'submodule'],
]);

/** The reading half of a repository, by isomorphic-git. */
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
    // Everything is here already; sizes show in reading.
    obtain: async (oids) => new Map(oids.map((oid) => [oid, 0])),
    read: (oids, signal) => readBlobs(store, oids, signal),
  };
}

/** The commit a commit or annotated tag stands for. */
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
