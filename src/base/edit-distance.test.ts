import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

describe('editDistance', () => {
  test.each([
    ['react', 'react', 0],
    ['react', 'raect', 1],
    ['react', 'reactt', 1],
    ['react', 'rect', 1],
    ['react', 'reakt', 1],
    ['kubernetes', 'kuberentes', 1],
    ['playwright', 'playwrite', 3],
    ['', 'ab', 2],
  ])('from %s to %s is %i', (a, b, distance) => {
    expect(editDistance(a, b, 5)).toBe(distance);
  });

  test('is one more than the limit for larger distances', () => {
    expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3);
    expect(editDistance('a', 'abcdefgh', 2)).toBe(3);
  });

  test('is the same both ways, and never more than the longer word', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b, 10);
        expect(editDistance(b, a, 10)).toBe(distance);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance === 0).toBe(a === b);
      }),
    );
  });
});
