import { LecternError } from '../../base/errors.ts';
import { teamNotFound, userNotFound } from '../teamspaces/refusals.ts';
import { mayAct, type Caller } from './caller.ts';
import type { KeyRecord } from './key-store.ts';
import { keyNotFound, type KeyRequest, type Keys } from './keys.ts';

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
