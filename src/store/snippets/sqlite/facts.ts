import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../../../base/ignore-missing.ts';

/** Files looked at at once. */
const atOnce = 64;

/** Bytes of the files of the snippets, those beside the databases included. */
export async function snippetBytes({ dataDir }: { dataDir: string }): Promise<number> {
  const folder = join(dataDir, 'snippets');
  const names = await readdir(folder);
  let bytes = 0;
  for (let start = 0; start < names.length; start += atOnce) {
    const files = names.slice(start, start + atOnce);
    // A file may go while the others are looked at.
    const found = await Promise.all(
      files.map((name) => stat(join(folder, name)).catch(ignoreMissing)),
    );
    for (const file of found) bytes += file?.size ?? 0;
  }
  return bytes;
}
