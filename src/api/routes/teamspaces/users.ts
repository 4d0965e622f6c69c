import { mayAct } from '../../../identity/access/caller.ts';
import { alreadyExists, userNotFound } from '../../../identity/teamspaces/errors.ts';
import type { User, Teams } from '../../../identity/teamspaces/teamspaces.ts';
import type { Routes } from '../../route.ts';

/** A user as the API shows them (User of the OpenAPI document). */
export type UserView = Omit<User, 'createdAt'> & { createdAt: string };

/** The operations on users by their ids. */
export function userRoutes({
  users,
}: Pick<Teams, 'users'>): Routes<'listUsers' | 'createUser' | 'getUser' | 'deleteUser'> {
  return {
    listUsers: {
      handle: async () => ({ json: { users: (await users.list()).map(viewOf) } }),
    },
    createUser: {
      async handle({ body }) {
        const { id, name, email } = body;
        const user = { id, name: name ?? id, ...(email && { email }), createdAt: Date.now() };
        if (!(await users.add(user))) throw alreadyExists('User', id);
        return { status: 201, json: viewOf(user) };
      },
    },
    getUser: {
      async handle({ path, caller }) {
        const id = path('userId');
        // The subject of an access token is not a user of the install, even with an equal id.
        const isSelf = caller.teamspaceRole !== undefined && caller.userId === id;
        const mayKnow = isSelf || mayAct(caller, 'admin');
        const found = mayKnow ? await users.find(id) : undefined;
        if (!found) throw userNotFound(id);
        return { json: viewOf(found) };
      },
    },
    deleteUser: {
      async handle({ path }) {
        const id = path('userId');
        await users.remove(id, Date.now());
        return { json: { message: `Deleted user ${id} and revoked their keys.` } };
      },
    },
  };
}

function viewOf({ createdAt, ...facts }: User): UserView {
  return { ...facts, createdAt: new Date(createdAt).toISOString() };
}
