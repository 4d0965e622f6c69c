import type { IncomingHttpHeaders } from 'node:http';
import type { CookiePlace } from './cookies.ts';

/** How a request reached the server. */
export interface Reached {
  headers: IncomingHttpHeaders;
  /** `http` or `https`, as a trusted proxy says or the connection is. */
  protocol: string;
  /** Address that clients reach the server by, if one is set. */
  publicUrl?: string | undefined;
}

/**
 * Whether a page of another site, or of another origin of the same site, made a browser send this: it says so in
 * `Sec-Fetch-Site`, and where from in `Origin`. Programs send neither, and are none of theirs. Pure.
 */
export function isForeign({ headers, publicUrl }: Omit<Reached, 'protocol'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return false;
  // Without a public address nothing says whether a proxy has taken TLS off, so the scheme is left open.
  return URL.parse(origin)?.host !== headers.host?.toLowerCase();
}

/** Where the cookies of whoever sent this belong: below the public address where they use it, else at this server's root. Pure. */
export function cookiePlace({ headers, protocol, publicUrl }: Reached): CookiePlace {
  const url = publicUrl === undefined ? undefined : new URL(publicUrl);
  const { origin, host } = headers;
  const uses =
    url && (origin === undefined ? host?.toLowerCase() === url.host : origin === url.origin);
  return uses ? publicPlace(url) : { path: '/', secure: protocol === 'https' };
}

/** Where cookies of the public address belong. Pure. */
export function publicPlace({ pathname, protocol }: URL): CookiePlace {
  return { path: pathname.replace(/\/+$/, '') || '/', secure: protocol === 'https:' };
}
