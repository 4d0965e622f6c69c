import { LecternError } from '../../base/errors.ts';
import type { Scope } from './caller.ts';

/** Whether who calls is at fault that they are not known. Where nobody could check a key, its bearer is not. */
export function isCallersFault(error: unknown): boolean {
  return error instanceof LecternError && error.status < 500;
}

/** A key or token that is not good: 401 `invalid_api_key`. */
export class BadCredential extends LecternError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('invalid_api_key', 401, message, options);
  }
}

/** A token that was not granted what a request needs: 403 `forbidden`. */
export class InsufficientScope extends LecternError {
  /** What a token for the request has to have: what this one has, and what it lacks. */
  readonly scopes: readonly Scope[];

  constructor(needed: Scope, granted: readonly Scope[]) {
    const message = `This needs an access token with the scope ${needed}; this one has ${granted.join(' ') || 'none'}.`;
    super('forbidden', 403, message);
    this.scopes = [...granted, needed];
  }
}
