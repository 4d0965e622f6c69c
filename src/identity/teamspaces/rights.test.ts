import { describe, expect, test } from 'vitest';
import { anonymous, operator, type Caller } from '../access/caller.ts';
import { losesLastOwner, mayManage, mayRead, refuseOwnersTo } from './rights.ts';
import type { TeamspaceRole } from './teamspaces.ts';

const member: Caller = { role: 'member', keyId: 'k', teamspace: 'docs' };
const as = (teamspaceRole: TeamspaceRole): Caller => ({ ...member, userId: 'ada', teamspaceRole });

test.each([
  ['nobody', { ...anonymous, teamspace: 'docs' }, false, false],
  ['a key without an owner', member, true, false],
  ['a member', as('member'), true, false],
  ['an admin of it', as('admin'), true, true],
  ['an owner of it', as('owner'), true, true],
  ['an owner of another one', { ...as('owner'), teamspace: 'other' }, false, false],
  ['an admin of the install', { role: 'admin', teamspace: 'other' }, true, true],
  ['the operator', operator, true, true],
] satisfies [string, Caller, boolean, boolean][])(
  '%s may read a teamspace: %s, manage it: %s',
  (_name, caller, reads, manages) => {
    expect([mayRead(caller, 'docs'), mayManage(caller, 'docs')]).toEqual([reads, manages]);
  },
);

describe('owners', () => {
  test('are added and changed by owners and by admins of the install', () => {
    for (const caller of [as('owner'), operator]) {
      expect(() => refuseOwnersTo(caller, ['owner', 'member'])).not.toThrow();
    }
  });

  test('cannot be added or changed by an admin of the teamspace, who manages all others', () => {
    const forbidden = expect.objectContaining({ code: 'forbidden' });
    for (const roles of [['member', 'owner'], ['owner', 'member'], ['owner']] as const) {
      expect(() => refuseOwnersTo(as('admin'), roles)).toThrow(forbidden);
    }
    expect(() => refuseOwnersTo(as('admin'), [undefined, 'admin'])).not.toThrow();
  });
});

test('the last owner is lost only by leaving or by a lower role', () => {
  const members = [
    { userId: 'ada', role: 'owner' },
    { userId: 'bob', role: 'admin' },
  ] as const;
  expect(losesLastOwner(members, 'ada')).toBe(true);
  expect(losesLastOwner(members, 'ada', 'admin')).toBe(true);
  expect(losesLastOwner(members, 'ada', 'owner')).toBe(false);
  expect(losesLastOwner(members, 'bob')).toBe(false);
  expect(losesLastOwner([...members, { userId: 'eve', role: 'owner' }], 'ada')).toBe(false);
  expect(losesLastOwner([], 'ada', 'member')).toBe(false);
});
