import { expect, test } from 'vitest';
import { peopleText } from './people-text.ts';

test('a missing grant says which integration to ask an admin for, and where it is granted', () => {
  const missingGrant = { teamspace: 'docs', integration: 'git/git.example.com:8443' };
  expect(peopleText('forbidden', 'any words of the server', { missingGrant })).toBe(
    'This source needs a credential, and members of docs may not use the integration git/git.example.com:8443. Ask an admin to allow it: view Access, tab Integrations.',
  );
});

test('what only a program or a terminal can use is left out', () => {
  const limit =
    'Monthly spending limit of 5 reached for this teamspace. An owner or admin of it can raise the limit (PUT /api/v1/teamspaces/<id>/spending); otherwise it resets on 1 December (UTC).';
  expect(peopleText('spending_limit_exceeded', limit)).toBe(
    'Monthly spending limit of 5 reached for this teamspace. An owner or admin of it can raise the limit; otherwise it resets on 1 December (UTC).',
  );
  const token = 'This needs an API key: send it as "Authorization: Bearer <key>".';
  expect(peopleText('invalid_api_key', token)).toBe('You need to sign in for this.');
});

test('a role that is too low is named without keys', () => {
  const missingRole = { required: 'admin', actual: 'member' } as const;
  expect(peopleText('forbidden', 'any words of the server', { missingRole })).toBe(
    'This needs the role admin. Your role is member.',
  );
});

test('a message that names a mistake stays as it is', () => {
  const message = 'Field "maxPages" must be 1 or more (it is 0).';
  expect(peopleText('validation_error', message)).toBe(message);
});
