import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { operatorTokenFile, serverAddressFile } from '../../../identity/access/operator-token.ts';
import { createFolder } from '../../../base/create-folder.ts';
import { messageOf } from '../../../base/errors.ts';
import { CommandError, exitCodes } from '../../client/command-error.ts';
import { lockDirectory } from '../../directory-lock.ts';
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
    token: await readToken(locked.path).catch(unwritable(locked.path)),
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
  await createFolder(full, 0o700).catch((cause: unknown) => {
    const message = `Cannot create the data directory ${full}: ${messageOf(cause)}`;
    throw new CommandError(exitCodes.usage, message, { cause });
  });
  const holder = join(full, 'lectern.lock');
  const lock = await takeLock(full, holder);
  await writeFile(holder, String(process.pid), { mode: 0o600 }).catch(unwritable(full));
  return {
    path: full,
    async release() {
      await rm(holder, { force: true });
      lock.close();
    },
  };
}

async function takeLock(directory: string, holder: string) {
  const lock = await lockDirectory(directory).catch(unwritable(directory));
  if (lock) return lock;
  const id = await readFile(holder, 'utf8').catch(() => '');
  const named = id === '' ? '' : ` (process ${id})`;
  const message = `Another lectern${named} uses ${directory}; stop that process, or set another --data`;
  throw new CommandError(exitCodes.failed, message);
}

/** Returns what throws a CommandError that names the directory and why it cannot be written. */
function unwritable(directory: string): (cause: unknown) => never {
  return (cause) => {
    const message = `Cannot write to the data directory ${directory}: ${messageOf(cause)}`;
    throw new CommandError(exitCodes.usage, message, { cause });
  };
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
