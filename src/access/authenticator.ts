import { isOperatorToken } from '../api/operator-token.ts';
import { type Caller, operator } from './caller.ts';

/** Knows callers by their keys. */
export interface Authenticator {
  /** Who has this key; undefined when nobody has, or has it no more. */
  authenticate(bearer: string): Promise<Caller | undefined>;
}

/** Knows the bearer of the operator token, and whom the other authenticator knows. */
export function withOperator(token: string, others: Authenticator): Authenticator {
  return {
    authenticate: async (key) =>
      isOperatorToken(key, token) ? operator : others.authenticate(key),
  };
}

/** The key of an Authorization header, if it carries one. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}
