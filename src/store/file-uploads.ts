import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkUploadName, measured, type UploadFacts, type UploadStore } from './uploads.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';

/** Stores uploads as files in the folder `uploads` of the data directory. */
export function createFileUploads({ dataDir }: { dataDir: string }): UploadStore {
  const folder = join(dataDir, 'uploads');
  const fileOf = (name: string): string => {
    checkUploadName(name);
    return join(folder, name);
  };
  return {
    async put(name, content, limits) {
      const file = fileOf(name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Names of uploads have no capital letters, so this name is free.
      const part = `${file}.PART-${randomUUID()}`;
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
