import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { operatorTokenFile, serverAddressFile } from '../../../identity/access/operator-token.ts';
import { CommandError, exitCodes } from '../../client/command-error.ts';
import { takeRightsOfOthers } from './private-files.ts';

/** A data directory that this process has locked. */
export interface LockedDirectory {
  path: string;
  /** Releases the lock. */
  release(): Promise<void>;
}

/** The directory of a `lectern up`. Its lock keeps other processes from writing to it. */
export interface DataDirectory extends LockedDirectory {
  /** Operator token, created at the first start. Proves that a caller can read the directory. */
  token: string;
  /** Paths that other users could read before this start. */
  tightened: string[];
  /** Writes the address of the server to a file. Commands send the operator token only to that address. */
  announce(url: string): Promise<void>;
}

/** Creates and locks the directory, and reads its operator token. Throws CommandError. */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
  const locked = await lockDataDirectory(path);
  const address = join(locked.path, serverAddressFile);
  // A killed process may have left the file, and another program may listen at the address now.
  await rm(address, { force: true });
  return {
    path: locked.path,
    tightened: await takeRightsOfOthers(locked.path),
    token: await readToken(locked.path),
    announce: (url) => replaceFile(address, url),
    async release() {
      await rm(address, { force: true });
      await locked.release();
    },
  };
}

/** Creates the directory and locks it. Throws CommandError. */
export async function lockDataDirectory(path: string): Promise<LockedDirectory> {
  const full = resolve(path);
  await mkdir(full, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new CommandError(exitCodes.usage, `Cannot create the data directory ${full}`, { cause });
  });
  const lock = join(full, 'lectern.lock');
  await takeLock(lock, full);
  return { path: full, release: () => rm(lock, { force: true }) };
}

/** Creates the lock file, which holds the process ID. Replaces a lock whose process is gone (kill -9). */
async function takeLock(lock: string, directory: string): Promise<void> {
  for (;;) {
    try {
      const file = await open(lock, 'wx', 0o600);
      await file.writeFile(String(process.pid));
      await file.close();
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (holder && holder !== process.pid && isAlive(holder)) {
      throw new CommandError(
        exitCodes.failed,
        `Another lectern (process ${holder}) uses ${directory}; stop that process, or set another --data`,
      );
    }
    await rm(lock, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function readToken(directory: string): Promise<string> {
  const file = join(directory, operatorTokenFile);
  const held = await readFile(file, 'utf8').catch(() => '');
  if (held.trim()) return held.trim();
  const token = randomBytes(24).toString('base64url');
  await replaceFile(file, token);
  return token;
}

/** Writes a new file and renames it, so that a crash leaves no partial file. */
async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
