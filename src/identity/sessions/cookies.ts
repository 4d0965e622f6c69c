/** Cookie of a session; the OpenAPI description names it as a security scheme. */
export const sessionCookie = 'lectern_session';

/** Where a cookie is good, and how it travels. */
export interface CookiePlace {
  /** `/`, or the path that the server is reached below. */
  path: string;
  /** Whether browsers send it over https alone. */
  secure: boolean;
}

/** A Set-Cookie header no script reads and no other site's request carries, but for a link that is followed here. */
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

/** A Set-Cookie header that removes one. */
export function dropCookie(name: string, place: CookiePlace): string {
  return setCookie([name, ''], place, 0);
}

/** The value of a cookie in a Cookie header: the first, which is that of the longest path (RFC 6265); undefined without one. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
