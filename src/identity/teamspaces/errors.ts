import { LecternError } from '../../base/errors.ts';

/** The same error for an unknown teamspace and for one of others, so that it reveals no ids. */
export function teamNotFound(id: string): LecternError {
  const message = `Teamspace ${JSON.stringify(id)} not found, or it is not yours. GET /api/v1/teamspaces lists yours.`;
  return new LecternError('team_not_found', message);
}

/** The same error for an unknown user and for one that the caller may not see, so that it reveals no ids. */
export function userNotFound(id: string): LecternError {
  return new LecternError('user_not_found', `User ${JSON.stringify(id)} not found.`);
}

/** The error for deleting a teamspace in use; `why` is a sentence with the reason and the remedy. */
export function teamInUse(id: string, why: string): LecternError {
  return new LecternError('team_in_use', `Teamspace ${id} cannot be deleted: ${why}`);
}

/** The error for removing the last owner of a teamspace. */
export function lastOwner(userId: string, teamspaces: readonly string[]): LecternError {
  const message = `${userId} is the last owner of ${teamspaces.join(', ')}. Make another member an owner first.`;
  return new LecternError('last_owner', message);
}

/** The error for an existing id. `what` is a noun such as Teamspace. */
export function alreadyExists(what: string, id: string): LecternError {
  return new LecternError('already_exists', `${what} ${id} already exists.`);
}
