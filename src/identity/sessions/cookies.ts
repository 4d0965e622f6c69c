/** Cookie of a session; the OpenAPI description names it as a security scheme. */
const sessionCookie = 'lectern_session';
/** With this name, browsers take the cookie only from its own host, over https and for the path / (RFC 6265bis). */
const hostCookie = `__Host-${sessionCookie}`;

/** Path and security of a cookie. */
export interface CookiePlace {
  /** `/`, or the public path of the server. */
  path: string;
  /** True if browsers send it only over https. */
  secure: boolean;
}

/** Returns the name of the cookie of a session. */
export function sessionCookieAt({ path, secure }: CookiePlace): string {
  return secure && path === '/' ? hostCookie : sessionCookie;
}

/**
 * Returns the token of a session. Where the cookie should have the prefix, one without it counts as none, because a sibling host
 * may have set it. One with the prefix always counts: a proxy can hide the host and the scheme that the browser used.
 */
export function sessionTokenOf(header: string | undefined, place: CookiePlace): string | undefined {
  return cookieOf(header, hostCookie) ?? cookieOf(header, sessionCookieAt(place));
}

/** Returns a Set-Cookie header. Scripts cannot read the cookie, and requests of other sites do not send it, except for links. */
export function setCookie(
  [name, value]: [name: string, value: string],
  { path, secure }: CookiePlace,
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
export function dropCookie(name: string, place: CookiePlace): string {
  return setCookie([name, ''], place, 0);
}

/** Returns a cookie's value: the first one, which has the longest path (RFC 6265); undefined without one. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
