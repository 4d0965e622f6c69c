import { stat } from 'node:fs/promises';
import yauzl from 'yauzl';
import { messageOf, RunError } from '../../../base/errors.ts';
import { entryMistake, entryName, unpacked, Unpacking } from '../../../base/zip-entries.ts';
import { neverRead } from '../filter.ts';
import {
  blobId,
  fileRepository,
  noRefs,
  type FolderFile,
  type FolderOptions,
} from './folder-repository.ts';
import { unknownRef } from './ref-name.ts';
import type { Repository } from './repository.ts';

interface JarOptions extends FolderOptions {
  /** Maximum unpacked bytes of all files that are read. */
  maxTotalBytes: number;
}

const maxEntries = 200_000;

interface JarEntry {
  path: string;
  entry: yauzl.Entry;
}

/** Returns whether a path is a file with the name of a jar. */
export async function isJar(path: string): Promise<boolean> {
  if (!/\.jar$/i.test(path)) return false;
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

/**
 * Opens a jar as the folder of its files. Reads the files from the jar, and unpacks nothing to the disk. Leaves out files that a
 * zip must not have: with a path that leads out of it, encrypted, with a second content, or compressed more than text can be.
 * Throws RunError('InvalidSource' | 'TooLarge' | 'NotFound'), and the signal's reason.
 */
export async function openJar(path: string, options: JarOptions): Promise<Repository> {
  if (options.ref !== undefined) throw unknownRef(options.ref, path, noRefs);
  const zip = await openZip(path);
  try {
    const entries = await entriesOf(zip, options.signal);
    const candidates = entries.filter((one) => options.isCandidate(one.path));
    const bytes = candidates
      .filter(({ entry }) => entry.uncompressedSize <= options.maxBlobBytes)
      .reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
    if (bytes > options.maxTotalBytes) {
      const message = `${path} has more than ${options.maxTotalBytes} bytes unpacked`;
      throw new RunError('TooLarge', message);
    }
    return await repositoryOf(zip, candidates, options);
  } catch (error) {
    zip.close();
    options.signal.throwIfAborted();
    throw error instanceof RunError ? error : unreadable(path, error);
  }
}

/** Returns the paths of the files in a jar; none if it cannot be read. Throws the signal's reason. */
export async function pathsInJar(path: string, signal: AbortSignal): Promise<string[]> {
  let zip: yauzl.ZipFile | undefined;
  try {
    zip = await openZip(path);
    return (await entriesOf(zip, signal)).map((entry) => entry.path);
  } catch {
    signal.throwIfAborted();
    return [];
  } finally {
    zip?.close();
  }
}

async function openZip(path: string): Promise<yauzl.ZipFile> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
  return yauzl.openPromise(path, options).catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

/** Returns the files of a jar; the first of each path. */
async function entriesOf(zip: yauzl.ZipFile, signal: AbortSignal): Promise<JarEntry[]> {
  const found = new Map<string, JarEntry>();
  for await (const entry of zip.eachEntry()) {
    signal.throwIfAborted();
    if (zip.entriesRead > maxEntries) {
      throw new RunError('TooLarge', `the jar has more than ${maxEntries} files`);
    }
    const path = entryName(entry);
    const isFile = !path.endsWith('/') && !/\p{Cc}/u.test(path);
    const isIgnored = path.split('/').some((name) => neverRead.has(name));
    if (!isFile || isIgnored || found.has(path)) continue;
    if (entryMistake(entry, path, Infinity) === undefined) found.set(path, { path, entry });
  }
  return [...found.values()];
}

async function repositoryOf(
  zip: yauzl.ZipFile,
  candidates: JarEntry[],
  { maxBlobBytes, signal }: JarOptions,
): Promise<Repository> {
  const files: FolderFile[] = [];
  const entries = new Map(candidates.map(({ path, entry }) => [path, entry]));
  for (const { path, entry } of candidates) {
    const size = entry.uncompressedSize;
    const isLarge = size > maxBlobBytes;
    const content = isLarge ? undefined : await contentOf(zip, entry, signal);
    const unread = isLarge ? `large:${size}:${entry.crc32}` : '';
    const oid = content ? blobId(content) : unread;
    files.push({ path, kind: 'file', oid, size });
  }
  return fileRepository(
    files,
    ({ path }, during) => contentOf(zip, entries.get(path)!, during),
    () => zip.close(),
  );
}

/** Returns the content of a file; undefined if it cannot be unpacked. */
async function contentOf(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of unpacked(zip, entry, signal)) pieces.push(piece);
    return Buffer.concat(pieces);
  } catch (error) {
    if (error instanceof Unpacking) return undefined;
    throw error;
  }
}

function unreadable(path: string, cause: unknown): RunError {
  return new RunError('InvalidSource', `${path} is not a readable jar: ${messageOf(cause)}`, {
    cause,
  });
}
