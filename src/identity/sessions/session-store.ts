import type { KeyRole } from '../access/key-store.ts';

/** A person whom an OpenID Connect issuer has signed in; what they may is settled then, for as long as the session lasts. */
export interface Person {
  /** The claim `sub`. */
  subject: string;
  /** What a page calls them. */
  name: string;
  role: KeyRole;
  teamspace: string;
}

/**
 * Whom a session stands for. A key's session may what the key may at the time of each request; the operator's carries a
 * proof of the operator token, so that it ends when the token is another one.
 */
export type Holder =
  | { kind: 'key'; id: string }
  | { kind: 'operator'; id: string }
  | { kind: 'person'; person: Person };

/** A session as it is stored: by the hash of its token, which cannot be made of it. Times are milliseconds since 1970. */
export interface StoredSession {
  /** SHA-256 of the token in hexadecimal. */
  hash: string;
  holder: Holder;
  createdAt: number;
  /** Minutes behind. */
  lastUsedAt: number;
  /** It ends then, whatever it is used for. */
  expiresAt: number;
}

/** Where sessions are kept; replicas share them. */
export interface SessionStore {
  /** Adds a session; of its holder's others the least lately used ones go, so that there are no more than `most`. */
  add(session: StoredSession, most: number): Promise<void>;
  find(hash: string): Promise<StoredSession | undefined>;
  /** Notes that it was used; an earlier time than the stored one changes nothing. */
  noteUse(hash: string, at: number): Promise<void>;
  remove(hash: string): Promise<void>;
  /** Removes those that have ended. */
  removeExpired(now: number): Promise<void>;
}
