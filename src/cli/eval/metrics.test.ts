import { describe, expect, test } from 'vitest';
import type { Judged } from './judge.ts';
import { measure } from './metrics.ts';

const at = (rank: number | undefined, tokensBefore = 0): Judged => ({
  rank,
  tokensBefore: rank === undefined ? undefined : tokensBefore,
  tokens: 1_000,
  duplicates: 0,
});

describe('measure', () => {
  test('computes the usual figures', () => {
    const metrics = measure([at(1), at(2), at(6, 2_500), at(undefined)]);

    expect(metrics.hitAt1.value).toBe(0.25);
    expect(metrics.recallAt5.value).toBe(0.5);
    expect(metrics.recallAt10.value).toBe(0.75);
    expect(metrics.mrrAt10.value).toBeCloseTo((1 + 1 / 2 + 1 / 6) / 4);
    expect(metrics.ndcgAt10.value).toBeCloseTo((1 + 1 / Math.log2(3) + 1 / Math.log2(7)) / 4);
    expect(metrics.within2000Tokens.value).toBe(0.5);
    expect(metrics.tokensPerAnswer.value).toBe(1_000);
  });

  test('gives an interval around the value, the same in every run', () => {
    const judged = Array.from({ length: 40 }, (_, index) => at(index % 2 === 0 ? 1 : undefined));

    const { hitAt1 } = measure(judged);

    expect(hitAt1.low).toBeLessThan(0.5);
    expect(hitAt1.high).toBeGreaterThan(0.5);
    expect(measure(judged).hitAt1).toEqual(hitAt1);
  });
});
