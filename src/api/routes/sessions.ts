import type { Admission } from '../../identity/access/admission.ts';
import type { AnonymousAccess, Caller } from '../../identity/access/caller.ts';
import { BadCredential } from '../../identity/access/errors.ts';
import { LecternError } from '../../base/errors.ts';
import {
  dropCookie,
  sessionCookieAt,
  sessionTokenOf,
  setCookie,
  type CookiePlace,
} from '../../identity/sessions/cookies.ts';
import { cookiePlace } from '../../identity/sessions/origin.ts';
import type { Holder } from '../../identity/sessions/session-store.ts';
import { csrfTokenOf } from '../../identity/sessions/session-token.ts';
import type { Session, Sessions } from '../../identity/sessions/sessions.ts';
import type { SignInLinks } from '../../identity/sessions/sign-in-links.ts';
import type { Exchange, Reply, Route } from '../route.ts';

/** Dependencies of the session routes. */
export interface SessionPorts {
  sessions: Sessions;
  admission: Pick<Admission, 'identify'>;
  publicUrl?: string;
  /** What callers without a key may do. */
  anonymous: AnonymousAccess;
  /** The issuer that also signs people in; absent if people can only sign in with keys. */
  oidc?: SignInElsewhere;
  /** Absent on a cluster, and if the server is not bound to a loopback address. */
  signInLinks?: SignInLinks;
}

/** The part of a sign-in with an issuer that these routes use. */
interface SignInElsewhere {
  issuer: string;
  /** Returns the URL that ends the issuer's own session; undefined if the issuer has none or is unreachable. */
  endSessionUrl(): Promise<string | undefined>;
}

/** GET /api/v1/session. */
export function getSession(ports: SessionPorts): Route<'getSession'> {
  return { handle: ({ caller, session }) => ({ json: viewOf({ caller, session, ports }) }) };
}

/** POST /api/v1/session: signs in with a key or the operator token. */
export function signIn(ports: SessionPorts): Route<'signIn'> {
  const { sessions, admission } = ports;
  return {
    async handle(call) {
      const { key } = call.body;
      return beginSession(call, ports, holderOf(await admission.identify(key), sessions));
    },
  };
}

/** Begins a session and ends the one whose cookie came with the request. Throws BadCredential if its key is no longer valid. */
export async function beginSession(
  call: Exchange,
  ports: SessionPorts,
  holder: Holder,
): Promise<Reply> {
  const { sessions } = ports;
  const session = await sessions.open(holder);
  if (!session) throw new BadCredential('The key was just revoked or has expired.');
  const place = placeOf(call, ports);
  await endFormer(call, place, sessions);
  return {
    json: viewOf({ caller: session.caller, session, ports }),
    cookies: [cookieFor(session, place)],
  };
}

/** DELETE /api/v1/session. */
export function signOut(ports: SessionPorts): Route<'signOut'> {
  const { sessions, oidc } = ports;
  return {
    async handle(call) {
      const { session } = call;
      const place = placeOf(call, ports);
      if (session) await sessions.close(session.token);
      const isPerson = session && session.caller.userId !== undefined && !session.caller.keyId;
      const endSessionUrl = isPerson ? await oidc?.endSessionUrl() : undefined;
      return {
        json: {
          message: session ? 'You are signed out.' : 'You were not signed in.',
          ...(endSessionUrl !== undefined && { endSessionUrl }),
        },
        cookies: [dropCookie(sessionCookieAt(place))],
      };
    },
  };
}

/** Ends the session of the cookie in a sign-in request: a browser has one session at a time. */
export async function endFormer(
  { headers }: Pick<Exchange, 'headers'>,
  place: CookiePlace,
  sessions: Pick<Sessions, 'close'>,
): Promise<void> {
  const former = sessionTokenOf(headers.cookie, place);
  if (former !== undefined) await sessions.close(former);
}

/** Returns the cookie of a session. */
export function cookieFor({ token, expiresAt }: Session, place: CookiePlace): string {
  return setCookie(sessionCookieAt(place), token, (expiresAt - Date.now()) / 1000);
}

function placeOf(
  { headers, protocol = 'http' }: Exchange,
  { publicUrl }: SessionPorts,
): CookiePlace {
  return cookiePlace({ headers, protocol, publicUrl });
}

function holderOf({ role, keyId }: Caller, sessions: Sessions): Holder {
  if (role === 'operator') return sessions.operator;
  if (keyId !== undefined) return { kind: 'key', id: keyId };
  const message =
    'Field "key" must be an API key or the operator token. Send an access token with each request instead.';
  throw new LecternError('validation_error', message);
}

/** Session of the OpenAPI document. */
function viewOf({
  caller: { role, teamspace, teamspaceRole, keyId, userId },
  session,
  ports: { anonymous, oidc, signInLinks },
}: {
  caller: Caller;
  session?: Session | undefined;
  ports: Pick<SessionPorts, 'anonymous' | 'oidc' | 'signInLinks'>;
}) {
  return {
    role,
    teamspace,
    ...(teamspaceRole && { teamspaceRole }),
    ...(keyId !== undefined && { keyId }),
    ...(userId !== undefined && { userId }),
    ...(session && {
      name: session.name,
      expiresAt: new Date(session.expiresAt).toISOString(),
      csrfToken: csrfTokenOf(session.token),
    }),
    anonymousAccess: anonymous,
    signIn: {
      key: true,
      link: signInLinks !== undefined,
      oidc: oidc !== undefined,
      ...(oidc && { issuer: new URL(oidc.issuer).host }),
    },
  };
}
