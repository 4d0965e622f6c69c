import { defaultTeamspace, mayAct } from '../../identity/access/caller.ts';
import type { KeyRecord, KeyRole } from '../../identity/access/key-store.ts';
import { type Keys, keysFor } from '../../identity/access/keys.ts';
import { beginsWithDay } from '../../base/begins-with-day.ts';
import { LecternError } from '../../base/errors.ts';
import type { Route } from '../route.ts';

/** A key as the API shows it (Key of the OpenAPI document); never its secret. */
export interface KeyView {
  id: string;
  name: string;
  role: KeyRole;
  teamspace: string;
  userId?: string;
  state: 'active' | 'expired' | 'revoked';
  createdAt: string;
  expiresAt?: string;
  lastUsedAt?: string;
  revokedAt?: string;
}

/** The response of POST /api/v1/keys. It is the only one that contains the key. */
export type CreatedKey = KeyView & { key: string };

/** GET /api/v1/keys. */
export function listKeys(keys: Keys): Route<'listKeys'> {
  return {
    handle: async ({ caller }) => ({
      json: { keys: (await keysFor(caller, keys).list()).map(viewOf) },
    }),
  };
}

/** POST /api/v1/keys. */
export function createKey(keys: Keys): Route<'createKey'> {
  return {
    async handle({ body, caller }) {
      const { name, role, teamspace, userId, expiresAt } = body;
      const { key, record } = await keysFor(caller, keys).create({
        name,
        role: role ?? 'member',
        teamspace: teamspace ?? (mayAct(caller, 'admin') ? defaultTeamspace : caller.teamspace),
        ...(userId !== undefined && { userId }),
        ...(expiresAt !== undefined && { expiresAt: timeOf(expiresAt) }),
      });
      return { status: 201, json: { ...viewOf(record), key } satisfies CreatedKey };
    },
  };
}

/** DELETE /api/v1/keys/{keyId}. */
export function revokeKey(keys: Keys): Route<'revokeKey'> {
  return {
    async handle({ path, caller }) {
      const id = path('keyId');
      await keysFor(caller, keys).revoke(id);
      return {
        json: { message: `Revoked key ${id}. It stops working everywhere within seconds.` },
      };
    },
  };
}

/** Parses a time. The schema's pattern accepts days that no month has, such as February 30. */
function timeOf(text: string): number {
  const time = beginsWithDay(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  const message = 'Field "expiresAt" must be a valid time, such as 2030-01-31T00:00:00Z.';
  throw new LecternError('validation_error', message);
}

function viewOf(record: KeyRecord): KeyView {
  const { id, name, role, teamspace, userId } = record;
  const { createdAt, expiresAt, lastUsedAt, revokedAt } = record;
  return {
    id,
    name,
    role,
    teamspace,
    ...(userId !== undefined && { userId }),
    state: stateOf(record),
    createdAt: textOf(createdAt),
    ...(expiresAt !== undefined && { expiresAt: textOf(expiresAt) }),
    ...(lastUsedAt !== undefined && { lastUsedAt: textOf(lastUsedAt) }),
    ...(revokedAt !== undefined && { revokedAt: textOf(revokedAt) }),
  };
}

function stateOf({ expiresAt = Infinity, revokedAt }: KeyRecord): KeyView['state'] {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt <= Date.now() ? 'expired' : 'active';
}

function textOf(time: number): string {
  return new Date(time).toISOString();
}
