import { callerOfKey, type FoundKey } from '../access/key-store.ts';
import { operator, type Caller } from '../access/caller.ts';
import type { UseLog } from '../access/use-log.ts';
import type { Holder, SessionStore, StoredSession } from './session-store.ts';
import { isSessionToken, newSessionToken, operatorProof, sessionHash } from './session-token.ts';

/** Sessions that one key, person or the operator has at most; a new one ends the least lately used. */
const mostPerHolder = 20;
/** Milliseconds between writes of when a session was used. */
const notedEveryMs = 300_000;

/** What sessions are kept with; the rest of it is the operator token. */
export interface SessionParts {
  store: SessionStore;
  /** A key as it is now. */
  findKey: (id: string) => Promise<FoundKey | undefined>;
  /** Told of every use of a key. */
  uses: Pick<UseLog, 'note'>;
  /** Hours after which a session ends, however much it is used. */
  hours: number;
  /** Minutes after which the session of a person whom an issuer signed in ends: what they may is asked there anew. */
  personMinutes: number;
  /** Told of uses that could not be written; the request goes on. */
  onError: (error: unknown) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** A session that is good now. */
export interface Session {
  /** What the cookie holds. */
  token: string;
  caller: Caller;
  /** What the key is called, or the person. */
  name: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** The sessions of an install. */
export interface Sessions {
  /** Begins one; undefined where whom it stands for is not good now. */
  open(holder: Holder): Promise<Session | undefined>;
  /** The session of a token; undefined when there is none, or none any more. */
  find(token: string): Promise<Session | undefined>;
  /** Ends it at once, on every replica. */
  close(token: string): Promise<void>;
  /** Whom a session of the operator stands for. */
  operator: Holder;
}

/** Sessions over a store. Each request looks at the store: what ends a session or its key ends it everywhere at once. */
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
