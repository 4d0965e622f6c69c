import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from './read-lines.ts';

async function lines(chunks: Buffer[], maxBytes?: number): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  const input = Readable.from(chunks, { objectMode: false });
  await readLines({ input, ...(maxBytes !== undefined && { maxBytes }) }, (line) =>
    found.push(line),
  );
  return found;
}

test('lines are the same however the bytes arrive', async () => {
  const text = 'eins\n{"a": "äöü😀"}\r\n\nlast';
  const bytes = Buffer.from(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((end, at) => bytes.subarray(places[at], end));
      const whole = chunks.filter(({ length }) => length > 0);
      expect(await lines(whole)).toEqual(['eins', '{"a": "äöü😀"}', '', 'last']);
    }),
  );
});

test('a too long line is reported, and the next one is read', async () => {
  const chunks = ['x'.repeat(8), 'x'.repeat(8), '\nshort\n', `${'y'.repeat(11)}\n`];
  const found = await lines(
    chunks.map((text) => Buffer.from(text)),
    10,
  );
  expect(found).toEqual([undefined, 'short', undefined]);
});
