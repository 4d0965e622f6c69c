import { callerOfKey, type FoundKey } from '../access/key-store.ts';
import { operator, type Caller } from '../access/caller.ts';
import type { UseLog } from '../access/use-log.ts';
import type { Holder, SessionStore, StoredSession } from './session-store.ts';
import { isSessionToken, newSessionToken, operatorProof, sessionHash } from './session-token.ts';

/** Maximum sessions of one key, person or operator; a new one ends the least recently used. */
const mostPerHolder = 20;
/** Milliseconds between writes of a session's last use. */
const notedEveryMs = 300_000;

/** Dependencies of sessions, besides the operator token. */
export interface SessionParts {
  store: SessionStore;
  /** Returns a key's current state. */
  findKey: (id: string) => Promise<FoundKey | undefined>;
  /** Records each use of a key. */
  uses: Pick<UseLog, 'note'>;
  /** Hours after which a session ends, also during use. */
  hours: number;
  /** Minutes after which a person's session ends, so that the issuer confirms the person's rights again. */
  personMinutes: number;
  /** Called if the last use could not be written; the request continues. */
  onError: (error: unknown) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** A valid session. */
export interface Session {
  /** Value of the cookie. */
  token: string;
  caller: Caller;
  /** Name of the key or person. */
  name: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** The sessions of an install. */
export interface Sessions {
  /** Starts a session; returns undefined if its holder is not valid now. */
  open(holder: Holder): Promise<Session | undefined>;
  /** Returns the session of a token; undefined if it does not exist or has ended. */
  find(token: string): Promise<Session | undefined>;
  /** Ends a session at once, on every replica. */
  close(token: string): Promise<void>;
  /** The holder of the operator's sessions. */
  operator: Holder;
}

/** Creates sessions over a store. Each request reads the store, so the end of a session or key takes effect everywhere at once. */
export function createSessions({
  store,
  findKey,
  uses,
  hours,
  personMinutes,
  onError,
  now = () => Date.now(),
  operatorToken,
}: SessionParts & { operatorToken: string }): Sessions {
  const proof = operatorProof(operatorToken);

  async function bearerOf(holder: Holder, createdAt: number): Promise<Bearer | undefined> {
    if (holder.kind === 'operator') {
      return holder.id === proof
        ? { caller: operator, name: 'Operator', endsAt: Infinity }
        : undefined;
    }
    if (holder.kind === 'person') {
      const { subject, name, role, teamspace } = holder.person;
      const endsAt = createdAt + personMinutes * 60_000;
      return { caller: { role, userId: subject, teamspace }, name, endsAt };
    }
    const key = await findKey(holder.id);
    const caller = key && callerOfKey(key, now());
    return caller && { caller, name: key.name, endsAt: key.expiresAt ?? Infinity };
  }

  async function sessionOf(
    token: string,
    { holder, createdAt, expiresAt }: Pick<StoredSession, 'holder' | 'createdAt' | 'expiresAt'>,
  ): Promise<Session | undefined> {
    const bearer = await bearerOf(holder, createdAt);
    if (!bearer || now() >= bearer.endsAt) return undefined;
    const { caller, name, endsAt } = bearer;
    if (caller.keyId !== undefined) uses.note(caller.keyId, now());
    return { token, caller, name, expiresAt: Math.min(expiresAt, endsAt) };
  }

  return {
    operator: { kind: 'operator', id: proof },
    async open(holder) {
      const createdAt = now();
      const token = newSessionToken();
      const session = await sessionOf(token, {
        holder,
        createdAt,
        expiresAt: createdAt + hours * 3_600_000,
      });
      if (!session) return undefined;
      const { expiresAt } = session;
      await store.removeExpired(createdAt);
      const times = { createdAt, lastUsedAt: createdAt, expiresAt };
      await store.add({ hash: sessionHash(token), holder, ...times }, mostPerHolder);
      return session;
    },
    async find(token) {
      if (!isSessionToken(token)) return undefined;
      const stored = await store.find(sessionHash(token));
      const at = now();
      if (!stored || at >= stored.expiresAt) return undefined;
      if (at >= stored.lastUsedAt + notedEveryMs) store.noteUse(stored.hash, at).catch(onError);
      return sessionOf(token, stored);
    },
    close: (token) => store.remove(sessionHash(token)),
  };
}

interface Bearer {
  caller: Caller;
  name: string;
  endsAt: number;
}
