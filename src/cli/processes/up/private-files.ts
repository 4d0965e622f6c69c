import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that Lectern keeps in a data directory. All others belong to the user. */
const own =
  /^(?:lectern\.db(?:-[a-z]+)?|lectern\.lock|lock\.db|snippets|uploads|runs|restoring|pre-restore-.*|secrets\.key|admin\.key|operator\.token|server\.url)$/;
/** Permission bits of the group and of other users. */
const ofOthers = 0o077;
/** Those of them that let others replace the files of a folder. A sticky folder, such as /tmp, does not let them. */
const writeOfOthers = 0o022;
const sticky = 0o1000;

/**
 * Sets the umask so that only the user of this process can read new files. Call it in the main thread, before any file is
 * opened.
 */
export function writePrivately(): void {
  process.umask(ofOthers);
}

/**
 * Removes the permissions of other users from a data directory and Lectern's files in it; older versions left them readable.
 * Skips links and files of other users. A directory with files that are not Lectern's, such as /etc or a project, stays readable.
 * Returns the paths that it changed.
 */
export async function takeRightsOfOthers(dataDir: string): Promise<string[]> {
  const changed: string[] = [];
  const names = await readdir(dataDir);
  const isOwn = names.every((name) => own.test(name));
  await tighten(dataDir, changed, (mode) => {
    if (isOwn) return ofOthers;
    return (mode & sticky) === 0 ? writeOfOthers : 0;
  });
  for (const name of names) {
    if (own.test(name)) await tightenAll(join(dataDir, name), changed);
  }
  return changed;
}

async function tightenAll(path: string, changed: string[]): Promise<void> {
  const isFolder = await tighten(path, changed, () => ofOthers);
  if (!isFolder) return;
  for (const name of await readdir(path)) await tightenAll(join(path, name), changed);
}

/** Removes the bits that `taken` returns for a mode. Returns whether the path is a folder. */
async function tighten(
  path: string,
  changed: string[],
  taken: (mode: number) => number,
): Promise<boolean> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return false;
    const bits = taken(found.mode);
    if ((found.mode & bits) !== 0) {
      await chmod(path, found.mode & 0o7777 & ~bits);
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
