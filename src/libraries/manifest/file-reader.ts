import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { LecternError, messageOf } from '../../base/errors.ts';
import { contentHash } from '../../indexing/sources/content-hash.ts';
import { maxManifestBytes, type ManifestReader, type ManifestText } from './reader.ts';

/** A manifest file on this machine, the operator's own: it may name local paths. */
export function createFileReader(file: string): ManifestReader {
  return {
    revision: async () => (await readManifestFile(file)).revision,
    read: () => readManifestFile(file),
  };
}

/** Throws LecternError('manifest_invalid') when there is no such file, or it is too large. */
export async function readManifestFile(file: string): Promise<ManifestText> {
  try {
    const { size } = await stat(file);
    if (size > maxManifestBytes) throw new Error(`it is over ${maxManifestBytes} bytes`);
    const text = await readFile(file, 'utf8');
    return { text, revision: contentHash(text), name: file, baseDir: dirname(resolve(file)) };
  } catch (cause) {
    const message = `Cannot read the manifest ${file}: ${messageOf(cause)}`;
    throw new LecternError('manifest_invalid', 422, message, { cause });
  }
}
