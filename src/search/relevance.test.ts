import { describe, expect, it } from 'vitest';
import { relevant } from './relevance.ts';

const scored = (...scores: number[]) => scores.map((score) => ({ score }));

describe('relevant', () => {
  it('leaves out what is far behind the best', () => {
    expect(relevant(scored(0.9, 0.5, 0.37, 0.3, 0))).toEqual(scored(0.9, 0.5, 0.37));
  });

  it.each([[scored()], [scored(0.1)], [scored(0, 0)]])('keeps the best of %j', (hits) => {
    expect(relevant(hits)).toEqual(hits);
  });
});
