import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that Lectern keeps in a data directory. All others belong to the user. */
const own =
  /^(?:lectern\.db(?:-[a-z]+)?|lectern\.lock|lock\.db|snippets|uploads|runs|restoring|pre-restore-.*|secrets\.key|admin\.key|operator\.token|server\.url)$/;
/** Permission bits of the group and of other users. */
const ofOthers = 0o077;

/**
 * Sets the umask so that only the user of this process can read new files. Call it in the main thread, before any file is
 * opened.
 */
export function writePrivately(): void {
  process.umask(ofOthers);
}

/**
 * Removes the permissions of other users from a data directory and Lectern's files in it; older versions left them readable.
 * Skips links and files of other users. Returns the paths that it changed.
 */
export async function takeRightsOfOthers(dataDir: string): Promise<string[]> {
  const changed: string[] = [];
  await tighten(dataDir, changed);
  for (const name of await readdir(dataDir)) {
    if (own.test(name)) await tightenAll(join(dataDir, name), changed);
  }
  return changed;
}

async function tightenAll(path: string, changed: string[]): Promise<void> {
  const isFolder = await tighten(path, changed);
  if (!isFolder) return;
  for (const name of await readdir(path)) await tightenAll(join(path, name), changed);
}

/** Returns whether the path is a folder. */
async function tighten(path: string, changed: string[]): Promise<boolean> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return false;
    if ((found.mode & ofOthers) !== 0) {
      await chmod(path, found.mode & 0o7777 & ~ofOthers);
      changed.push(path);
    }
    return found.isDirectory();
  } catch (error) {
    // The file is gone, or belongs to another user.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EPERM') return false;
    throw error;
  }
}
