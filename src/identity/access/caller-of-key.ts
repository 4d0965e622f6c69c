import type { Caller } from './caller.ts';
import type { FoundKey } from './key-store.ts';

/** Who calls with a key; undefined when it was revoked, has expired, or its owner has left the teamspace. Pure. */
export function callerOfKey(key: FoundKey, now: number): Caller | undefined {
  const { id, role, teamspace, userId, teamspaceRole, expiresAt = Infinity, revokedAt } = key;
  if (revokedAt !== undefined || now >= expiresAt) return undefined;
  if (userId === undefined) return { role, keyId: id, teamspace };
  return teamspaceRole && { role, keyId: id, teamspace, userId, teamspaceRole };
}
