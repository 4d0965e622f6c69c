import { expect, test } from 'vitest';
import { formatProducts } from './product-report.ts';
import type { ProductScore } from './product-score.ts';

const scores = (rights: boolean[]): ProductScore[] =>
  rights.map((right, at) => ({
    id: String(at),
    corpus: 'docs',
    first: right,
    inFive: true,
    within1000: right,
    within2000: true,
    reciprocalRank: right ? 1 : 0.5,
    tokens: 100,
  }));

test('prints each product with intervals, and what the base won and lost against it', () => {
  const now = scores([true, true, true, false]);
  const other = scores([true, false, false, true]);

  const lines = formatProducts(
    new Map([
      ['lectern', now],
      ['other', other],
    ]),
    'lectern',
  )
    .split('\n')
    .map((line) => line.trim().split(/\s{2,}/));

  expect(lines[0]).toEqual(['first', 'in five', 'within 1,000', 'within 2,000', 'MRR', 'tokens']);
  expect(lines[1]).toEqual(expect.arrayContaining(['lectern', '1.00 [1.00, 1.00]', '100']));
  expect(lines[1]![1]).toMatch(/^0\.75 \[0\.\d\d, 1\.00\]$/);
  expect(lines.at(-1)!.slice(0, 3)).toEqual(['other', '+2 -1 p 1.000', '+0 -0 p 1.000']);
});
