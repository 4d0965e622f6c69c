import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunError } from '../../../base/errors.ts';
import { readBlobsIn } from './batch-reader.ts';

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

function framed(blobs: Uint8Array[]): Buffer {
  const parts = blobs.flatMap((blob) => [
    Buffer.from(`${'a'.repeat(40)} blob ${blob.length}\n`),
    blob,
    Buffer.from('\n'),
  ]);
  return Buffer.concat(parts);
}

async function read(bytes: Buffer, size = 7): Promise<Buffer[]> {
  return Array.fromAsync(readBlobsIn(chunks(bytes, size)));
}

describe('readBlobsIn', () => {
  test('gives back any blobs, however the stream is cut', async () => {
    const blobs = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(blobs, fc.integer({ min: 1, max: 30 }), async (given, size) => {
        const found = await read(framed(given), size);
        expect(found.map((blob) => [...blob])).toEqual(given.map((blob) => [...blob]));
      }),
    );
  });

  test.each([
    ['a missing object', 'abc missing\n'],
    ['an object that is no blob', 'abc tree 0\n\n'],
    ['an end within an object', 'abc blob 10\nabc'],
    ['an end within a header', 'abc blo'],
    ['a header that never ends', 'a'.repeat(10_000)],
  ])('refuses %s', async (_, output) => {
    await expect(read(Buffer.from(output), 1000)).rejects.toMatchObject({ reason: 'Malformed' });
  });

  test('ends with blobs or a RunError for any output', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const result = await read(Buffer.from(bytes)).catch((error: unknown) => error);
        expect(Array.isArray(result) || result instanceof RunError).toBe(true);
      }),
    );
  });
});
