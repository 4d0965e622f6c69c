import { LecternError, RunError } from '../base/errors.ts';
import type { UploadFacts, UploadLimits, UploadStore } from '../store/uploads.ts';

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
    const message = 'What was sent cannot be stored just now. Send it again in a moment.';
    throw new LecternError('search_failed', 503, message, { cause: error });
  });
}
