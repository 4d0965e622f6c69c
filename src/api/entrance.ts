import { hostname } from 'node:os';
import type { Request, RequestHandler } from 'express';
import { LecternError } from '../base/errors.ts';
import { corsKeyHeaders } from './mcp/api-key.ts';
import { hostAllowed, pageOf, type ServerNames } from './server-names.ts';

/** What pages of allowed origins may send and read. They never use cookies, so credentials are not allowed. */
const corsHeaders = {
  'Access-Control-Allow-Methods': 'GET,POST,OPTIONS,DELETE,PUT,PATCH',
  'Access-Control-Allow-Headers': `Content-Type, Last-Event-ID, MCP-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, ${corsKeyHeaders.join(', ')}`,
  'Access-Control-Expose-Headers':
    'WWW-Authenticate, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
};

/**
 * The one check of where a request comes from. It stands before every route, so that no operation, page or file is served
 * without it. Throws LecternError('access_denied') if the Host header does not name this server, or if a page of an origin
 * that is not allowed sent the request. Answers preflights of allowed origins.
 */
export function entrance(given: ServerNames): RequestHandler {
  const names = { ...given, machine: hostname() };
  return (request, response, next) => {
    response.vary('Origin');
    const { host, origin } = request.headers;
    if (!hostAllowed(host, names)) throw wrongHost(host ?? '', names);
    const page = pageOf(request, names);
    if (page === 'refused') throw foreignPage(request);
    if (page !== 'allowed' || origin === undefined) {
      next();
      return;
    }
    response.set({ 'Access-Control-Allow-Origin': origin, ...corsHeaders });
    if (isPreflight(request)) response.status(200).type('text').send('OK');
    else next();
  };
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function wrongHost(header: string, { host, publicUrl }: ServerNames): LecternError {
  const known = publicUrl ?? host;
  const message = `The Host header says "${shown(header)}", which is no name of this server. Call the server by ${known}, or add the name to allowedHosts (LECTERN_ALLOWED_HOSTS).`;
  return new LecternError('access_denied', 403, message);
}

function foreignPage({ headers }: Request): LecternError {
  const { origin } = headers;
  const message =
    origin === undefined
      ? `The Sec-Fetch-Site header says "${shown(String(headers['sec-fetch-site']))}": a page of another origin sent this request. Only pages of this server and of the origins in allowedOrigins (LECTERN_ALLOWED_ORIGINS) may call it, and they must send the Origin header.`
      : `The Origin header says "${shown(origin)}": pages of that origin may not call this server. Add the origin to allowedOrigins (LECTERN_ALLOWED_ORIGINS), or set publicUrl (LECTERN_PUBLIC_URL) if it is the server's own address behind a proxy.`;
  return new LecternError('access_denied', 403, message);
}

/** Headers are as long as their sender likes. */
function shown(header: string): string {
  return header.length > 100 ? `${header.slice(0, 100)}...` : header;
}
