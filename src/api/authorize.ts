import type { Request, RequestHandler, Response } from 'express';
import type { Admission, Requirement } from '../identity/access/admission.ts';
import { isCallersFault } from '../identity/access/errors.ts';
import { bearerOf } from '../identity/access/authenticator.ts';
import { anonymous, type Caller } from '../identity/access/caller.ts';
import { LecternError } from '../base/errors.ts';
import {
  limitHeaders,
  RateLimitExceeded,
  refusalHeaders,
  type RateLimits,
} from '../identity/limits/rate-limits.ts';
import { sessionTokenOf } from '../identity/sessions/cookies.ts';
import { cookiePlace, isForeign } from '../identity/sessions/origin.ts';
import { csrfMatches } from '../identity/sessions/session-token.ts';
import type { Session, Sessions } from '../identity/sessions/sessions.ts';

/** What requests are checked against: keys, sessions and limits. All operations of a server share it. */
export interface AuthorizeOptions {
  /** Address that clients reach the server by, if one is set. Pages of its origin count as pages of this server. */
  publicUrl: string | undefined;
  admission: Admission;
  sessions: Pick<Sessions, 'find'>;
  limits: RateLimits;
}

/**
 * Authenticates and authorizes a request. Bad key: 401 invalid_api_key, even on public operations. Missing key: 401 where one
 * is required. Role too low: 403 forbidden. An ended session counts as no session. Too many requests, failed keys included:
 * 429 rate_limit_exceeded. If keys cannot be checked: 503, and the request does not count towards a limit.
 */
export function authorize(requirement: Requirement, options: AuthorizeOptions): RequestHandler {
  const { publicUrl, admission, limits } = options;
  return async (request, response, next) => {
    const exchange = { request, response };
    const { caller, session } = await identify(request, requirement, options).catch(
      async (error: unknown) => {
        if (isCallersFault(error)) await count(anonymous, exchange, limits);
        throw error;
      },
    );
    await count(caller, exchange, limits);
    if (requirement.signIn) refuseForeign(request, publicUrl);
    if (session) refuseForged(request, session, publicUrl);
    admission.check(caller, requirement);
    const renew = async (): Promise<Caller> => {
      const again = await identify(request, requirement, options);
      admission.check(again.caller, requirement);
      return again.caller;
    };
    Object.assign(response.locals, { caller, session, renew });
    next();
  };
}

/** Identifies the caller by the Authorization header, else by the session cookie. */
async function identify(
  request: Request,
  { signIn }: Requirement,
  { publicUrl, admission, sessions }: AuthorizeOptions,
): Promise<{ caller: Caller; session?: Session }> {
  const authorization = request.get('authorization');
  const { headers, protocol } = request;
  const token =
    authorization === undefined && !signIn
      ? sessionTokenOf(headers.cookie, cookiePlace({ headers, protocol, publicUrl }))
      : undefined;
  // A link on another site carries the cookie. Its request counts as anonymous.
  if (token === undefined || (isReading(request) && isForeign({ headers, publicUrl })))
    return { caller: await admission.identify(bearerOf(authorization)) };
  const session = await sessions.find(token);
  return session ? { caller: session.caller, session } : { caller: anonymous };
}

/** Throws LecternError('access_denied') if a request that changes something lacks the session's CSRF token. */
function refuseForged(request: Request, session: Session, publicUrl: string | undefined): void {
  if (isReading(request)) return;
  refuseForeign(request, publicUrl);
  if (csrfMatches(session.token, request.get('x-csrf-token'))) return;
  const message =
    'Missing or wrong X-CSRF-Token header. Send the csrfToken from GET /api/v1/session.';
  throw new LecternError('access_denied', message);
}

/** Throws LecternError('access_denied') for a page of another origin, also where the origin check allows that origin: cookies are not for it. */
function refuseForeign({ headers }: Request, publicUrl: string | undefined): void {
  if (!isForeign({ headers, publicUrl })) return;
  const message =
    'A page of another origin sent this request; only pages of this server may. Behind a proxy, set publicUrl (LECTERN_PUBLIC_URL) to the public address.';
  throw new LecternError('access_denied', message);
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Counts requests by address, for operations that identify the caller later. */
export function rateLimited({ limits }: Pick<AuthorizeOptions, 'limits'>): RequestHandler {
  return async (request, response, next) => {
    await count(anonymous, { request, response }, limits);
    next();
  };
}

async function count(
  caller: Caller,
  { request, response }: { request: Request; response: Response },
  limits: RateLimits,
): Promise<void> {
  try {
    const standing = await limits.take({ caller, address: request.ip });
    if (standing) response.set(limitHeaders(standing));
  } catch (error) {
    if (error instanceof RateLimitExceeded) response.set(refusalHeaders(error));
    throw error;
  }
}

/** Returns the caller that `authorize` identified. */
export function callerOf({ locals }: Response): Caller {
  return (locals['caller'] as Caller | undefined) ?? anonymous;
}

/** Returns a function that identifies the caller again, for long responses. It rejects if the caller lost access. */
export function renewalOf({ locals }: Response): () => Promise<Caller> {
  return (locals['renew'] as (() => Promise<Caller>) | undefined) ?? (async () => anonymous);
}

/** Returns the session that identified the caller, if any. */
export function sessionOf({ locals }: Response): Session | undefined {
  return locals['session'] as Session | undefined;
}
