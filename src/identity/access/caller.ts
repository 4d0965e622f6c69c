import type { TeamspaceRole } from '../teamspaces/teamspaces.ts';

/** Roles in ascending order of rights. */
export const roles = ['anonymous', 'member', 'admin', 'operator'] as const;

/** `operator` is the bearer of the operator token: all that the program can do, local paths included. */
export type Role = (typeof roles)[number];

/** An authenticated or anonymous caller. */
export interface Caller {
  role: Role;
  /** Id of the key, absent for anonymous callers and the operator. */
  keyId?: string;
  /** The user who owns the key. */
  userId?: string;
  /** The teamspace whose libraries and settings the caller sees. */
  teamspace: string;
  /** What the key's owner is there; absent for keys without an owner. */
  teamspaceRole?: TeamspaceRole;
  /** What the caller's token may be used for; absent for keys, which may all that their role may. */
  scopes?: readonly Scope[];
}

/** The teamspace of every caller without another one. */
export const defaultTeamspace = 'default';

/** A caller without a key. */
export const anonymous: Caller = { role: 'anonymous', teamspace: defaultTeamspace };

/** The bearer of the operator token. */
export const operator: Caller = { role: 'operator', teamspace: defaultTeamspace };

/** Returns true if the caller's role has at least the rights of this role. */
export function mayAct(caller: Caller, as: Role): boolean {
  return roles.indexOf(caller.role) >= roles.indexOf(as);
}

/**
 * What a person lets a program do in their name: `lectern:read` finds, asks and follows, `lectern:write` is all the rest of
 * what their role may. Tokens of an issuer carry them; keys have none and may all that their role may.
 */
export const scopes = ['lectern:read', 'lectern:write'] as const;

export type Scope = (typeof scopes)[number];

/** What callers without a key may do, each more than the one before: nothing, find libraries, ask them too. */
export const anonymousLevels = ['none', 'search', 'ask'] as const;

export type AnonymousAccess = (typeof anonymousLevels)[number];

/** Whether an install that allows this much allows that. */
export function allowsAnonymous(allowed: AnonymousAccess, wanted: AnonymousAccess): boolean {
  return anonymousLevels.indexOf(allowed) >= anonymousLevels.indexOf(wanted);
}
