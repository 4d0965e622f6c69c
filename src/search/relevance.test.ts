import { describe, expect, it } from 'vitest';
import { relevant } from './relevance.ts';

const scored = (...scores: number[]): { score: number }[] => scores.map((score) => ({ score }));

describe('relevant', () => {
  it('leaves out what is far behind the best', () => {
    const hits = scored(0.9, 0.8, 0.7, 0.6, 0.5, 0.37, 0.35, 0.3, 0);
    expect(relevant(hits)).toEqual(hits.slice(0, 6));
  });

  it('keeps the best few however far behind: in a small library they are all there is', () => {
    const hits = scored(0.9, 0.3, 0.2, 0.1, 0, 0);
    expect(relevant(hits)).toEqual(hits.slice(0, 5));
  });

  it.each([[scored()], [scored(0.1)], [scored(0, 0)]])('keeps all of %j', (hits) => {
    expect(relevant(hits)).toEqual(hits);
  });
});
