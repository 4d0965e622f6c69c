import { LecternError } from '../../base/errors.ts';
import { mayAct, type Caller } from '../access/caller.ts';
import type { Member, TeamspaceRole } from './teamspaces.ts';

/** Returns true if a caller may know a teamspace: its keys and admins may. */
export function mayRead(caller: Caller, teamspace: string): boolean {
  return mayAct(caller, 'admin') || (mayAct(caller, 'member') && caller.teamspace === teamspace);
}

/** Returns true if a caller may change members, projects and policies of a teamspace. */
export function mayManage(caller: Caller, teamspace: string): boolean {
  if (mayAct(caller, 'admin')) return true;
  const { teamspaceRole } = caller;
  const manages = teamspaceRole === 'owner' || teamspaceRole === 'admin';
  return manages && mayRead(caller, teamspace);
}

/** Throws LecternError('forbidden') for callers who may read a teamspace but not manage it. */
export function refuseUnlessManager(caller: Caller, teamspace: string): void {
  if (mayManage(caller, teamspace)) return;
  const message = `This needs a key of an owner or admin of teamspace ${teamspace}, or a key of the role admin.`;
  throw new LecternError('forbidden', message);
}

/**
 * Throws LecternError('forbidden') if an admin of a teamspace would add, change or remove an owner: otherwise admins could make
 * themselves owners. `roles` are the member's old and new roles.
 */
export function refuseOwnersTo(
  caller: Caller,
  roles: readonly (TeamspaceRole | undefined)[],
): void {
  if (mayAct(caller, 'admin') || caller.teamspaceRole === 'owner') return;
  if (!roles.includes('owner')) return;
  const message = `Only owners of teamspace ${caller.teamspace} add, change and remove its owners.`;
  throw new LecternError('forbidden', message);
}

/** Returns true if a teamspace would lose its last owner through this role; without a role, the user leaves. */
export function losesLastOwner(
  members: readonly Pick<Member, 'userId' | 'role'>[],
  userId: string,
  role?: TeamspaceRole,
): boolean {
  const owners = members.filter((member) => member.role === 'owner');
  return role !== 'owner' && owners.length === 1 && owners[0]?.userId === userId;
}
