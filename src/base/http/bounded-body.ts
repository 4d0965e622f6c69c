import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RunError } from '../errors.ts';

/** Yields the chunks of a body. Throws the error of `tooLarge` when they have more than `maxBytes` bytes together. */
export async function* limitBytes<Chunk extends Uint8Array>(
  body: AsyncIterable<Chunk>,
  maxBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Chunk> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    yield chunk;
  }
}

/** Returns a whole body. Throws the error of `tooLarge` when it has more than `maxBytes` bytes. */
export async function readBounded(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(limitBytes(body, maxBytes, tooLarge)));
}

/** Value of `Accept-Encoding`: the encodings that `readDecoded` undoes. */
export const acceptEncoding = 'gzip, br';

/**
 * Returns the decompressed body of a response. The limit counts decompressed bytes, so that a small body that expands to
 * gigabytes ends at `maxBytes`. Throws RunError('TooLarge' | 'Malformed'); `where` names the response in it.
 */
export async function readDecoded(
  body: Readable,
  contentEncoding: string,
  maxBytes: number,
  where: string,
): Promise<Buffer> {
  const read = (source: AsyncIterable<Buffer>): Promise<Buffer> =>
    readBounded(source, maxBytes, () => tooLarge(where, maxBytes));
  const decoder = decoderOf(contentEncoding, where);
  return decoder ? pipeline(body, decoder, read) : pipeline(body, read);
}

/** Returns the error for a response that is larger than `maxBytes`. */
export function tooLarge(where: string, maxBytes: number): RunError {
  return new RunError('TooLarge', `${where} is larger than ${maxBytes} bytes`);
}

function decoderOf(contentEncoding: string, where: string): Transform | undefined {
  switch (contentEncoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      throw new RunError(
        'Malformed',
        `${where} is compressed as ${JSON.stringify(contentEncoding.slice(0, 40))}; expected ${acceptEncoding}`,
      );
  }
}
