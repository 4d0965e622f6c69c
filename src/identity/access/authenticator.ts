import { isSameSecret } from '../../base/secrets/same-secret.ts';
import { type Caller, operator } from './caller.ts';

/** Identifies callers by their bearer: a key or token. */
export interface Authenticator {
  /**
   * Returns the caller of a bearer; undefined if it is unknown or no longer valid. Throws LecternError for a more specific mistake,
   * or if the check is not possible now.
   */
  authenticate(bearer: string): Promise<Caller | undefined>;
}

/** Identifies the operator by the operator token, and others through the other authenticator. */
export function withOperator(token: string, others: Authenticator): Authenticator {
  return {
    authenticate: async (key) => (isSameSecret(key, token) ? operator : others.authenticate(key)),
  };
}

/** Tries these authenticators in order. */
export function anyOf(...authenticators: Authenticator[]): Authenticator {
  return {
    async authenticate(bearer) {
      for (const one of authenticators) {
        const caller = await one.authenticate(bearer);
        if (caller) return caller;
      }
      return undefined;
    },
  };
}

/** Returns the bearer of an Authorization header, if any. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
