import { describe, expect, test } from 'vitest';
import { relevant } from './relevance.ts';

const scored = (...scores: number[]): { score: number }[] => scores.map((score) => ({ score }));

describe('relevant', () => {
  test('leaves out snippets far behind the best', () => {
    const hits = scored(9, 8, 7, 6.5, 6, 5.1, 4.9, 3, 0);
    expect(relevant(hits)).toEqual(hits.slice(0, 6));
  });

  test('keeps the best few however far behind: in a small library they are all there is', () => {
    const hits = scored(9, 3, 2, 1, 0, -2);
    expect(relevant(hits)).toEqual(hits.slice(0, 5));
  });

  test.each([[scored()], [scored(0.1)], [scored(0, 0)]])('keeps all of %j', (hits) => {
    expect(relevant(hits)).toEqual(hits);
  });
});
