import { expect, test } from 'vitest';
import { anonymous, mayAct, operator, roles } from './caller.ts';

test('a role includes the rights of lower roles, but not of higher ones', () => {
  const admin = { role: 'admin', teamspace: 'default' } as const;
  expect(roles.map((role) => mayAct(anonymous, role))).toEqual([true, false, false, false]);
  expect(roles.map((role) => mayAct(admin, role))).toEqual([true, true, true, false]);
  expect(roles.map((role) => mayAct(operator, role))).toEqual([true, true, true, true]);
});
