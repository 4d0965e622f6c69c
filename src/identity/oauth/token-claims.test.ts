import { expect, test } from 'vitest';
import { callerOfClaims, type ClaimNames } from './token-claims.ts';

const names: ClaimNames = { scopePrefix: '', groupsClaim: 'groups' };

test('a token gives a member of the default teamspace, with its granted scopes', () => {
  expect(callerOfClaims({ sub: 'u1', scope: 'openid lectern:read profile' }, names)).toEqual({
    role: 'member',
    userId: 'u1',
    teamspace: 'default',
    scopes: ['lectern:read'],
  });
});

test.each<[string, object, string[]]>([
  ['words in scope', { scope: 'lectern:write lectern:read' }, ['lectern:read', 'lectern:write']],
  ['words in scp', { scp: 'lectern:read' }, ['lectern:read']],
  ['a list in scp', { scp: ['lectern:read', 'lectern:write'] }, ['lectern:read', 'lectern:write']],
  ['the name with the prefix', { scope: 'api://docs/lectern:read' }, ['lectern:read']],
  ['another prefix', { scope: 'api://mail/lectern:read' }, []],
  ['a longer name', { scope: 'lectern:read-only xlectern:read' }, []],
  ['no scope, as in an ID token', {}, []],
  ['a scope that is no text', { scope: { read: true } }, []],
])('scopes are read from %s', (_case, claims, granted) => {
  const caller = callerOfClaims({ sub: 'u1', ...claims }, { ...names, scopePrefix: 'api://docs/' });
  expect(caller.scopes).toEqual(granted);
});

test.each<[string, unknown, string]>([
  ['a list with the group', ['staff', 'docs-admins'], 'admin'],
  ['the group alone', 'docs-admins', 'admin'],
  ['a list without it', ['staff'], 'member'],
  ['a group that begins like it', ['docs-admins-eu'], 'member'],
  ['the group as a word of a text', 'staff docs-admins', 'member'],
  ['nothing', undefined, 'member'],
])('groups in %s give the role: %s', (_case, groups, role) => {
  const claims = { sub: 'u1', ...(groups !== undefined && { groups }) };
  expect(callerOfClaims(claims, { ...names, adminGroup: 'docs-admins' }).role).toBe(role);
});

test('without an admin group, no bearer of a token is an admin', () => {
  expect(callerOfClaims({ sub: 'u1', groups: ['admin', 'undefined'] }, names).role).toBe('member');
});

test('the configured claim names the teamspace, and is required', () => {
  const withClaim = { ...names, teamspaceClaim: 'team' };
  expect(callerOfClaims({ sub: 'u1', team: 'blue' }, withClaim).teamspace).toBe('blue');
  expect(callerOfClaims({ sub: 'u1', team: 'blue' }, names).teamspace).toBe('default');
  for (const team of [undefined, '', 'Blue', 'a b', ['blue'], 7, 'x'.repeat(64)]) {
    const claims = { sub: 'u1', ...(team !== undefined && { team }) };
    expect(() => callerOfClaims(claims, withClaim)).toThrow(
      'The token names no teamspace: its claim "team" must be one name of lower-case letters',
    );
  }
});

test.each([undefined, '', 7, 'x'.repeat(256), 'a\nb'])('the subject %j is refused', (sub) => {
  expect(() => callerOfClaims({ sub } as never, names)).toThrow(/claim "sub"/);
});
