import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What Lectern keeps in a data directory; all else is somebody's own. */
const own =
  /^(?:lectern\.db(?:-[a-z]+)?|lectern\.lock|snippets|uploads|runs|restoring|pre-restore-.*|secrets\.key|admin\.key|operator\.token|server\.url)$/;
/** Rights of the group and of all other users. */
const ofOthers = 0o077;

/**
 * Makes what this process writes from now on readable for its user alone. Call it before the first file is opened, in the
 * main thread.
 */
export function writePrivately(): void {
  process.umask(ofOthers);
}

/**
 * Takes the rights of other users off a data directory and off what Lectern keeps there: older versions left databases and
 * snippets readable. Returns the paths that it changed, and leaves links and what belongs to another user alone.
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

/** Whether it is a folder, which may be looked into. */
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
    // Gone meanwhile, or somebody else's.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EPERM') return false;
    throw error;
  }
}
