import { resourceName, type Library, type LibrarySpec } from '../resources/library.ts';
import type { UploadStore, UploadFacts, UploadLimits } from '../store/uploads.ts';
import { LecternError, RunError } from '../base/errors.ts';

/** Removes what somebody has sent for a library that goes. */
export function forgetUpload(
  uploads: Pick<UploadStore, 'delete'>,
): (library: Library) => Promise<void> {
  return async ({ spec }) => {
    const name = uploadOf(spec);
    if (name !== undefined) await uploads.delete(name);
  };
}

/** Name of the upload that a library was made of. Whoever writes a Library by hand may name what belongs to another. */
export function uploadOf({ id, source }: LibrarySpec): string | undefined {
  const name = source.import?.upload ?? source.openapi?.upload?.name;
  return name?.startsWith(`${resourceName(id)}-`) ? name : undefined;
}

/**
 * Stores what a caller has sent. What a run calls a failure of its source is, to a caller, a store that is away: throws
 * LecternError('search_failed'), and what the store itself throws besides.
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
    throw new LecternError('search_failed', 503, message, { cause: error });
  });
}
