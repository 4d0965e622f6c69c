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
import { cookieOf, sessionCookie } from '../identity/sessions/cookies.ts';
import { isForeign } from '../identity/sessions/origin.ts';
import { csrfMatches } from '../identity/sessions/session-token.ts';
import type { Session, Sessions } from '../identity/sessions/sessions.ts';

export interface AuthorizeOptions {
  /** Address that clients reach the server by, if one is set. */
  publicUrl: string | undefined;
  admission: Admission;
  sessions: Pick<Sessions, 'find'>;
  limits: RateLimits;
}

/**
 * Lets those pass who meet the requirement. A bad key is 401 invalid_api_key, also where none is needed; so is none where
 * one is; one of too low a role is 403 forbidden. A session that is not good counts as none. Whoever asks too often is 429
 * rate_limit_exceeded, who tries keys too. While keys cannot be checked, their bearers get 503 and are not counted.
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

/** Who calls: by the Authorization header, else by the cookie of a session. */
async function identify(
  request: Request,
  { signIn }: Requirement,
  { publicUrl, admission, sessions }: AuthorizeOptions,
): Promise<{ caller: Caller; session?: Session }> {
  const authorization = request.get('authorization');
  const token =
    authorization === undefined && !signIn
      ? cookieOf(request.get('cookie'), sessionCookie)
      : undefined;
  // A link that is followed here carries the cookie; what it reads is nobody's who is signed in.
  if (
    token === undefined ||
    (isReading(request) && isForeign({ headers: request.headers, publicUrl }))
  )
    return { caller: await admission.identify(bearerOf(authorization)) };
  const session = await sessions.find(token);
  return session ? { caller: session.caller, session } : { caller: anonymous };
}

/** Throws LecternError('access_denied') where a cookie that a browser adds by itself is all that a request shows. */
function refuseForged(request: Request, session: Session, publicUrl: string | undefined): void {
  if (isReading(request)) return;
  refuseForeign(request, publicUrl);
  if (csrfMatches(session.token, request.get('x-csrf-token'))) return;
  const message =
    'The header X-CSRF-Token is missing or not of this session: send the csrfToken that GET /api/v1/session answers.';
  throw new LecternError('access_denied', 403, message);
}

/** Throws LecternError('access_denied') for a page of another origin, also where the origin check allows that origin: cookies are not for it. */
function refuseForeign({ headers }: Request, publicUrl: string | undefined): void {
  if (!isForeign({ headers, publicUrl })) return;
  const message =
    'A page of another origin asked for this; pages that this server serves may. Behind a proxy, publicUrl (LECTERN_PUBLIC_URL) says what they are called.';
  throw new LecternError('access_denied', 403, message);
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Counts requests by their address, where whoever calls is looked at later. */
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

/** Who called; set once `authorize` has let them pass. */
export function callerOf({ locals }: Response): Caller {
  return (locals['caller'] as Caller | undefined) ?? anonymous;
}

/** Who calls now, for answers that go on: rejects when they may have it no more. */
export function renewalOf({ locals }: Response): () => Promise<Caller> {
  return (locals['renew'] as (() => Promise<Caller>) | undefined) ?? (async () => anonymous);
}

/** The session that they are known by, if it is one; set with the caller. */
export function sessionOf({ locals }: Response): Session | undefined {
  return locals['session'] as Session | undefined;
}
