import { expect, test } from 'vitest';
import { makeLibrary } from '../../../test/support/library.ts';
import { anonymous, operator, type Caller } from './caller.ts';
import { maySee } from './visibility.ts';

const member = (teamspace: string): Caller => ({ role: 'member', teamspace });

test('everyone sees a public library, also by default', () => {
  for (const caller of [anonymous, member('docs'), operator]) {
    expect(maySee(caller, {})).toBe(true);
    const library = makeLibrary({ spec: { visibility: 'public', teamspace: 'other' } });
    expect(maySee(caller, library)).toBe(true);
  }
});

test.each([
  ['a member of its teamspace', member('docs'), true],
  ['a member of another', member('default'), false],
  ['nobody in particular', anonymous, false],
  ['an admin', { role: 'admin', teamspace: 'default' } as const, true],
  ['the operator', operator, true],
])('a private library of the teamspace docs is visible to %s: %s', (_, caller, seen) => {
  expect(maySee(caller, { visibility: 'private', teamspace: 'docs' })).toBe(seen);
});

test('a private library without a teamspace belongs to the default one, but is hidden from callers without a key', () => {
  expect(maySee(member('default'), { visibility: 'private' })).toBe(true);
  expect(maySee(member('docs'), { visibility: 'private' })).toBe(false);
  expect(maySee(anonymous, { visibility: 'private' })).toBe(false);
});
