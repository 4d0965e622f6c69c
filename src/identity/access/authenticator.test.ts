import { expect, test } from 'vitest';
import { bearerOf, withOperator } from './authenticator.ts';

const nobody = { authenticate: async () => undefined };

test.each([
  ['Bearer abc', 'operator'],
  ['bearer abc', 'operator'],
  ['Bearer  abc ', 'operator'],
  ['Bearer abcd', undefined],
  ['Bearer ab', undefined],
  ['Bearer', undefined],
  ['abc', undefined],
  ['', undefined],
  [undefined, undefined],
])('the Authorization header %j is that of: %s, when the token is abc', async (header, role) => {
  const bearer = bearerOf(header);
  const caller = bearer && (await withOperator('abc', nobody).authenticate(bearer));
  expect(caller ? caller.role : undefined).toBe(role);
});

test('a key that is not the operator token goes to the other authenticator', async () => {
  const member = { role: 'member', teamspace: 'default' } as const;
  const known = withOperator('abc', { authenticate: async () => member });
  expect(await known.authenticate('other')).toBe(member);
});
