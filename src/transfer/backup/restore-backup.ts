import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LecternError } from '../../base/errors.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { checkVersions } from './check-versions.ts';
import { unpackBackup } from './unpack-backup.ts';

export interface RestoreOptions {
  /** The archive. */
  file: string;
  /** The data directory; no server uses it. */
  dataDir: string;
  /** Whether data that are there may be put aside. */
  replace: boolean;
  signal: AbortSignal;
}

export interface Restored {
  manifest: BackupManifest;
  /** Folder with the data that were there before; absent when there were none. */
  keptIn?: string;
}

/** Folder of the data directory in which a backup is unpacked and checked. */
const staging = 'restoring';
const keptPrefix = 'pre-restore-';
/** What Lectern keeps in a data directory; all else is somebody's own, such as a manifest, or `lost+found` of a volume. */
const own =
  /^(?:lectern\.db(?:-[a-z]+)?|snippets|uploads|runs|secrets\.key|admin\.key|operator\.token)$/;

/**
 * Puts a backup in place of what is in a data directory, which is kept in its folder `pre-restore-<time>`. Everything is
 * unpacked and checked before anything changes. Throws LecternError; then the directory is as it was.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, dataDir, replace, signal } = options;
  const present = await dataIn(dataDir);
  if (present.length > 0 && !replace) {
    const message = `${dataDir} has data already. Give --replace to put them aside in its folder ${keptPrefix}<time>, or another --data.`;
    throw new LecternError('validation_error', 400, message);
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

/** What a restore replaces. */
async function dataIn(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => own.test(name));
}

/** Moved within the directory: it may be a mount, which can be neither renamed nor left. */
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

/** All of them or none. */
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
