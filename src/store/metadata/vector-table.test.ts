import { expect, test } from 'vitest';
import { VectorTable } from './vector-table.ts';

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
