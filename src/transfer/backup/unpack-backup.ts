import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { LecternError, messageOf } from '../../base/errors.ts';
import { hashed } from '../hashed.ts';
import {
  manifestName,
  notABackup,
  parseManifest,
  type BackupFile,
  type BackupManifest,
} from './backup-manifest.ts';

/** Maximum bytes of a manifest. The manifest of 100,000 libraries has 15 million. */
const maxManifest = 64_000_000;
const maxFiles = 400_000;

/**
 * Unpacks a backup to an empty folder. Checks the space on the disk, and compares names, sizes and checksums with the manifest.
 * Throws LecternError; the folder is then incomplete and must not be used.
 */
export async function unpackBackup(
  file: string,
  folder: string,
  signal: AbortSignal,
): Promise<BackupManifest> {
  const zip = await yauzl
    .openPromise(file, { lazyEntries: true, autoClose: false })
    .catch((error: unknown) => {
      throw notABackup(messageOf(error), error);
    });
  try {
    const entries = await entriesOf(zip, signal);
    const manifest = await readManifest(zip, entries);
    checkEntries(entries, manifest);
    await checkRoom(folder, manifest);
    for (const one of manifest.files) {
      await unpack(zip, entries.get(one.path)!, { one, folder, signal });
    }
    return manifest;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof LecternError) throw error;
    throw notABackup(messageOf(error), error);
  } finally {
    zip.close();
  }
}

async function entriesOf(
  zip: yauzl.ZipFile,
  signal: AbortSignal,
): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) {
    signal.throwIfAborted();
    if (entries.size >= maxFiles) throw notABackup(`it has more than ${maxFiles} files`);
    if (entries.has(entry.fileName)) throw notABackup(`it has ${entry.fileName} twice`);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

async function readManifest(
  zip: yauzl.ZipFile,
  entries: Map<string, yauzl.Entry>,
): Promise<BackupManifest> {
  const entry = entries.get(manifestName);
  if (!entry) throw notABackup(`it has no ${manifestName}`);
  if (entry.uncompressedSize > maxManifest) throw notABackup(`${manifestName} is too large`);
  const content = await buffer(await zip.openReadStreamPromise(entry));
  return parseManifest(content.toString('utf8'));
}

/** Throws LecternError if the files of the archive differ from those in its manifest. */
function checkEntries(entries: Map<string, yauzl.Entry>, { files }: BackupManifest): void {
  for (const { path, bytes } of files) {
    const entry = entries.get(path);
    if (!entry) throw notABackup(`${path} is missing`);
    if (entry.uncompressedSize !== bytes) {
      throw notABackup(`${path} has ${entry.uncompressedSize} bytes instead of ${bytes}`);
    }
  }
  const listed = new Set([manifestName, ...files.map(({ path }) => path)]);
  const stray = [...entries.keys()].find((name) => !listed.has(name));
  if (stray !== undefined) {
    throw notABackup(
      `${JSON.stringify(stray.slice(0, 200))} is in the archive, but not in its manifest`,
    );
  }
}

async function checkRoom(folder: string, { files }: BackupManifest): Promise<void> {
  const needed = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const { bavail, bsize } = await statfs(folder);
  if (needed <= bavail * bsize) return;
  const message = `The backup requires ${needed} bytes, but ${folder} has ${bavail * bsize} bytes left; free some space, or set another --data.`;
  throw new LecternError('validation_error', message);
}

async function unpack(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  { one, folder, signal }: { one: BackupFile; folder: string; signal: AbortSignal },
): Promise<void> {
  const target = join(folder, one.path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const content = await zip.openReadStreamPromise(entry);
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(hashed(content, hash), output, { signal });
  if (hash.digest('hex') !== one.sha256) throw notABackup(`${one.path} is damaged`);
}
