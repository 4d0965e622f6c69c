import { createHmac, hash, randomBytes } from 'node:crypto';
import { isSameSecret } from '../../base/secrets/same-secret.ts';

/** Returns 256 random bits in base64url: the session cookie, which is their only copy. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns true if a text has the form of such a token. */
export function isSessionToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/**
 * Returns the SHA-256 of a token in hexadecimal, which identifies its session in the store. It needs no salt, because nobody can
 * guess 256 random bits; finding a salt would require the token.
 */
export function sessionHash(token: string): string {
  return hash('sha256', token, 'hex');
}

/**
 * Returns the CSRF token that a session's page sends with each change. It is derived from the session token with its own label,
 * so nothing has to be stored, and it does not reveal the session token.
 */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('lectern csrf').digest('base64url');
}

/** Compares a request's CSRF token in constant time. */
export function csrfMatches(token: string, given: string | undefined): boolean {
  return isSameSecret(given ?? '', csrfTokenOf(token));
}

/** Returns the proof of the operator token for the operator's sessions; it does not reveal the token. */
export function operatorProof(operatorToken: string): string {
  return createHmac('sha256', operatorToken).update('lectern operator session').digest('hex');
}
