import type { TeamspaceRole } from '../teamspaces/teamspaces.ts';
import type { SecretHash } from './key.ts';
import type { Caller } from './caller.ts';

/** The role of a key: a member key is personal, an admin key manages the install. */
export type KeyRole = 'member' | 'admin';

/** A key without its secret. Times are milliseconds since 1970. */
export interface KeyRecord {
  id: string;
  /** The name that its creator chose. */
  name: string;
  role: KeyRole;
  /** Determines which libraries the key sees. */
  teamspace: string;
  /** The owner of the key; it works while the user is a member of the teamspace. */
  userId?: string;
  createdAt: number;
  expiresAt?: number;
  /** Up to a minute late. */
  lastUsedAt?: number;
  revokedAt?: number;
}

/** A key in the store. */
export interface StoredKey extends KeyRecord, SecretHash {
  /** The install created it, from a setting or at its first start. */
  isBootstrap?: true;
}

/** A key with its owner's role. */
export interface FoundKey extends StoredKey {
  /** The owner's role in the teamspace; absent if the key has no owner, or if the owner is not a member. */
  teamspaceRole?: TeamspaceRole;
}

/** Stores keys. Revoked keys stay, so that the next start does not restore a key from a setting. */
export interface KeyStore {
  /**
   * Adds a key. Returns false and changes nothing if the id exists. A bootstrap key revokes earlier bootstrap keys at its
   * `createdAt`: a new install over the same database has only one.
   */
  add(key: StoredKey): Promise<boolean>;
  find(id: string): Promise<FoundKey | undefined>;
  /** Returns the oldest keys first. */
  list(): Promise<KeyRecord[]>;
  /** Returns false if the key does not exist. A revoked key keeps its time of revocation. */
  revoke(id: string, at: number): Promise<boolean>;
  /** Records when keys were used; ignores times before the stored ones. */
  noteUse(times: ReadonlyMap<string, number>): Promise<void>;
}

/** Returns the caller of a key; undefined if it is revoked or expired, or if its owner has left the teamspace. Pure. */
export function callerOfKey(key: FoundKey, now: number): Caller | undefined {
  const { id, role, teamspace, userId, teamspaceRole, expiresAt = Infinity, revokedAt } = key;
  if (revokedAt !== undefined || now >= expiresAt) return undefined;
  if (userId === undefined) return { role, keyId: id, teamspace };
  return teamspaceRole && { role, keyId: id, teamspace, userId, teamspaceRole };
}
