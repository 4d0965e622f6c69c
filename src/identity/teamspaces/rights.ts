import { LecternError } from '../../base/errors.ts';
import { mayAct, type Caller } from '../access/caller.ts';
import type { Member, TeamspaceRole } from './teamspaces.ts';

/** Whether a caller may know of a teamspace: keys of it do, and who manages the install. */
export function mayRead(caller: Caller, teamspace: string): boolean {
  return mayAct(caller, 'admin') || (mayAct(caller, 'member') && caller.teamspace === teamspace);
}

/** Whether a caller may change members, projects and policies of a teamspace. */
export function mayManage(caller: Caller, teamspace: string): boolean {
  if (mayAct(caller, 'admin')) return true;
  const { teamspaceRole } = caller;
  const manages = teamspaceRole === 'owner' || teamspaceRole === 'admin';
  return manages && mayRead(caller, teamspace);
}

/** Throws LecternError('forbidden') for a caller who may read a teamspace and not change what this is about. */
export function refuseUnlessManager(caller: Caller, teamspace: string): void {
  if (mayManage(caller, teamspace)) return;
  const message = `This needs a key of an owner or admin of teamspace ${teamspace}, or a key of the role admin.`;
  throw new LecternError('forbidden', 403, message);
}

/**
 * Admins of a teamspace manage everybody but its owners, and make none: else they could make themselves one. `roles` are
 * those that somebody has and is to have. Throws LecternError('forbidden').
 */
export function refuseOwnersTo(
  caller: Caller,
  roles: readonly (TeamspaceRole | undefined)[],
): void {
  if (mayAct(caller, 'admin') || caller.teamspaceRole === 'owner') return;
  if (!roles.includes('owner')) return;
  const message = `Only owners of teamspace ${caller.teamspace} add, change and remove its owners.`;
  throw new LecternError('forbidden', 403, message);
}

/** Whether a teamspace would have no owner any more if this user had that role, or left where it is absent. */
export function losesLastOwner(
  members: readonly Pick<Member, 'userId' | 'role'>[],
  userId: string,
  role?: TeamspaceRole,
): boolean {
  const owners = members.filter((member) => member.role === 'owner');
  return role !== 'owner' && owners.length === 1 && owners[0]?.userId === userId;
}
