import { mkdir, readdir, rename, rm, open } from 'node:fs/promises';
import { join } from 'node:path';
import { LecternError } from '../../base/errors.ts';
import { type BackupManifest, metadataFile, notABackup } from './backup-manifest.ts';
import { unpackBackup } from './unpack-backup.ts';
import Database from 'better-sqlite3';
import { migrations } from '../../store/metadata/migrations.ts';
import { SCHEMA_VERSION } from '../../store/snippets/sqlite/schema.ts';

interface RestoreOptions {
  /** The archive. */
  file: string;
  /** The data directory. No server may use it. */
  dataDir: string;
  /** Whether to move existing data aside instead of failing. */
  replace: boolean;
  signal: AbortSignal;
}

/** What a restore reports. */
export interface Restored {
  /** When and by which release the backup was made. */
  manifest: BackupManifest;
  /** Folder with the previous data. Absent if there was none. */
  keptIn?: string;
}

/** Folder in the data directory for unpacking and checking a backup. */
const staging = 'restoring';
const keptPrefix = 'pre-restore-';
/** Names of Lectern's files in a data directory. Others belong to somebody else, such as a manifest, or `lost+found` of a volume. */
const own =
  /^(?:lectern\.db(?:-[a-z]+)?|snippets|uploads|runs|secrets\.key|admin\.key|operator\.token)$/;

/**
 * Replaces the data of a data directory with a backup, and moves the previous data to its folder `pre-restore-<time>`. Unpacks and
 * checks the whole backup before it changes anything. Throws LecternError; the data is then unchanged.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, dataDir, replace, signal } = options;
  const present = await dataIn(dataDir);
  if (present.length > 0 && !replace) {
    const message = `${dataDir} already has data. Use --replace to move the data to its folder ${keptPrefix}<time>, or set another --data.`;
    throw new LecternError('validation_error', message);
  }
  const folder = join(dataDir, staging);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    const manifest = await unpackBackup(file, folder, signal);
    await checkVersions(folder, manifest);
    signal.throwIfAborted();
    const keptIn = present.length > 0 ? await putAside(dataDir, present) : undefined;
    try {
      await move(await readdir(folder), folder, dataDir);
    } catch (error) {
      if (keptIn !== undefined) await move(present, keptIn, dataDir);
      throw error;
    }
    return { manifest, ...(keptIn !== undefined && { keptIn }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the names of the files that a restore replaces. */
async function dataIn(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => own.test(name));
}

/** Moves data to a folder in the same directory. A mounted directory cannot be renamed, and a move out of it would be a copy. */
async function putAside(dataDir: string, names: string[]): Promise<string> {
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const folder = join(dataDir, `${keptPrefix}${time}`);
  await mkdir(folder, { mode: 0o700 });
  await move(names, dataDir, folder);
  return folder;
}

/** Moves all files. If one fails, moves the others back. */
async function move(names: string[], from: string, to: string): Promise<void> {
  const moved: string[] = [];
  try {
    for (const name of names) {
      await rename(join(from, name), join(to, name));
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved) await rename(join(to, name), join(from, name));
    throw error;
  }
}

/** The first bytes of every SQLite database, and the offset of its user_version. Source: https://sqlite.org/fileformat.html. */
const magic = 'SQLite format 3\0';
const headerBytes = 100;
const userVersionAt = 60;

/** Throws LecternError if a database of a backup is invalid, or if a newer version of Lectern wrote it. */
async function checkVersions(folder: string, manifest: BackupManifest): Promise<void> {
  const newer = `Lectern ${manifest.version} created it, and this version is older; restore it with that version`;
  if (unknownMigrations(join(folder, metadataFile)).length > 0) throw notABackup(newer);
  for (const { path } of manifest.files) {
    if (!path.startsWith('snippets/')) continue;
    if ((await schemaOf(join(folder, path))) > SCHEMA_VERSION) throw notABackup(newer);
  }
}

function unknownMigrations(file: string): string[] {
  let names: unknown[];
  try {
    const database = new Database(file, { fileMustExist: true });
    try {
      names = database.prepare('select name from kysely_migration').pluck().all();
    } finally {
      database.close();
    }
  } catch (cause) {
    throw notABackup(`${metadataFile} is not a registry of libraries`, cause);
  }
  return names.map(String).filter((name) => !(name in migrations));
}

async function schemaOf(file: string): Promise<number> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    const isDatabase = bytesRead === headerBytes && buffer.toString('latin1', 0, 16) === magic;
    if (!isDatabase) throw notABackup('a file of snippets is not a database');
    return buffer.readUInt32BE(userVersionAt);
  } finally {
    await handle.close();
  }
}
