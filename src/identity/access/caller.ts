import type { TeamspaceRole } from '../teamspaces/teamspaces.ts';

/** Roles in ascending order of rights. */
export const roles = ['anonymous', 'member', 'admin', 'operator'] as const;

/** `operator` is the bearer of the operator token, with all rights, including local paths. */
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
  /** Role of the key's owner in the teamspace; absent for keys without an owner. */
  teamspaceRole?: TeamspaceRole;
  /** Scopes of the caller's token; absent for keys, which have all rights of their role. */
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
 * Rights that a person grants to a program. `lectern:read` allows searches, questions and status; `lectern:write` allows all
 * other actions of the role. Only tokens of an issuer have scopes; keys have all rights of their role.
 */
export const scopes = ['lectern:read', 'lectern:write'] as const;

/** A right of a token. A GET operation needs `lectern:read`, and every other one needs `lectern:write`. */
export type Scope = (typeof scopes)[number];

/** Access of callers without a key, in ascending order: nothing, search libraries, also ask them. */
export const anonymousLevels = ['none', 'search', 'ask'] as const;

/** What an install allows callers without a key, or what an operation requires of it. */
export type AnonymousAccess = (typeof anonymousLevels)[number];

/** Returns true if the allowed access includes the wanted access. */
export function allowsAnonymous(allowed: AnonymousAccess, wanted: AnonymousAccess): boolean {
  return anonymousLevels.indexOf(allowed) >= anonymousLevels.indexOf(wanted);
}
