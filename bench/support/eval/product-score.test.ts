import { describe, expect, test } from 'vitest';
import { scoreResults, tokensOf } from './product-score.ts';

const isRight = (text: string): boolean => text.includes('right');
const filler = (tokens: number): string => 'x'.repeat(tokens * 4);

describe('scoreResults', () => {
  test('scores a right first result', () => {
    expect(scoreResults(['right', 'wrong'], isRight)).toEqual({
      first: true,
      inFive: true,
      within1000: true,
      within2000: true,
      reciprocalRank: 1,
    });
  });

  test.each([
    [2, { first: false, inFive: true, reciprocalRank: 1 / 2 }],
    [6, { first: false, inFive: false, reciprocalRank: 1 / 6 }],
    [11, { first: false, inFive: false, reciprocalRank: 0 }],
  ])('scores the place %i of the first right result', (place, score) => {
    const results = Array.from({ length: 12 }, (_, at) => (at + 1 >= place ? 'right' : 'wrong'));

    expect(scoreResults(results, isRight)).toMatchObject(score);
  });

  test('counts the tokens before the right text, and not before its result', () => {
    const late = [filler(500), `${filler(600)} right`];

    expect(scoreResults(late, isRight)).toMatchObject({ within1000: false, within2000: true });
  });

  test('does not read words across two results', () => {
    expect(scoreResults(['ri', 'ght'], isRight)).toMatchObject({ within2000: false });
  });

  test('scores an answer without results', () => {
    expect(scoreResults([], isRight)).toMatchObject({ first: false, reciprocalRank: 0 });
  });
});

test('a token is four characters', () => {
  expect(tokensOf(filler(3))).toBe(3);
});
