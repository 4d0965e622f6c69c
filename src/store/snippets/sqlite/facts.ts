import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../../../base/ignore-missing.ts';

/** Files in one batch. */
const atOnce = 64;

/** Returns the size in bytes of all files in the snippets folder, including SQLite's files beside the databases. */
export async function snippetBytes({ dataDir }: { dataDir: string }): Promise<number> {
  const folder = join(dataDir, 'snippets');
  const names = await readdir(folder);
  let bytes = 0;
  for (let start = 0; start < names.length; start += atOnce) {
    const files = names.slice(start, start + atOnce);
    // Another process may delete a file meanwhile.
    const found = await Promise.all(
      files.map((name) => stat(join(folder, name)).catch(ignoreMissing)),
    );
    for (const file of found) bytes += file?.size ?? 0;
  }
  return bytes;
}
