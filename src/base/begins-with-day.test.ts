import { expect, test } from 'vitest';
import { beginsWithDay } from './begins-with-day.ts';

test.each([
  ['2027-02-28', true],
  ['2028-02-29T23:59:59+02:00', true],
  ['2027-02-29', false],
  ['2027-02-30T00:00:00Z', false],
  ['2027-04-31', false],
  ['2027-13-01', false],
  ['2027-2-01', false],
  ['2027', false],
  ['', false],
])('%j begins with a day that exists: %s', (text, expected) => {
  expect(beginsWithDay(text)).toBe(expected);
});
