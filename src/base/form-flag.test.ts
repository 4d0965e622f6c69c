import { expect, test } from 'vitest';
import { formFlag } from './form-flag.ts';

test.each<[Record<string, string>, boolean]>([
  [{ force: 'true' }, true],
  [{ force: 'false' }, false],
  [{}, false],
])('the form %j is read as %j', (fields, flag) => {
  expect(formFlag(fields, 'force')).toBe(flag);
});

test.each(['', 'yes', 'TRUE', '1', ' true'])('a form that says %j is refused', (force) => {
  expect(() => formFlag({ force }, 'force')).toThrow(
    `Field "force" must be true or false, not ${JSON.stringify(force)}.`,
  );
});
