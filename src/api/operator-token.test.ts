import { expect, test } from 'vitest';
import { carriesToken } from './operator-token.ts';

test.each([
  ['Bearer abc', true],
  ['bearer abc', true],
  ['Bearer  abc ', true],
  ['Bearer abcd', false],
  ['Bearer ab', false],
  ['Bearer', false],
  ['abc', false],
  ['', false],
  [undefined, false],
])('the Authorization header %j carries the token abc: %s', (header, expected) => {
  expect(carriesToken(header, 'abc')).toBe(expected);
});
