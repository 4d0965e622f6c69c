import { operatorTokenCheck } from './operator-token.ts';
import { type Caller, operator } from './caller.ts';

/** Knows callers by what they send as a bearer: keys or tokens. */
export interface Authenticator {
  /**
   * Whose this is; undefined when it is nobody's, or no more. Throws LecternError where there is more to say of it, and when
   * it cannot be looked at now.
   */
  authenticate(bearer: string): Promise<Caller | undefined>;
}

/** Knows the bearer of the operator token, and whom the other authenticator knows. */
export function withOperator(token: string, others: Authenticator): Authenticator {
  const isToken = operatorTokenCheck(token);
  return {
    authenticate: async (key) => (isToken(key) ? operator : others.authenticate(key)),
  };
}

/** Knows whom any of these authenticators knows, asked in this order. */
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

/** The key of an Authorization header, if it carries one. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
