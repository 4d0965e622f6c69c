import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { newSessionToken } from './session-token.ts';

/** Cookie of a sign-in with an issuer, while the person is there. */
export const signInCookie = 'lectern_sign_in';
/** Seconds that a sign-in may take. */
export const signInSeconds = 600;

/** A sign-in that has begun: what the issuer is asked with, and where the page goes on afterwards. */
export interface SignInFlow {
  /** What the cookie holds: 256 random bits, the time, and where to go on. */
  cookie: string;
  /** Comes back with the answer (RFC 6749), and stands in the token (OpenID Connect); neither tells anything of the cookie. */
  state: string;
  nonce: string;
  /** Proves to the issuer that who began takes the answer (RFC 7636). */
  verifier: string;
  /** A place within the page, such as `/libraries`. */
  to: string;
}

/** Begins a sign-in. `now` is in milliseconds since 1970. */
export function beginSignIn(to: string, now: number): SignInFlow {
  const place = Buffer.from(to).toString('base64url');
  return flowOf(`${newSessionToken()}.${Math.floor(now / 1000)}.${place}`, to);
}

/**
 * The sign-in that a cookie is of; undefined for what is none, and for one that has taken too long. Whoever changes time or
 * place in it has another state than the issuer was given. Pure.
 */
export function readSignIn(cookie: string | undefined, now: number): SignInFlow | undefined {
  const [, began, place] = /^[\w-]{43}\.(\d{1,12})\.([\w-]{0,1400})$/.exec(cookie ?? '') ?? [];
  if (cookie === undefined || began === undefined || place === undefined) return undefined;
  const age = now / 1000 - Number(began);
  if (age < -1 || age > signInSeconds) return undefined;
  return flowOf(cookie, Buffer.from(place, 'base64url').toString());
}

/** Whether an answer of an issuer belongs to this sign-in. */
export function belongsTo({ state }: SignInFlow, given: string): boolean {
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(given), digest(state));
}

/** All of it is made of the cookie, one way, so that there is nothing to store between replicas. */
function flowOf(cookie: string, to: string): SignInFlow {
  const made = (label: string): string =>
    createHmac('sha256', cookie).update(`lectern ${label}`).digest('base64url');
  return { cookie, to, state: made('state'), nonce: made('nonce'), verifier: made('verifier') };
}
