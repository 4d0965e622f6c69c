import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkUploadName, measured, type UploadFacts, type UploadStore } from './uploads.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';

/** Part of the name of an incomplete upload. Names of uploads have no capital letters, so such a name is free. */
const PART = '.PART-';

/** Removes incomplete uploads of killed processes. Call it only in a process that has locked the directory, before it stores any. */
export async function removeIncompleteUploads(dataDir: string): Promise<void> {
  const folder = folderOf(dataDir);
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  for (const name of names) if (name.includes(PART)) await rm(join(folder, name), { force: true });
}

function folderOf(dataDir: string): string {
  return join(dataDir, 'uploads');
}

/** Stores uploads as files in the folder `uploads` of the data directory. */
export function createFileUploads({ dataDir }: { dataDir: string }): UploadStore {
  const folder = folderOf(dataDir);
  const fileOf = (name: string): string => {
    checkUploadName(name);
    return join(folder, name);
  };
  return {
    async put(name, content, limits) {
      const file = fileOf(name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = `${file}${PART}${randomUUID()}`;
      let facts: UploadFacts = { bytes: 0, sha256: '' };
      try {
        const handle = await open(part, 'wx', 0o600);
        try {
          await handle.writeFile(measured(content, limits, (found) => (facts = found)));
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(part, file);
        return facts;
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async open(name) {
      const handle = await open(fileOf(name)).catch(ignoreMissing);
      return handle && createReadStream('', { fd: handle });
    },
    async delete(name) {
      await rm(fileOf(name), { force: true });
    },
  };
}
