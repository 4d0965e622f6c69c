import { array, assert, double, property, record, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuse } from './fusion.ts';

const ids = (hits: { id: string }[]): string[] => hits.map(({ id }) => id);

describe('fuse', () => {
  test('what both lists rank high comes first', () => {
    const lexical = [hit('a', 9), hit('b', 8), hit('c', 1)];
    const dense = [hit('b', 0.8), hit('d', 0.7), hit('a', 0.1)];
    expect(ids(fuse({ lexical, dense }))[0]).toBe('b');
  });

  test('the scale of a list does not matter', () => {
    const dense = [hit('b', 0.8), hit('d', 0.7), hit('a', 0.1)];
    const small = fuse({ lexical: [hit('a', 3), hit('b', 2), hit('c', 1)], dense });
    const large = fuse({ lexical: [hit('a', 300), hit('b', 200), hit('c', 100)], dense });
    expect(large).toEqual(small);
  });

  test('an empty list is left out and the other keeps its order', () => {
    const lexical = [hit('a', 3), hit('b', 2), hit('c', 1)];
    expect(ids(fuse({ lexical, dense: [] }))).toEqual(['a', 'b', 'c']);
    expect(ids(fuse({ lexical: [], dense: lexical }))).toEqual(['a', 'b', 'c']);
    expect(fuse({ lexical: [], dense: [] })).toEqual([]);
  });

  test('equal scores are ordered by id, so that an answer never changes by itself', () => {
    expect(ids(fuse({ lexical: [hit('b', 1), hit('a', 1)], dense: [] }))).toEqual(['a', 'b']);
  });

  test('every hit appears once, best first, whatever the scores', () => {
    const hits = array(
      record({ id: string({ maxLength: 2 }), score: double({ noNaN: true, min: -1e6, max: 1e6 }) }),
    );
    assert(
      property(hits, hits, (lexical, dense) => {
        const fused = fuse({ lexical, dense });
        expect(new Set(ids(fused))).toEqual(new Set(ids([...lexical, ...dense])));
        expect(new Set(ids(fused)).size).toBe(fused.length);
        expect(fused.every(({ score }, at) => score <= (fused[at - 1]?.score ?? Infinity))).toBe(
          true,
        );
      }),
    );
  });
});

function hit(id: string, score: number): { id: string; score: number } {
  return { id, score };
}
