import { BlockList, isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Request, RequestHandler } from 'express';
import { LecternError } from '../base/errors.ts';
import { bareHost } from '../base/http/http-url.ts';
import { corsKeyHeaders } from './mcp/api-key.ts';

/** CORS headers for pages of allowed origins. They do not allow credentials, because such pages never use cookies. */
const corsHeaders = {
  'Access-Control-Allow-Methods': 'GET,POST,OPTIONS,DELETE,PUT,PATCH',
  'Access-Control-Allow-Headers': `Content-Type, Last-Event-ID, MCP-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, X-Lectern-Project, ${corsKeyHeaders.join(', ')}`,
  'Access-Control-Expose-Headers':
    'WWW-Authenticate, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Server-Timing, X-Answer-Tokens',
};

/**
 * The only check of the origin of a request. It runs before every route, so that all operations, pages and files are protected.
 * Throws LecternError('access_denied') if the Host header does not name this server, or if a page of a forbidden origin sent the
 * request. Answers preflights of allowed origins.
 */
export function checkOrigin(given: ServerNames): RequestHandler {
  const names = { ...given, machine: hostname() };
  return (request, response, next) => {
    response.vary('Origin');
    const { host, origin } = request.headers;
    refuseSecondHost(request);
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

/** A proxy may look at the last one, and Node at the first. RFC 9112, section 3.2. */
function refuseSecondHost({ headersDistinct }: Request): void {
  if ((headersDistinct['host']?.length ?? 0) < 2) return;
  throw new LecternError('validation_error', 'The request must have one Host header only.');
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function wrongHost(header: string, { host, publicUrl }: ServerNames): LecternError {
  const known = publicUrl ?? host;
  const message = `The Host header says "${shown(header)}", which is not a name of this server. Call the server by ${known}, or add the name to allowedHosts (LECTERN_ALLOWED_HOSTS).`;
  return new LecternError('access_denied', message);
}

function foreignPage({ headers }: Request): LecternError {
  const { origin } = headers;
  const message =
    origin === undefined
      ? `The Sec-Fetch-Site header says "${shown(String(headers['sec-fetch-site']))}": a page of another origin sent this request. Only pages of this server and of the origins in allowedOrigins (LECTERN_ALLOWED_ORIGINS) may call it, and they must send the Origin header.`
      : `The Origin header says "${shown(origin)}": pages of that origin may not call this server. Add the origin to allowedOrigins (LECTERN_ALLOWED_ORIGINS), or set publicUrl (LECTERN_PUBLIC_URL) if it is the server's own address behind a proxy.`;
  return new LecternError('access_denied', message);
}

/** Shortens a header for a message. */
function shown(header: string): string {
  return header.length > 100 ? `${header.slice(0, 100)}...` : header;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** The names that a server answers to, and the pages that may call it. */
export interface ServerNames {
  /** Address or name that the server is bound to. */
  host: string;
  /** The server's public address, for example behind a proxy. */
  publicUrl?: string;
  /** More host names that clients may call the server by; `*.example.com` stands for every name below example.com. */
  allowedHosts?: readonly string[];
  /** Origins of other pages that may call the server, such as `https://app.example.com`. */
  allowedOrigins?: readonly string[];
  /** Host name of the machine. */
  machine?: string;
}

/** The headers in which a browser describes the sender of a request. Programs send none of them. */
export interface Sender {
  method: string;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * The sender of a request, according to its headers:
 *
 * - `none`: a program or a page of this server sent the request, or a person opened the address.
 * - `allowed`: a page of an allowed origin, which may call the server and read its responses.
 * - `navigation`: a person followed a link on another page, which cannot read the response.
 * - `refused`: a page of an origin that is not allowed.
 */
export type PageOf = 'none' | 'allowed' | 'navigation' | 'refused';

/** Suffixes that public name servers do not resolve, so DNS rebinding cannot use them. */
const privateSuffixes = ['.svc', '.svc.cluster.local', '.local', '.internal'];

/**
 * Returns true if a Host header names the server. In a DNS rebinding attack, the header has the attacker's name. So names that
 * strangers can own are refused, unless a setting lists them. Only programs send no Host header.
 */
export function hostAllowed(header: string | undefined, names: ServerNames): boolean {
  if (header === undefined) return true;
  const name = hostNameOf(header);
  if (name === undefined) return false;
  const known = [names.host, names.machine, ...publicHost(names)];
  if (isLoopback(name) || known.some((one) => one !== undefined && plain(one) === name))
    return true;
  if ((names.allowedHosts ?? []).some((pattern) => covers(plain(pattern), name))) return true;
  return !isLoopback(names.host) && !canBeRebound(name);
}

/** Classifies the page that sent a request. Call it after `hostAllowed`. */
export function pageOf(sender: Sender, names: ServerNames): PageOf {
  const { origin, host, 'sec-fetch-site': site = 'none' } = sender.headers;
  const isForeign = site !== 'same-origin' && site !== 'none';
  if (typeof origin !== 'string') {
    if (!isForeign) return 'none';
  } else {
    if (!isForeign && isOwn(origin, host)) return 'none';
    if (originAllowed(origin.toLowerCase(), names)) return 'allowed';
  }
  return isNavigation(sender) ? 'navigation' : 'refused';
}

/** Compares hosts without the scheme: without a public address, it is unknown whether a proxy ended TLS. */
function isOwn(origin: string, host: string | string[] | undefined): boolean {
  return typeof host === 'string' && URL.parse(origin)?.host === host.toLowerCase();
}

/** Returns true if the response opens in a tab of the user. A frame would be part of the page around it. */
function isNavigation({ method, headers }: Sender): boolean {
  const opens =
    headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return opens && (method === 'GET' || method === 'HEAD');
}

function originAllowed(origin: string, names: ServerNames): boolean {
  const { publicUrl, allowedOrigins = [] } = names;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  if (allowedOrigins.some((one) => one.toLowerCase() === origin)) return true;
  const url = /^https?:/.test(origin) ? URL.parse(origin) : null;
  return url !== null && isLoopback(names.host) && isLoopback(bareHost(url.hostname));
}

/** Returns a name in lower case, without the dot at the end of an absolute name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** Returns the host of a Host header, as `plain`, without port and brackets; undefined for an invalid header. */
function hostNameOf(header: string): string | undefined {
  const name = /^(\[[0-9a-f:.]+\]|[^:[\]/@\s]+)(?::\d{1,5})?$/i.exec(header)?.[1];
  return name === undefined ? undefined : bareHost(plain(name));
}

function publicHost({ publicUrl }: ServerNames): string[] {
  return publicUrl === undefined ? [] : [bareHost(new URL(publicUrl).hostname)];
}

function covers(pattern: string, name: string): boolean {
  return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : bareHost(pattern) === name;
}

/** Returns true if a stranger could own the name. Addresses are safe, and so are names without a dot: they are local. */
function canBeRebound(name: string): boolean {
  if (isIP(name) !== 0 || !name.includes('.')) return false;
  return !privateSuffixes.some((suffix) => name.endsWith(suffix));
}

/** Returns true if a name or address, without brackets, is a loopback one. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const family = isIP(name);
  return family !== 0 && loopback.check(name, family === 6 ? 'ipv6' : 'ipv4');
}
