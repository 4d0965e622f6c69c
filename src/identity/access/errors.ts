import { LecternError } from '../../base/errors.ts';
import type { Role, Scope } from './caller.ts';

/** Returns true if the caller caused the failed authentication. A failure of the server does not count against the caller. */
export function isCallersFault(error: unknown): boolean {
  return error instanceof LecternError && error.status < 500;
}

/** An invalid key or token: 401 `invalid_api_key`. */
export class BadCredential extends LecternError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('invalid_api_key', message, options);
  }
}

/** A role that a caller needs, and the role of the caller. */
export interface MissingRole {
  required: Role;
  actual: Role;
}

/** A caller whose role is too low: 403 `forbidden` with both roles. */
export class RoleTooLow extends LecternError {
  readonly missingRole: MissingRole;

  constructor({ required, actual }: MissingRole) {
    const message = `This needs a key of the role ${required}; this one has the role ${actual}.`;
    super('forbidden', message);
    this.missingRole = { required, actual };
  }
}

/** A token without the required scope: 403 `forbidden`. */
export class InsufficientScope extends LecternError {
  /** The scopes that a token for the request needs: those of this token, and the missing one. */
  readonly scopes: readonly Scope[];

  constructor(needed: Scope, granted: readonly Scope[]) {
    const message = `This needs an access token with the scope ${needed}; this one has ${granted.join(' ') || 'none'}.`;
    super('forbidden', message);
    this.scopes = [...granted, needed];
  }
}
