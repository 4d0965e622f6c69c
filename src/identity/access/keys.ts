import { LecternError } from '../../base/errors.ts';
import { teamNotFound, userNotFound } from '../teamspaces/refusals.ts';
import type { Teams } from '../teamspaces/teams.ts';
import { hashSecret, newKey, parseKey } from './key.ts';
import type { KeyRecord, KeyRole, KeyStore } from './key-store.ts';

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
export function keyNotFound(id: string): LecternError {
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
