import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBytes, VectorTable } from './vector-table.ts';

test('a scan of 100,000 vectors finds the near ones, and lets other work run meanwhile', async () => {
  const table = new VectorTable();
  const [near, far] = [Int8Array.of(127, 0), Int8Array.of(0, 127)];
  for (let n = 0; n < 100_000; n += 1) table.put(`/far/${n}`, far);
  table.put('/near/last', near);
  let turns = 0;
  const count = (): void => {
    turns += 1;
    other = setImmediate(count);
  };
  let other = setImmediate(count);
  const found = await table.near(Float32Array.of(1, 0), 0.9);
  clearImmediate(other);
  expect([...found.keys()]).toEqual(['/near/last']);
  expect(turns).toBeGreaterThan(1);
});

test('cosines are those of the vectors, for any number of dimensions', async () => {
  const vectors = fc.integer({ min: 1, max: 40 }).chain((dimensions) => {
    const vector = fc
      .array(fc.integer({ min: -1_000, max: 1_000 }), {
        minLength: dimensions,
        maxLength: dimensions,
      })
      .filter((values) => values.some((value) => value !== 0))
      .map((values) => Float32Array.from(values));
    return fc.tuple(vector, fc.array(vector, { minLength: 1 }));
  });
  await fc.assert(
    fc.asyncProperty(vectors, async ([searched, rows]) => {
      const table = new VectorTable();
      rows.forEach((row, n) => table.put(`/row/${n}`, toBytes(row)));
      const found = await table.near(searched, -2);
      expect(found.size).toBe(rows.length);
      rows.forEach((row, n) =>
        expect(found.get(`/row/${n}`)).toBeCloseTo(cosineOf(row, searched), 1),
      );
    }),
  );
});

function cosineOf(one: Float32Array, other: Float32Array): number {
  const dot = (a: Float32Array, b: Float32Array): number =>
    a.reduce((sum, value, n) => sum + value * b[n]!, 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
}
