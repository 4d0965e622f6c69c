import { assert, array, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { countWhile } from './count-while.ts';

test('counts the items at the start of any sorted list that pass a test', () => {
  assert(
    property(array(integer()), integer(), (numbers, limit) => {
      const sorted = numbers.toSorted((a, b) => a - b);
      const passes = (one: number): boolean => one <= limit;
      expect(countWhile(sorted, passes)).toBe(sorted.filter(passes).length);
    }),
  );
});
