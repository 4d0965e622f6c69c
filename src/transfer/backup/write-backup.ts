import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { ZipFile } from 'yazl';
import { LecternError, messageOf } from '../../base/errors.ts';
import { isDamage } from '../../store/metadata/database-errors.ts';
import { hashed } from '../hashed.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';
import {
  isBackupPath,
  manifestName,
  metadataFile,
  type BackupFile,
  type BackupManifest,
} from './backup-manifest.ts';

interface BackupOptions {
  /** The data directory. A server may use it meanwhile. */
  dataDir: string;
  /** Path of the new archive. Its folder must exist. */
  file: string;
  /** Version of the program. */
  version: string;
  signal: AbortSignal;
}

/** A complete backup. */
export interface WrittenBackup extends BackupManifest {
  /** Paths of the files of libraries that are damaged. The archive lacks them, and the next run of each library makes its file again. */
  damaged: string[];
}

/** More pages than any database has. SQLite restarts a backup in several steps after a write, but not one in a single step. */
const allPages = 0x7fffffff;
/** Codes of Node and SQLite. */
const diskFull: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);
/** Milliseconds to wait for a writer's lock. */
const lockTimeoutMs = 10_000;

/**
 * Writes a data directory to one zip archive: a snapshot of each database, the uploads, and the encryption keys of secrets. Only the
 * owner can read the archive. It appears under its name when it is complete. Leaves out damaged files of libraries. Throws
 * LecternError if there is no data, if the registry is damaged, if the archive exists or would be part of the next backup, or if its disk
 * is full.
 */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const { dataDir, file } = options;
  if (!existsSync(join(dataDir, metadataFile))) {
    throw usage(`${dataDir} is not a data directory: it has no ${metadataFile}. Set --data.`);
  }
  if (existsSync(file)) throw usage(`${file} exists; choose another name, or remove it.`);
  if (isBackupPath(relative(dataDir, file).replaceAll(sep, '/'))) {
    throw usage(`The next backup would contain ${file}; choose another folder.`);
  }
  const scratch = await mkdtemp(join(dirname(file), '.lectern-backup-')).catch((cause: unknown) => {
    throw usage(`Cannot write to the folder ${dirname(file)}; choose another.`, cause);
  });
  try {
    const archive = join(scratch, 'archive.zip');
    const written = await writeArchive(archive, scratch, options);
    await rename(archive, file);
    return written;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!diskFull.has(code)) throw error;
    const message = `The disk of ${dirname(file)} is full: a backup needs space for the archive and a copy of the largest library. Free some, or choose another folder.`;
    throw usage(message, error);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function writeArchive(
  archive: string,
  scratch: string,
  { dataDir, version, signal }: BackupOptions,
): Promise<WrittenBackup> {
  const zip = new ZipFile();
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  zip.on('error', (error: unknown) => failed.abort(error));
  const target = createWriteStream(archive, { flags: 'wx', mode: 0o600 });
  const written = pipeline(zip.outputStream, target, { signal: stop });
  written.catch((error: unknown) => failed.abort(error));
  const createdAt = new Date().toISOString();
  const files: BackupFile[] = [];
  const damaged: string[] = [];
  // The registry comes first. A server can serve snippets that are newer than the registry, but not snippets that are missing.
  for (const path of await pathsOf(dataDir)) {
    stop.throwIfAborted();
    const source = path.endsWith('.db')
      ? await snapshot(join(dataDir, path), join(scratch, 'snapshot.db'))
      : join(dataDir, path);
    if (source === 'damaged') {
      damaged.push(path);
      continue;
    }
    const added = source === undefined ? undefined : await add(zip, { path, source }, stop);
    if (added) files.push(added);
  }
  const manifest: BackupManifest = { format: 1, version, createdAt, files };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestName, {
    mode: 0o100600,
  });
  zip.end();
  await written;
  await flush(archive);
  return { ...manifest, damaged };
}

/** Returns the files of a backup, with the registry first. */
async function pathsOf(dataDir: string): Promise<string[]> {
  const namesIn = async (folder: string): Promise<string[]> => {
    const names = (await readdir(join(dataDir, folder)).catch(ignoreMissing)) ?? [];
    return names.map((name) => (folder === '' ? name : `${folder}/${name}`));
  };
  const all = await Promise.all(['', 'snippets', 'uploads'].map(namesIn));
  const others = all.flat().filter((path) => path !== metadataFile && isBackupPath(path));
  return [metadataFile, ...others.sort()];
}

/**
 * Copies a database while others may write to it. Returns undefined if it was removed in the meantime, and `damaged` for a library
 * that SQLite cannot read.
 */
async function snapshot(file: string, target: string): Promise<string | undefined> {
  await rm(target, { force: true });
  if (!existsSync(file)) return undefined;
  const database = new Database(file, { readonly: true, timeout: lockTimeoutMs });
  try {
    await database.backup(target, { progress: () => allPages });
    return target;
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (basename(file) !== metadataFile) return 'damaged';
    throw usage(`${file} is damaged: ${messageOf(error)}. Restore an earlier backup.`, error);
  } finally {
    database.close();
  }
}

async function add(
  zip: ZipFile,
  { path, source }: { path: string; source: string },
  signal: AbortSignal,
): Promise<BackupFile | undefined> {
  const found = await stat(source).catch(ignoreMissing);
  if (!found) return undefined;
  const hash = createHash('sha256');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stopped = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', stopped, { once: true });
  const entry = { size: found.size, mode: 0o100600, compressionLevel: 1 };
  zip.addReadStreamLazy(path, entry, (give) => {
    const content = Readable.from(hashed(createReadStream(source), hash), { objectMode: false });
    finished(content).then(resolve, reject);
    give(null, content);
  });
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', stopped);
  }
  return { path, bytes: found.size, sha256: hash.digest('hex') };
}

/** Flushes a file to the disk before it gets its final name, so that a crash cannot leave an empty archive. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function usage(message: string, cause?: unknown): LecternError {
  return new LecternError('validation_error', message, { cause });
}
