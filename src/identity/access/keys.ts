import { LecternError } from '../../base/errors.ts';
import { teamNotFound, userNotFound } from '../teamspaces/errors.ts';
import type { Teams } from '../teamspaces/teamspaces.ts';
import { hashSecret, newKey, parseKey } from './key.ts';
import type { KeyRecord, KeyRole, KeyStore } from './key-store.ts';
import { mayAct, type Caller } from './caller.ts';

/** What somebody who asks for a key says of it. */
export interface KeyRequest {
  name: string;
  role: KeyRole;
  teamspace: string;
  userId?: string;
  /** Milliseconds since 1970; absent for a key that does not expire. */
  expiresAt?: number;
}

/** The keys of an install, as those who manage them see them. */
export interface Keys {
  /**
   * Makes a key. `key` is its only copy. Throws LecternError: team_not_found, user_not_found, validation_error for an owner
   * who is no member of the teamspace, or an expiry that has passed.
   */
  create(request: KeyRequest): Promise<{ key: string; record: KeyRecord }>;
  /** The oldest first, revoked ones too. */
  list(): Promise<KeyRecord[]>;
  /** Ends a key for good. Throws LecternError('key_not_found'). */
  revoke(id: string): Promise<void>;
}

export interface KeysOptions {
  store: KeyStore;
  teams: Pick<Teams, 'teamspaces' | 'users' | 'members'>;
  /** What new keys begin with. */
  prefix: string;
  now?: () => number;
  /** Told after a key was revoked, so that this process ends it at once. */
  onRevoked?: () => void;
}

/** Keys over a store. */
export function createKeys({ store, teams, prefix, now = Date.now, onRevoked }: KeysOptions): Keys {
  return {
    async create(request) {
      await refuseUnknown(teams, request);
      const createdAt = now();
      if (request.expiresAt !== undefined && request.expiresAt <= createdAt) {
        const message = 'Field "expiresAt" must be a time to come, such as 2030-01-31T00:00:00Z.';
        throw new LecternError('validation_error', 400, message);
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

/** Word for word alike for a key that does not exist and for one that is not the caller's. */
function keyNotFound(id: string): LecternError {
  const message = `There is no key ${JSON.stringify(id)}. GET /api/v1/keys lists the keys there are.`;
  return new LecternError('key_not_found', 404, message);
}

async function refuseUnknown(
  { teamspaces, users, members }: KeysOptions['teams'],
  { teamspace, userId }: KeyRequest,
): Promise<void> {
  if (!(await teamspaces.find(teamspace))) throw teamNotFound(teamspace);
  if (userId === undefined) return;
  if (!(await users.find(userId))) throw userNotFound(userId);
  if (await members.find(teamspace, userId)) return;
  const message = `Field "userId" must be a member of teamspace ${teamspace}, which ${userId} is not; make them one first.`;
  throw new LecternError('validation_error', 400, message);
}

/**
 * Sees to it that a key somebody brought along is an admin key, in place of the one before it that was brought along; one
 * that was revoked stays so. Throws
 * LecternError('validation_error') when it has not the form of a key; the message does not hold it.
 */
export async function adoptAdminKey(
  key: string,
  { store, prefixes, name }: { store: KeyStore; prefixes: readonly string[]; name: string },
): Promise<void> {
  const parts = parseKey(key, prefixes);
  if (!parts) {
    const message = `The admin key must be ${prefixes.join(' or ')}, then 16 hexadecimal digits, "_" and 43 to 128 letters, digits, "-" or "_", all of it random.`;
    throw new LecternError('validation_error', 400, message);
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

/** The keys that a caller may know of: all, or for a user's key those of the same user. Throws LecternError('forbidden'). */
export function keysFor(caller: Caller, keys: Keys): Keys {
  if (mayAct(caller, 'admin')) return keys;
  const { userId, teamspaceRole } = caller;
  if (userId === undefined || teamspaceRole === undefined) {
    const message = `This needs a key of the role admin, or one that belongs to a user; this one has the role ${caller.role} and belongs to nobody.`;
    throw new LecternError('forbidden', 403, message);
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
 * A request for a key as a user may make it: their own, of the same teamspace, a member's, and no longer good than the key
 * that is used, or whoever finds that one would have another for good. Pure.
 */
function ownRequest(request: KeyRequest, caller: Caller, ends: number | undefined): KeyRequest {
  const { role, teamspace, userId = caller.userId, expiresAt = ends } = request;
  if (teamspace !== caller.teamspace) throw teamNotFound(teamspace);
  if (userId === undefined || userId !== caller.userId) throw userNotFound(userId ?? '');
  if (role !== 'member') {
    const message =
      'Field "role" must be member; admin keys are made with a key of the role admin.';
    throw new LecternError('forbidden', 403, message);
  }
  if (ends !== undefined && expiresAt !== undefined && expiresAt > ends) {
    const message = `Field "expiresAt" must not be after ${new Date(ends).toISOString()}, when the key that asks for this one ends.`;
    throw new LecternError('validation_error', 400, message);
  }
  return { ...request, userId, ...(expiresAt !== undefined && { expiresAt }) };
}
