/** Cookie of a session; the OpenAPI description names it as a security scheme. */
export const sessionCookie = 'lectern_session';

/** Path and security of a cookie. */
export interface CookiePlace {
  /** `/`, or the public path of the server. */
  path: string;
  /** True if browsers send it only over https. */
  secure: boolean;
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
