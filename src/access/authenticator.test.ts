import { expect, test } from 'vitest';
import { bearerOf, createOperatorAuthenticator } from './authenticator.ts';

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
  const caller = bearer && (await createOperatorAuthenticator('abc').authenticate(bearer));
  expect(caller ? caller.role : undefined).toBe(role);
});
