import { open, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

const maxFileBytes = 4_000_000;
const maxEntries = 20_000;

/** Returns a file's text; undefined if it is missing, too large, no file, or a link to a place outside `root`. */
export async function readWithin(root: string, path: string): Promise<string | undefined> {
  const real = await realWithin(root, path);
  if (real === undefined) return undefined;
  const file = await open(real).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { size } = await file.stat().then((stat) => (stat.isFile() ? stat : { size: Infinity }));
    return size > maxFileBytes ? undefined : await file.readFile('utf8');
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** Returns the real path of a file or folder; undefined if it is missing or outside `root`. */
export async function realWithin(root: string, path: string): Promise<string | undefined> {
  try {
    const inside = relative(await realpath(root), await realpath(path));
    const leaves = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
    return leaves ? undefined : await realpath(path);
  } catch {
    return undefined;
  }
}

/** Returns the names in a folder; none if it is missing. */
export async function namesIn(path: string): Promise<string[]> {
  const names = await readdir(path).catch(() => []);
  return names.slice(0, maxEntries);
}
