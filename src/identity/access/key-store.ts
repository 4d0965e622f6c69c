import type { TeamspaceRole } from '../teamspaces/teamspaces.ts';
import type { SecretHash } from './key.ts';
import type { Caller } from './caller.ts';

/** What a key may do: a personal key is a member's, an admin key manages the install. */
export type KeyRole = 'member' | 'admin';

/** What is known of a key besides its secret. Times are milliseconds since 1970. */
export interface KeyRecord {
  id: string;
  /** What its owner calls it. */
  name: string;
  role: KeyRole;
  /** Decides what it sees. */
  teamspace: string;
  /** The user it belongs to; it is good while they are a member of the teamspace. */
  userId?: string;
  createdAt: number;
  expiresAt?: number;
  /** Up to a minute behind. */
  lastUsedAt?: number;
  revokedAt?: number;
}

/** A key as it is stored. */
export interface StoredKey extends KeyRecord, SecretHash {
  /** It came with the install, by a setting or its first start, and not from another key. */
  isBootstrap?: true;
}

/** A key as it is found. */
export interface FoundKey extends StoredKey {
  /** What its owner is in its teamspace; absent for a key without an owner, and where they are no member. */
  teamspaceRole?: TeamspaceRole;
}

/** Where keys are kept. Revoked ones stay, so that a key given by a setting does not come back with the next start. */
export interface KeyStore {
  /**
   * False when there is a key of this id, which is then left as it is. A bootstrap key revokes those before it, at its
   * `createdAt`: an install that is made anew over the same database has one again.
   */
  add(key: StoredKey): Promise<boolean>;
  find(id: string): Promise<FoundKey | undefined>;
  /** The oldest first. */
  list(): Promise<KeyRecord[]>;
  /** False when there is no such key. One that was revoked before keeps its time. */
  revoke(id: string, at: number): Promise<boolean>;
  /** Notes when keys were used; earlier times than the stored ones change nothing. */
  noteUse(times: ReadonlyMap<string, number>): Promise<void>;
}

/** Who calls with a key; undefined when it was revoked, has expired, or its owner has left the teamspace. Pure. */
export function callerOfKey(key: FoundKey, now: number): Caller | undefined {
  const { id, role, teamspace, userId, teamspaceRole, expiresAt = Infinity, revokedAt } = key;
  if (revokedAt !== undefined || now >= expiresAt) return undefined;
  if (userId === undefined) return { role, keyId: id, teamspace };
  return teamspaceRole && { role, keyId: id, teamspace, userId, teamspaceRole };
}
