import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../base/secrets/same-secret.ts';
import { newSessionToken } from './session-token.ts';

/** Cookie of a sign-in, while the person is at the issuer. Over https, its name has a prefix. */
export const signInCookie = 'lectern_sign_in';
/** Maximum seconds of a sign-in. */
export const signInSeconds = 600;

/** A started sign-in: the parameters for the issuer, and the place to return to. */
export interface SignInFlow {
  /** Value of the cookie: 256 random bits, the time, and the place to return to. */
  cookie: string;
  /** Returned with the response (RFC 6749); the nonce is in the ID token (OpenID Connect). Neither reveals the cookie. */
  state: string;
  nonce: string;
  /** Proves to the issuer that the same client started the sign-in (RFC 7636). */
  verifier: string;
  /** A place in the page, such as `/libraries`. */
  to: string;
}

/** Starts a sign-in. `now` is in milliseconds since 1970. */
export function beginSignIn(to: string, now: number): SignInFlow {
  const place = Buffer.from(to).toString('base64url');
  return flowOf(`${newSessionToken()}.${Math.floor(now / 1000)}.${place}`, to);
}

/**
 * Returns the sign-in of a cookie; undefined if the cookie is invalid or too old. A cookie with a changed time or place gives
 * another state than the issuer received. Pure.
 */
export function readSignIn(cookie: string | undefined, now: number): SignInFlow | undefined {
  const [, began, place] = /^[\w-]{43}\.(\d{1,12})\.([\w-]{0,1400})$/.exec(cookie ?? '') ?? [];
  if (cookie === undefined || began === undefined || place === undefined) return undefined;
  const age = now / 1000 - Number(began);
  if (age < -1 || age > signInSeconds) return undefined;
  return flowOf(cookie, Buffer.from(place, 'base64url').toString());
}

/** Returns true if an issuer's response belongs to this sign-in. */
export function belongsTo({ state }: SignInFlow, given: string): boolean {
  return isSameSecret(given, state);
}

/** Derives all values one-way from the cookie, so that replicas share nothing. */
function flowOf(cookie: string, to: string): SignInFlow {
  const made = (label: string): string =>
    createHmac('sha256', cookie).update(`lectern ${label}`).digest('base64url');
  return { cookie, to, state: made('state'), nonce: made('nonce'), verifier: made('verifier') };
}
