import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RunError } from '../errors.ts';

/** Coding names of `Accept-Encoding` that `readBody` can undo. */
export const acceptEncoding = 'gzip, br';

/**
 * The decoded bytes of a response. Counts what comes out of the decompressor, so that a small compressed body that
 * unfolds to gigabytes ends at `maxBytes` like a large plain one. Throws RunError('TooLarge' | 'Malformed').
 */
export async function readBody(
  body: Readable,
  contentEncoding: string,
  maxBytes: number,
  where: string,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(where, maxBytes);
      chunks.push(chunk);
    }
  };
  const decoder = decoderOf(contentEncoding, where);
  await (decoder ? pipeline(body, decoder, collect) : pipeline(body, collect));
  return Buffer.concat(chunks, size);
}

/** The failure of a body over its limit. */
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
