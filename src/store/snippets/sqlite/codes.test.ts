import { describe, expect, test } from 'vitest';
import { compactCodes, nearestCodes, packCodes } from './codes.ts';

const along = (...signs: number[]): Float32Array => Float32Array.from(signs);

describe('nearestCodes', () => {
  const block = packCodes([
    { snippet: 7, vector: along(1, 1, 1, 1) },
    { snippet: 8, vector: along(1, 1, 1, -1) },
    { snippet: 9, vector: along(-1, -1, -1, -1) },
    { snippet: 10, vector: along(1, 1, -1, 1) },
  ]);

  test('finds the codes that agree most, and all that agree as much', () => {
    expect(nearestCodes(along(1, 1, 1, 1), [block], 1)).toEqual([7]);
    expect(new Set(nearestCodes(along(1, 1, 1, 1), [block], 2))).toEqual(new Set([7, 8, 10]));
    expect(nearestCodes(along(-1, -1, -1, -1), [block], 1)).toEqual([9]);
  });

  test('prefers the code that agrees in the dimensions in which the vector is long', () => {
    expect(nearestCodes(along(1, 1, 0.1, 2), [block], 2)).toEqual([7, 10]);
    expect(nearestCodes(along(1, 1, 2, 0.1), [block], 2)).toEqual([7, 8]);
  });

  test('finds nearly all of the nearest vectors among many', () => {
    const vectors = Array.from({ length: 4_000 }, (_, snippet) =>
      Float32Array.from({ length: 384 }, (__, at) => Math.sin((snippet + 1) * (at + 1) * 7.3)),
    );
    const query = vectors[0]!.map((value, at) => value + Math.sin(at * at));
    const product = (vector: Float32Array): number =>
      vector.reduce((sum, value, at) => sum + value * query[at]!, 0);
    const nearest = vectors
      .map((vector, snippet) => ({ snippet, product: product(vector) }))
      .sort((a, b) => b.product - a.product)
      .slice(0, 10);
    const blocks = [packCodes(vectors.map((vector, snippet) => ({ snippet, vector })))];
    const found = new Set(nearestCodes(query, blocks, 100));

    expect(found.size).toBeGreaterThanOrEqual(100);
    expect(found.size).toBeLessThan(110);
    expect(nearest.filter(({ snippet }) => found.has(snippet)).length).toBeGreaterThanOrEqual(8);
  });

  test('searches all blocks and names a snippet once', () => {
    const other = packCodes([
      { snippet: 7, vector: along(1, 1, 1, 1) },
      { snippet: 11, vector: along(1, 1, 1, 1) },
    ]);
    expect(nearestCodes(along(1, 1, 1, 1), [block, other], 2)).toEqual([7, 11]);
  });

  test('returns all entries if there are fewer than requested', () => {
    expect(nearestCodes(along(1, 1, 1, 1), [block], 100)).toHaveLength(4);
    expect(nearestCodes(along(1, 1, 1, 1), [], 5)).toEqual([]);
  });

  test('ignores codes of vectors of another length', () => {
    expect(nearestCodes(new Float32Array(64).fill(1), [block], 3)).toEqual([]);
  });

  test('reads blocks that do not start at a whole word', () => {
    const shifted = (bytes: Uint8Array): Uint8Array => {
      const room = new Uint8Array(bytes.length + 1);
      room.set(bytes, 1);
      return room.subarray(1);
    };
    const moved = { snippets: shifted(block.snippets), bits: shifted(block.bits) };
    expect(nearestCodes(along(-1, -1, -1, -1), [moved], 1)).toEqual([9]);
  });
});

describe('compactCodes', () => {
  test('keeps the wanted snippets and joins the blocks', () => {
    const blocks = [1, 2, 3].map((snippet) =>
      packCodes([{ snippet, vector: along(1, snippet - 2) }]),
    );
    const [packed, ...more] = compactCodes(blocks, new Set([1, 3]));
    expect(more).toEqual([]);
    expect(nearestCodes(along(1, 1), [packed!], 1)).toEqual([3]);
    expect(nearestCodes(along(1, -1), [packed!], 1)).toEqual([1]);
  });

  test('keeps vectors of different lengths in different blocks', () => {
    const short = packCodes([{ snippet: 1, vector: new Float32Array(32).fill(1) }]);
    const long = packCodes([{ snippet: 2, vector: new Float32Array(64).fill(1) }]);
    const packed = compactCodes([short, long], new Set([1, 2]));
    expect(nearestCodes(new Float32Array(32).fill(1), packed, 5)).toEqual([1]);
    expect(nearestCodes(new Float32Array(64).fill(1), packed, 5)).toEqual([2]);
  });
});
