import type { IncomingHttpHeaders } from 'node:http';
import type { CookiePlace } from './cookies.ts';

/** How a request reached the server. */
export interface Reached {
  headers: IncomingHttpHeaders;
  /** `http` or `https`, from a trusted proxy or the connection. */
  protocol: string;
  /** The server's public address, if configured. */
  publicUrl?: string | undefined;
}

/**
 * Returns true if a page of another site or origin sent the request, according to `Sec-Fetch-Site` and `Origin`. Programs send
 * neither header, so their requests do not count as foreign. Pure.
 */
export function isForeign({ headers, publicUrl }: Omit<Reached, 'protocol'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return false;
  // Without a public address, it is unknown whether a proxy ended TLS, so the scheme is not compared.
  return URL.parse(origin)?.host !== headers.host?.toLowerCase();
}

/** Returns path and security of cookies: those of the public address if the request uses it, otherwise of this server's root. Pure. */
export function cookiePlace({ headers, protocol, publicUrl }: Reached): CookiePlace {
  if (publicUrl === undefined) return { path: '/', secure: protocol === 'https', base: '/' };
  const url = new URL(publicUrl);
  const place = publicPlace(url);
  const { origin, host } = headers;
  const uses = origin === undefined ? host?.toLowerCase() === url.host : origin === url.origin;
  return uses ? place : { ...place, path: '/', secure: protocol === 'https' };
}

/** Returns path and security of cookies for the public address. Pure. */
export function publicPlace({ pathname, protocol }: URL): CookiePlace {
  const path = pathname.replace(/\/+$/, '') || '/';
  return { path, secure: protocol === 'https:', base: path };
}
