import { createHash } from 'node:crypto';
import { LecternError } from '../base/errors.ts';

/** Size and hash of a stored upload. */
export interface UploadFacts {
  bytes: number;
  /** Hex. */
  sha256: string;
}

/** What ends an upload before it is complete. The store then keeps what it had under the name. */
export interface UploadLimits {
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * Stores files that people sent, until their library is deleted. Adapters: file-uploads.ts and snippets/elasticsearch/uploads.ts.
 * Names have lower-case letters, digits, dots and dashes. An upload exists completely or not at all.
 */
export interface UploadStore {
  /**
   * Stores a stream under a name and replaces an existing upload. Throws LecternError('payload_too_large') beyond the limit.
   * A failure or an abort changes nothing.
   */
  put(name: string, content: AsyncIterable<Uint8Array>, limits: UploadLimits): Promise<UploadFacts>;
  /** Returns the stored bytes in pieces; undefined if there is no such upload. Throws if the bytes are damaged. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Deletes an upload, if it exists. */
  delete(name: string): Promise<void>;
}

/** Throws if a name could have a meaning in a file system or a query. */
export function checkUploadName(name: string): void {
  if (/^[a-z0-9][a-z0-9.-]{0,199}$/.test(name)) return;
  throw new Error(`${JSON.stringify(name)} is not a valid name of an upload`);
}

/** Yields the same pieces, and counts and hashes them. Throws beyond the limit, or if the signal aborts. */
export async function* measured(
  content: AsyncIterable<Uint8Array>,
  { maxBytes, signal }: UploadLimits,
  onEnd: (facts: UploadFacts) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of content) {
    signal.throwIfAborted();
    bytes += piece.length;
    if (bytes > maxBytes) {
      const message = `The upload is larger than ${maxBytes} bytes; send less.`;
      throw new LecternError('payload_too_large', message);
    }
    hash.update(piece);
    yield piece;
  }
  onEnd({ bytes, sha256: hash.digest('hex') });
}
