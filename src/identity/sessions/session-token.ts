import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits in base64url: what the cookie of a session holds, and its only copy. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the form of such a token. */
export function isSessionToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/**
 * SHA-256 of a token in hexadecimal, by which its session is stored and found. Without salt: nobody guesses 256 random bits,
 * and a salt could only be found by the token itself.
 */
export function sessionHash(token: string): string {
  return hash('sha256', token, 'hex');
}

/**
 * What the page of a session shows with each request that changes something. Made of the token under a label of its own, so
 * there is nothing to store, and the token cannot be made of it.
 */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('lectern csrf').digest('base64url');
}

/** Whether a request shows the right one; the time it takes tells nothing of either. */
export function csrfMatches(token: string, given: string | undefined): boolean {
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(given ?? ''), digest(csrfTokenOf(token)));
}

/** What a session of the operator is stored with: made of the token, which cannot be made of it. */
export function operatorProof(operatorToken: string): string {
  return createHmac('sha256', operatorToken).update('lectern operator session').digest('hex');
}
