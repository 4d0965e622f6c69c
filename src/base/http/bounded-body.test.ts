import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readBounded, readDecoded } from './bounded-body.ts';

const chunks = (...texts: string[]): AsyncIterable<Buffer> =>
  Readable.from(texts.map((text) => Buffer.from(text)));
const tooLarge = (): Error => new Error('too large');

describe('a bounded body', () => {
  test('is read whole up to its limit', async () => {
    expect(String(await readBounded(chunks('ab', 'cd'), 4, tooLarge))).toBe('abcd');
  });

  test('ends with the given error beyond its limit, and its stream is closed', async () => {
    const body = Readable.from([Buffer.from('ab'), Buffer.from('cde'), Buffer.from('f')]);

    await expect(readBounded(body, 4, tooLarge)).rejects.toThrow('too large');
    expect(body.destroyed).toBe(true);
  });

  test('counts decompressed bytes', async () => {
    const body = (): Readable => Readable.from([gzipSync('a'.repeat(10_000))]);

    expect(await readDecoded(body(), 'gzip', 10_000, 'it')).toHaveLength(10_000);
    await expect(readDecoded(body(), 'gzip', 9_999, 'it')).rejects.toMatchObject({
      reason: 'TooLarge',
      message: 'it is larger than 9999 bytes',
    });
  });
});
