import fs from 'node:fs';
import git from 'isomorphic-git';
import { RunError } from '../../../../base/errors.ts';
import { maxListingBytes } from '../object-store.ts';
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
      const listing: Listing = { ...store, signal, entries: [], bytes: 0 };
      await guarded(listTree(listing, commit, ''));
      return listing.entries;
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
  signal: AbortSignal;
  entries: TreeEntry[];
  /** Bytes of all paths and ids so far, those of folders too. */
  bytes: number;
}

/** Adds the files of a tree. Throws RunError('TooLarge'): a few small trees can list very many files. */
async function listTree(listing: Listing, oid: string, folder: string): Promise<void> {
  const { gitdir, cache, signal, entries } = listing;
  signal.throwIfAborted();
  const { tree } = await git.readTree({ fs, gitdir, cache, oid });
  for (const { path: name, mode, oid: child, type } of tree) {
    const path = folder + name;
    listing.bytes += path.length + child.length;
    if (listing.bytes > maxListingBytes) {
      const message = `the list of its files is larger than ${maxListingBytes} bytes`;
      throw new RunError('TooLarge', message);
    }
    if (type === 'tree') await listTree(listing, child, `${path}/`);
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
