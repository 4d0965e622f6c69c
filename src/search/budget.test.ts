import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptySnippet } from '../../test/support/fake-stores.ts';
import { answerCost, fitBudget, type Candidate } from './budget.ts';

describe('fitBudget', () => {
  test('takes the best that fit, in their order', () => {
    const ranked = [
      candidate('a', 400),
      candidate('b', 700),
      candidate('c', 300),
      candidate('d', 300),
    ];
    expect(paths(fitBudget(ranked, 1000))).toEqual(['a', 'c', 'd']);
  });

  test('the best is taken even when nothing fits, and nothing when there is nothing', () => {
    const ranked = [candidate('a', 5000), candidate('b', 6000)];
    expect(paths(fitBudget(ranked, 1000))).toEqual(['a']);
    expect(fitBudget([], 1000)).toEqual([]);
  });

  test('never exceeds the budget but by a single snippet, and keeps the order', () => {
    const ranked = array(
      record({ page: integer({ min: 0, max: 4 }), cost: integer({ min: 1, max: 900 }) }),
    );
    assert(
      property(ranked, integer({ min: 100, max: 4000 }), (given, budget) => {
        const candidates = given.map(({ page, cost }) => candidate(`p${page}`, cost));
        const taken = fitBudget(candidates, budget);
        const total = taken.reduce((sum, { cost }) => sum + cost, 0);
        expect(total <= budget || taken.length === 1).toBe(true);
        expect(taken.length > 0).toBe(candidates.length > 0);
        expect(taken).toEqual(candidates.filter((one) => taken.includes(one)));
      }),
    );
  });
});

test('a snippet costs more than its own tokens: its link and its frame are shown too', () => {
  const link = 'https://github.com/owner/repo/blob/0123456789ab/docs/a.md';
  expect(answerCost(candidate('a', 100).snippet, link)).toBe(100 + Math.ceil(link.length / 2) + 14);
});

function candidate(path: string, cost: number): Candidate {
  return { snippet: { ...emptySnippet({}), id: path, path, tokens: cost }, cost };
}

function paths(candidates: Candidate[]): string[] {
  return candidates.map(({ snippet }) => snippet.path);
}
