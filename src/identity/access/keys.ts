import { LecternError } from '../../base/errors.ts';
import { teamNotFound, userNotFound } from '../teamspaces/errors.ts';
import type { Teams } from '../teamspaces/teamspaces.ts';
import { hashSecret, newKey, parseKey } from './key.ts';
import type { KeyRecord, KeyRole, KeyStore } from './key-store.ts';
import { mayAct, type Caller } from './caller.ts';

/** A request for a new key. */
interface KeyRequest {
  name: string;
  role: KeyRole;
  teamspace: string;
  userId?: string;
  /** Milliseconds since 1970; absent for a key that does not expire. */
  expiresAt?: number;
}

/** Manages the keys of an install. */
export interface Keys {
  /**
   * Creates a key. `key` is its only copy. Throws LecternError: team_not_found, user_not_found, or validation_error if the owner
   * is not a member of the teamspace or the expiry has passed.
   */
  create(request: KeyRequest): Promise<{ key: string; record: KeyRecord }>;
  /** Returns all keys, also revoked ones, the oldest first. */
  list(): Promise<KeyRecord[]>;
  /** Revokes a key permanently. Throws LecternError('key_not_found'). */
  revoke(id: string): Promise<void>;
}

interface KeysOptions {
  store: KeyStore;
  teams: Pick<Teams, 'teamspaces' | 'users' | 'members'>;
  /** Prefix of new keys. */
  prefix: string;
  now?: () => number;
  /** Called after a key was revoked, so that this process refuses it at once. */
  onRevoked?: () => void;
}

/** Creates the key management over a store. */
export function createKeys({ store, teams, prefix, now = Date.now, onRevoked }: KeysOptions): Keys {
  return {
    async create(request) {
      await refuseUnknown(teams, request);
      const createdAt = now();
      if (request.expiresAt !== undefined && request.expiresAt <= createdAt) {
        const message = 'Field "expiresAt" must be in the future, such as 2030-01-31T00:00:00Z.';
        throw new LecternError('validation_error', message);
      }
      const { id, secret, text } = newKey(prefix);
      const record = { id, ...request, createdAt };
      await store.add({ ...record, ...hashSecret(secret) });
      return { key: text, record };
    },
    list: () => store.list(),
    async revoke(id) {
      const known = await store.revoke(id, now());
      onRevoked?.();
      if (!known) throw keyNotFound(id);
    },
  };
}

/** The same error for an unknown key and for another user's key, so that it reveals no ids. */
function keyNotFound(id: string): LecternError {
  const message = `Unknown key ${JSON.stringify(id)}. GET /api/v1/keys lists the keys.`;
  return new LecternError('key_not_found', message);
}

async function refuseUnknown(
  { teamspaces, users, members }: KeysOptions['teams'],
  { teamspace, userId }: KeyRequest,
): Promise<void> {
  if (!(await teamspaces.find(teamspace))) throw teamNotFound(teamspace);
  if (userId === undefined) return;
  if (!(await users.find(userId))) throw userNotFound(userId);
  if (await members.find(teamspace, userId)) return;
  const message = `Field "userId" must be a member of teamspace ${teamspace}. Add ${userId} to it first.`;
  throw new LecternError('validation_error', message);
}

/**
 * Stores a configured key as the admin key, in place of the configured key before it. A revoked key stays revoked. Throws
 * LecternError('validation_error') if the text does not have the form of a key; the message does not contain it.
 */
export async function adoptAdminKey(
  key: string,
  { store, prefixes, name }: { store: KeyStore; prefixes: readonly string[]; name: string },
): Promise<void> {
  const parts = parseKey(key, prefixes);
  if (!parts) {
    const message = `The admin key must be ${prefixes.join(' or ')}, then 16 hexadecimal digits, "_" and 43 to 128 letters, digits, "-" or "_", all of it random.`;
    throw new LecternError('validation_error', message);
  }
  await store.add({
    id: parts.id,
    name,
    role: 'admin',
    teamspace: 'default',
    createdAt: Date.now(),
    isBootstrap: true,
    ...hashSecret(parts.secret),
  });
}

/** Returns the keys that a caller may manage: all, or for a user's key those of the user. Throws LecternError('forbidden'). */
export function keysFor(caller: Caller, keys: Keys): Keys {
  if (mayAct(caller, 'admin')) return keys;
  const { userId, teamspaceRole } = caller;
  if (userId === undefined || teamspaceRole === undefined) {
    const message = `This needs a key of the role admin, or one that belongs to a user; this one has the role ${caller.role} and no user.`;
    throw new LecternError('forbidden', message);
  }
  const own = async (): Promise<KeyRecord[]> =>
    (await keys.list()).filter((record) => record.userId === userId);
  return {
    list: own,
    async create(request) {
      const used = (await own()).find(({ id }) => id === caller.keyId);
      return keys.create(ownRequest(request, caller, used?.expiresAt));
    },
    async revoke(id) {
      if (!(await own()).some((record) => record.id === id)) throw keyNotFound(id);
      await keys.revoke(id);
    },
  };
}

/**
 * Restricts a user's request to a member key of the user in the same teamspace. The new key expires no later than the key in
 * use: otherwise a stolen key would give a permanent one. Pure.
 */
function ownRequest(request: KeyRequest, caller: Caller, ends: number | undefined): KeyRequest {
  const { role, teamspace, userId = caller.userId, expiresAt = ends } = request;
  if (teamspace !== caller.teamspace) throw teamNotFound(teamspace);
  if (userId === undefined || userId !== caller.userId) throw userNotFound(userId ?? '');
  if (role !== 'member') {
    const message = 'Field "role" must be member. Only a key of the role admin creates admin keys.';
    throw new LecternError('forbidden', message);
  }
  if (ends !== undefined && expiresAt !== undefined && expiresAt > ends) {
    const message = `Field "expiresAt" must not be after ${new Date(ends).toISOString()}, when your own key expires.`;
    throw new LecternError('validation_error', message);
  }
  return { ...request, userId, ...(expiresAt !== undefined && { expiresAt }) };
}
