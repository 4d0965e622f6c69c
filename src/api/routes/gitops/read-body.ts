import type { Readable } from 'node:stream';
import { LecternError } from '../../../base/errors.ts';
import { headerOf, type Headers } from '../../../libraries/webhooks/host.ts';

export interface ReadBodyOptions {
  maxBytes: number;
  headers: Headers;
  signal: AbortSignal;
}

/** Reads a body as it was sent. Throws LecternError('payload_too_large'), before the body where its length is told. */
export async function readBody(
  stream: Readable,
  { maxBytes, headers, signal }: ReadBodyOptions,
): Promise<Buffer> {
  if (Number(headerOf(headers, 'content-length')) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The connection stays for the answer; what is left of the body is thrown away with the request.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    signal.throwIfAborted();
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
  }
  return Buffer.concat(chunks, bytes);
}

function tooLarge(maxBytes: number): LecternError {
  const message = `The body is too large; send at most ${maxBytes / 1_000_000} MB.`;
  return new LecternError('payload_too_large', 413, message);
}
