import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';
import { anonymous, type Caller } from './caller.ts';

const member: Caller = { role: 'member', keyId: 'm', teamspace: 'default' };

function admission(allowed: 'none' | 'search' | 'ask') {
  const authenticate = async (key: string) => (key === 'lct_good' ? member : undefined);
  return createAdmission({
    authenticator: { authenticate },
    keyPrefix: 'lct_',
    anonymous: allowed,
  });
}

test('no key gives the anonymous caller, a valid key its caller, and an invalid key an error', async () => {
  const gate = admission('ask');
  expect(await gate.identify(undefined)).toEqual(anonymous);
  expect(await gate.identify('lct_good')).toEqual(member);
  await expect(gate.identify('lct_bad')).rejects.toMatchObject({
    code: 'invalid_api_key',
    status: 401,
    message:
      "Invalid API key: it is unknown, revoked or expired. Keys of this server begin with 'lct_'.",
  });
});

test.each([
  ['none', 'search', false],
  ['none', 'ask', false],
  ['search', 'search', true],
  ['search', 'ask', false],
  ['ask', 'search', true],
  ['ask', 'ask', true],
] as const)('where callers without a key may %s, they may %s: %s', (allowed, wanted, may) => {
  const check = () => admission(allowed).check(anonymous, { role: 'anonymous', anonymous: wanted });
  if (may) expect(check).not.toThrow();
  else expect(check).toThrow(/needs an API key: send it as "Authorization: Bearer <key>"/);
});

test('a caller with a key may ask, whatever anonymous callers may do', () => {
  const gate = admission('none');
  expect(() => gate.check(member, { role: 'anonymous', anonymous: 'ask' })).not.toThrow();
});

test('an operation without keys is open to everyone', () => {
  expect(() => admission('none').check(anonymous, { role: 'anonymous' })).not.toThrow();
});

test('a too low role is 403, a missing key is 401', () => {
  const gate = admission('ask');
  expect(() => gate.check(member, { role: 'admin' })).toThrow(
    'This needs a key of the role admin; this one has the role member.',
  );
  expect(() => gate.check(anonymous, { role: 'admin' })).toThrow(/needs an API key/);
});
