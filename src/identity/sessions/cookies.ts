import { createHash } from 'node:crypto';

/** Cookie of a session over http; the OpenAPI description names it as a security scheme. */
const sessionCookie = 'lectern_session';

/** How a browser reaches the server, which determines its cookies. */
export interface CookiePlace {
  /** `/`, or the public path of the server. */
  path: string;
  /** True if browsers send cookies only over https. */
  secure: boolean;
  /** The public path of the server, also if the browser uses another address. */
  base: string;
}

/** Name and attributes of a cookie. */
export interface Cookie extends Pick<CookiePlace, 'path' | 'secure'> {
  name: string;
}

/**
 * Returns a cookie for a place. Over https, its name has a prefix: browsers take it only from its own host, over https and for
 * the path / (RFC 6265bis).
 */
export function cookieAt(name: string, { base, ...place }: CookiePlace): Cookie {
  return place.secure
    ? { name: hostName(name, base), path: '/', secure: true }
    : { name, ...place };
}

/** Returns the name of a cookie that no other host can set. Servers below paths of one host have different names. */
function hostName(name: string, base: string): string {
  if (base === '/') return `__Host-${name}`;
  const hash = createHash('sha256').update(base).digest('hex').slice(0, 16);
  return `__Host-${name}-${hash}`;
}

/** Returns the cookie of a session. */
export function sessionCookieAt(place: CookiePlace): Cookie {
  return cookieAt(sessionCookie, place);
}

/**
 * Returns the token of a session. Where the cookie should have the prefix, one without it counts as none, because a sibling host
 * may have set it. One with the prefix always counts: a proxy can hide the host and the scheme that the browser used.
 */
export function sessionTokenOf(header: string | undefined, place: CookiePlace): string | undefined {
  const own = cookieOf(header, hostName(sessionCookie, place.base));
  return own ?? cookieOf(header, sessionCookieAt(place).name);
}

/** Returns a Set-Cookie header. Scripts cannot read the cookie, and requests of other sites do not send it, except for links. */
export function setCookie(
  { name, path, secure }: Cookie,
  value: string,
  maxAgeSeconds: number,
): string {
  const parts = [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${Math.max(0, Math.floor(maxAgeSeconds))}`,
    'HttpOnly',
    'SameSite=Lax',
  ];
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ');
}

/** Returns a Set-Cookie header that deletes a cookie. */
export function dropCookie(cookie: Cookie): string {
  return setCookie(cookie, '', 0);
}

/** Returns a cookie's value: the first one, which has the longest path (RFC 6265); undefined without one. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
