import type { KeyRole } from '../access/key-store.ts';

/** A person who signed in with an OpenID Connect issuer. Role and teamspace stay the same during the session. */
export interface Person {
  /** The claim `sub`. */
  subject: string;
  /** Display name. */
  name: string;
  role: KeyRole;
  teamspace: string;
}

/**
 * The holder of a session. A key's session has the key's current rights at each request. The operator's session contains a proof
 * of the operator token, so that it ends when the token changes.
 */
export type Holder =
  | { kind: 'key'; id: string }
  | { kind: 'operator'; id: string }
  | { kind: 'person'; person: Person };

/** A session in the store, by the hash of its token, which does not reveal the token. Times are milliseconds since 1970. */
export interface StoredSession {
  /** SHA-256 of the token in hexadecimal. */
  hash: string;
  holder: Holder;
  createdAt: number;
  /** Some minutes late. */
  lastUsedAt: number;
  /** The session ends at this time, also during use. */
  expiresAt: number;
}

/** Stores sessions; replicas share them. */
export interface SessionStore {
  /** Adds a session. If its holder has more than `most`, removes the least recently used ones. */
  add(session: StoredSession, most: number): Promise<void>;
  find(hash: string): Promise<StoredSession | undefined>;
  /** Records its last use; ignores times before the stored one. */
  noteUse(hash: string, at: number): Promise<void>;
  remove(hash: string): Promise<void>;
  /** Removes expired sessions. */
  removeExpired(now: number): Promise<void>;
}
