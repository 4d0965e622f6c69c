import { createHash } from 'node:crypto';
import { LecternError } from '../base/errors.ts';

/** What is known of a stored upload. */
export interface UploadFacts {
  bytes: number;
  /** Hex. */
  sha256: string;
}

export interface UploadLimits {
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * Files that a person sent, kept until the library they belong to is gone. Names are lower-case letters, digits, dots and
 * dashes. An upload is there whole or not at all.
 */
export interface UploadStore {
  /**
   * Stores what a stream yields, in place of what has the name. Throws LecternError('payload_too_large') beyond the limit;
   * then, and when it is aborted, nothing has changed.
   */
  put(name: string, content: AsyncIterable<Uint8Array>, limits: UploadLimits): Promise<UploadFacts>;
  /** The bytes that were stored, in pieces; undefined when there are none. Throws when they are not what they were. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Forgets an upload; nothing happens when there is none. */
  delete(name: string): Promise<void>;
}

/** Throws for a name that could mean something to a file system or a query. */
export function checkUploadName(name: string): void {
  if (/^[a-z0-9][a-z0-9.-]{0,199}$/.test(name)) return;
  throw new Error(`${JSON.stringify(name)} is not a valid name of an upload`);
}

/** Passes pieces on, counting and hashing them; ends with an error beyond the limit or when it is aborted. */
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
      throw new LecternError('payload_too_large', 413, message);
    }
    hash.update(piece);
    yield piece;
  }
  onEnd({ bytes, sha256: hash.digest('hex') });
}
