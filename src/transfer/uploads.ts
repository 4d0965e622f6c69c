import { resourceName, type Library, type LibrarySpec } from '../resources/library.ts';
import type { Registry } from '../store/registry.ts';
import type { UploadStore, UploadFacts, UploadLimits } from '../store/uploads.ts';
import { LecternError, RunError } from '../base/errors.ts';

/** Returns a function that removes the upload of a deleted library, unless one of the others with its id names it too. */
export function forgetUpload(
  uploads: Pick<UploadStore, 'delete'>,
): (library: Library, others: Library[]) => Promise<void> {
  return async ({ spec }, others) => {
    const name = uploadOf(spec);
    if (name === undefined || others.some((other) => uploadOf(other.spec) === name)) return;
    await uploads.delete(name);
  };
}

/** Returns the name of a library's upload, but only if it is its own: a Library written by hand may name another one. */
export function uploadOf({ id, source }: LibrarySpec): string | undefined {
  const name = source.import?.upload ?? source.openapi?.upload?.name;
  return name?.startsWith(`${resourceName(id)}-`) ? name : undefined;
}

/**
 * Returns whether a Library uses an upload. A write of the Library may have failed only for its caller, and a concurrent import of
 * the same content may have created the upload.
 */
export async function isRead(
  registry: Pick<Registry, 'get'>,
  key: string,
  upload: string,
): Promise<boolean> {
  try {
    const library = await registry.get(key);
    return library !== undefined && uploadOf(library.spec) === upload;
  } catch {
    // An unused upload costs only space. A missing one would break the library.
    return true;
  }
}

/**
 * Stores an upload of a caller. Throws LecternError('search_failed') if the store is unreachable, and rethrows other errors of the
 * store.
 */
export async function storeUpload(
  uploads: Pick<UploadStore, 'put'>,
  name: string,
  content: AsyncIterable<Uint8Array>,
  limits: UploadLimits,
): Promise<UploadFacts> {
  return uploads.put(name, content, limits).catch((error: unknown) => {
    if (!(error instanceof RunError)) throw error;
    const message = 'The upload cannot be stored now. Send it again in a moment.';
    throw new LecternError('search_failed', message, { cause: error });
  });
}
