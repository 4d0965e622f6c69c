import { createHash } from 'node:crypto';
import { opendir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RunError } from '../../../base/errors.ts';
import { neverRead } from '../filter.ts';
import { unknownRef, type RefNames } from './ref-name.ts';
import type { Repository, TreeEntry } from './repository.ts';

/** What to list of a folder, and what to read of it. A jar and a Python distribution count as folders. */
export interface FolderOptions {
  /** A folder has no tags and branches, so any name is an error. */
  ref?: string;
  /** Maximum bytes of a file. Larger files are listed, but not read. */
  maxBlobBytes: number;
  /** Returns whether to list a file. */
  isCandidate: (path: string) => boolean;
  signal: AbortSignal;
}

/** A file of a folder, with its size in bytes. */
export interface FolderFile extends TreeEntry {
  size: number;
}

const maxFiles = 500_000;
/** A folder has no tags and branches. */
export const noRefs: RefNames = { tags: [], branches: [] };

/**
 * Opens a folder that is not a Git repository. A file's id is the blob id that Git would give it, so that nothing changes
 * when the folder becomes a repository. The revision is a hash of the paths and ids of all listed files.
 */
export async function openFolder(path: string, options: FolderOptions): Promise<Repository> {
  if (options.ref !== undefined) throw unknownRef(options.ref, path, noRefs);
  const files: FolderFile[] = [];
  for await (const file of walk(path, '', options)) {
    files.push(file);
    if (files.length > maxFiles) {
      throw new RunError(
        'TooLarge',
        `${path} holds more than ${maxFiles} files that could be read`,
      );
    }
  }
  return repositoryOf(path, files);
}

/** Returns the files of a folder as a repository. */
export function repositoryOf(path: string, files: FolderFile[]): Repository {
  // A file that was deleted meanwhile reads as empty. The next run sees the change.
  return fileRepository(files, (file) => readFile(join(path, file.path)).catch(() => undefined));
}

/** Returns files as a repository. `content` reads a file; one without content reads as empty. */
export function fileRepository(
  files: FolderFile[],
  content: (file: FolderFile, signal: AbortSignal) => Promise<Buffer | undefined>,
  close: () => void = () => undefined,
): Repository {
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const byOid = new Map(files.map((file) => [file.oid, file]));
  return {
    revision: revisionOf(files),
    entries: async () => files,
    // A file that cannot be read has no id.
    obtain: async (oids) => {
      const known = oids.filter((oid) => oid !== '' && byOid.has(oid));
      return new Map(known.map((oid) => [oid, byOid.get(oid)!.size]));
    },
    async *read(oids, signal) {
      for (const oid of oids) {
        signal.throwIfAborted();
        const file = byOid.get(oid);
        yield (file && (await content(file, signal))) ?? Buffer.alloc(0);
      }
    },
    refs: async () => noRefs,
    close: async () => close(),
  };
}

/** Walks depth first. Does not follow symbolic links. */
async function* walk(
  root: string,
  below: string,
  options: FolderOptions,
): AsyncGenerator<FolderFile> {
  const folder = await opendir(join(root, below)).catch((cause: NodeJS.ErrnoException) => {
    if (below !== '') return [];
    throw new RunError('AccessDenied', `${root} may not be read (${cause.code})`, { cause });
  });
  for await (const entry of folder) {
    options.signal.throwIfAborted();
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!neverRead.has(entry.name)) yield* walk(root, path, options);
    } else if (options.isCandidate(path)) {
      if (entry.isSymbolicLink()) yield { path, kind: 'link', oid: '', size: 0 };
      else if (entry.isFile()) yield await identify(root, path, options.maxBlobBytes);
    }
  }
}

/** Returns a file with the id of its content. Does not read a file over `maxBytes`. */
export async function identify(root: string, path: string, maxBytes: number): Promise<FolderFile> {
  const file = join(root, path);
  try {
    const { size, mtimeMs } = await stat(file);
    if (size > maxBytes) return { path, kind: 'file', oid: `large:${size}:${mtimeMs}`, size };
    const content = await readFile(file);
    return { path, kind: 'file', oid: blobId(content), size: content.length };
  } catch {
    return { path, kind: 'file', oid: '', size: 0 };
  }
}

/** Returns the object id that Git gives a blob with this content. */
export function blobId(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}

/** Returns the revision of sorted files. */
function revisionOf(files: FolderFile[]): string {
  const hash = createHash('sha256');
  for (const { path, oid } of files) hash.update(`${path}\0${oid}\0`);
  return hash.digest('hex');
}
