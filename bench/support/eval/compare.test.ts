import { describe, expect, test } from 'vitest';
import { compareRuns, isSignificantLoss, signTest } from './compare.ts';
import type { Score } from './score.ts';

const score = (id: string, reciprocalRank: number): Score => ({
  id,
  corpus: 'docs',
  kind: 1,
  within1000: true,
  within2000: true,
  within3300: true,
  reciprocalRank,
  fileFirst: true,
  fileInFive: true,
  tokens: 100,
  duplicates: 0,
});
const rank = (one: Score): number => one.reciprocalRank;
const many = (count: number, value: number): Score[] =>
  Array.from({ length: count }, (_, at) => score(`q-${at}`, value));

describe('compareRuns', () => {
  test('counts wins, losses and ties on the questions of both runs', () => {
    const now = [score('a', 1), score('b', 0), score('c', 1), score('new', 1)];
    const before = [score('a', 0.5), score('b', 1), score('c', 1), score('gone', 1)];

    expect(compareRuns(now, before, rank)).toEqual({
      won: ['docs/a'],
      lost: ['docs/b'],
      tied: 1,
      p: 1,
    });
  });

  test('calls six losses of six significant, and five of five chance', () => {
    expect(isSignificantLoss(compareRuns(many(6, 0), many(6, 1), rank))).toBe(true);
    expect(isSignificantLoss(compareRuns(many(5, 0), many(5, 1), rank))).toBe(false);
    expect(isSignificantLoss(compareRuns(many(6, 1), many(6, 0), rank))).toBe(false);
  });
});

describe('signTest', () => {
  test.each([
    [0, 0, 1],
    [1, 1, 1],
    [8, 2, 0.109375],
    [0, 6, 0.03125],
  ])('gives %i wins and %i losses the probability %f', (wins, losses, p) => {
    expect(signTest(wins, losses)).toBeCloseTo(p);
  });
});
