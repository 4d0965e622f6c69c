import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it, with a mode. Node's own way never ends where nobody may create folders, such as in /proc,
 * and reports ENOENT for a disk that is read-only.
 */
export async function createFolder(path: string, mode: number): Promise<void> {
  if (!existsSync(dirname(path))) await createFolder(dirname(path), mode);
  await mkdir(path, { mode }).catch((error: unknown) => {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
    if (!isFolder) throw error;
  });
}
