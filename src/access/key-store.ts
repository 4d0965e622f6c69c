import type { SecretHash } from './key.ts';

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
  userId?: string;
  createdAt: number;
  expiresAt?: number;
  /** Up to a minute behind. */
  lastUsedAt?: number;
  revokedAt?: number;
}

/** A key as it is stored. */
export interface StoredKey extends KeyRecord, SecretHash {}

/** Where keys are kept. Revoked ones stay, so that a key given by a setting does not come back with the next start. */
export interface KeyStore {
  /** False when there is a key of this id, which is then left as it is. */
  add(key: StoredKey): Promise<boolean>;
  find(id: string): Promise<StoredKey | undefined>;
  /** The oldest first. */
  list(): Promise<KeyRecord[]>;
  /** False when there is no such key. One that was revoked before keeps its time. */
  revoke(id: string, at: number): Promise<boolean>;
  /** Notes when keys were used; earlier times than the stored ones change nothing. */
  noteUse(times: ReadonlyMap<string, number>): Promise<void>;
}
