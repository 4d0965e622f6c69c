import { expect, test } from 'vitest';
import type { Caller } from '../../../identity/access/caller.ts';
import type { User, Users } from '../../../identity/teamspaces/teamspaces.ts';
import type { AnyCall } from '../../route.ts';
import { userRoutes } from './users.ts';

const ada: User = { id: 'ada', name: 'Ada', createdAt: 0 };
const users: Users = {
  list: async () => [ada],
  find: async () => ada,
  add: async () => false,
  remove: async () => undefined,
};

test('a user is visible to their own key, but not to an access token with an equal subject', async () => {
  const ask = async (caller: Caller): Promise<unknown> =>
    userRoutes({ users }).getUser.handle({ path: () => 'ada', caller } as unknown as AnyCall);
  const token: Caller = { role: 'member', userId: 'ada', teamspace: 'default', scopes: [] };
  await expect(ask(token)).rejects.toMatchObject({ code: 'user_not_found' });
  const key: Caller = { ...token, keyId: 'k', teamspaceRole: 'member' };
  expect(await ask(key)).toMatchObject({ json: { id: 'ada', name: 'Ada' } });
});
