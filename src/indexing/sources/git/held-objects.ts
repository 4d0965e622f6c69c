import { RunError } from '../../../base/errors.ts';
import { readObjects, type GitObject } from './batch-reader.ts';
import { startGit, type GitProgram } from './git-process.ts';
import { pathOf } from './object-store.ts';
import type { TreeEntry } from './repository.ts';

/** Maximum bytes of all objects, unpacked. */
const maxBytes = 4_000_000;
/** Maximum bytes of all paths and ids of a commit. A few small trees can list very many files. */
const maxListingBytes = 4_000_000;
const maxDepth = 100;

/**
 * All objects of a small repository, read with one git process. A program that holds much memory starts processes slowly: on
 * Linux, each start copies its page tables.
 */
export interface HeldObjects {
  /** The only commit; undefined if there are several, or none. */
  commit: string | undefined;
  /** Returns all files of a commit, in the order of `git ls-tree`; undefined if objects are missing, or if they are too many. */
  entries(commit: string): TreeEntry[] | undefined;
  /** Returns the sizes of the blobs that are present. */
  sizes(oids: string[]): Map<string, number>;
  /** Returns the blobs; undefined if one is missing. */
  blobs(oids: string[]): Buffer[] | undefined;
}

/** Reads all objects of a repository; undefined if they are too large to be held in memory. */
export async function holdObjects(
  git: GitProgram,
  signal: AbortSignal,
): Promise<HeldObjects | undefined> {
  const args = ['cat-file', '--batch-all-objects', '--unordered', '--batch'];
  const run = startGit(git, { args, signal });
  const objects = new Map<string, GitObject>();
  try {
    const output = run.stdout as AsyncIterable<Buffer>;
    // Copied, because a view would keep the whole output in memory.
    for await (const { oid, type, bytes } of readObjects(output, maxBytes)) {
      objects.set(oid, { oid, type, bytes: Buffer.from(bytes) });
    }
    await run.ended;
    return held(objects);
  } catch (error) {
    if (error instanceof RunError && error.reason === 'TooLarge') return undefined;
    throw error;
  } finally {
    run.stop(new RunError('Internal', 'reading of objects ended early'));
  }
}

function held(objects: ReadonlyMap<string, GitObject>): HeldObjects {
  const commits = [...objects.values()].filter(({ type }) => type === 'commit');
  const blobOf = (oid: string): Buffer | undefined => {
    const object = objects.get(oid);
    return object?.type === 'blob' ? object.bytes : undefined;
  };
  return {
    commit: commits.length === 1 ? commits[0]!.oid : undefined,
    entries: (commit) => listCommit(objects, commit),
    sizes: (oids) =>
      new Map(
        oids.flatMap((oid): [string, number][] => {
          const blob = blobOf(oid);
          return blob ? [[oid, blob.length]] : [];
        }),
      ),
    blobs: (oids) => {
      const blobs = oids.flatMap((oid) => blobOf(oid) ?? []);
      return blobs.length === oids.length ? blobs : undefined;
    },
  };
}

function listCommit(
  objects: ReadonlyMap<string, GitObject>,
  commit: string,
): TreeEntry[] | undefined {
  const text = objects.get(commit)?.bytes.toString('latin1') ?? '';
  const [, tree] = /^tree ([0-9a-f]+)\n/.exec(text) ?? [];
  if (tree === undefined) return undefined;
  const listing: Listing = { objects, entries: [], bytes: 0 };
  return listTree(listing, { tree, folder: [] }) ? listing.entries : undefined;
}

interface Listing {
  objects: ReadonlyMap<string, GitObject>;
  entries: TreeEntry[];
  bytes: number;
}

/** Adds the files of a tree. Returns false if it is missing, malformed or too large. */
function listTree(
  listing: Listing,
  { tree, folder }: { tree: string; folder: readonly Buffer[] },
): boolean {
  const { objects, entries } = listing;
  const object = objects.get(tree);
  if (object?.type !== 'tree' || folder.length > maxDepth) return false;
  const { bytes } = object;
  const idBytes = tree.length / 2;
  // `<mode> <name>\0<id>`; the id has as many bytes as that of the tree.
  for (let start = 0; start < bytes.length;) {
    const space = bytes.indexOf(' ', start);
    const end = bytes.indexOf(0, space);
    const next = end + 1 + idBytes;
    if (space < 0 || end < 0 || next > bytes.length) return false;
    const kind = kindOf(bytes.toString('latin1', start, space));
    const names = [...folder, bytes.subarray(space + 1, end)];
    const oid = bytes.toString('hex', end + 1, next);
    start = next;
    // Folders count too: a few small trees can have very many empty ones.
    const path = joined(names);
    listing.bytes += path.length + oid.length;
    if (listing.bytes > maxListingBytes) return false;
    if (kind !== 'folder') entries.push({ path: pathOf(path), kind, oid });
    else if (!listTree(listing, { tree: oid, folder: names })) return false;
  }
  return true;
}

/** Returns what an entry of a tree is, by its mode, as git reads it. */
function kindOf(mode: string): TreeEntry['kind'] | 'folder' {
  switch (Number.parseInt(mode, 8) & 0o170000) {
    case 0o040000:
      return 'folder';
    case 0o100000:
      return 'file';
    case 0o120000:
      return 'link';
    default:
      return 'submodule';
  }
}

function joined(names: readonly Buffer[]): Buffer {
  const slash = Buffer.from('/');
  return Buffer.concat(names.flatMap((name, at) => (at === 0 ? [name] : [slash, name])));
}
