import { LecternError } from '../../base/errors.ts';
import {
  cookieOf,
  dropCookie,
  setCookie,
  type CookiePlace,
} from '../../identity/sessions/cookies.ts';
import {
  failureOf,
  type OidcSignIn,
  type SignInFailure,
} from '../../identity/sessions/oidc-sign-in.ts';
import { publicPlace } from '../../identity/sessions/origin.ts';
import type { Sessions } from '../../identity/sessions/sessions.ts';
import {
  beginSignIn,
  belongsTo,
  readSignIn,
  signInCookie,
  signInSeconds,
} from '../../identity/sessions/sign-in-flow.ts';
import type { RequestLog } from '../request-log.ts';
import type { Call, Reply, Route } from '../route.ts';
import { cookieFor, endFormer } from './sessions.ts';

/** What sign-ins with an issuer are made of. */
export interface OidcPorts {
  sessions: Sessions;
  /** Absent where keys alone sign in. */
  oidc?: OidcSignIn;
  publicUrl?: string;
  log: RequestLog;
}

/** GET /api/v1/session/oidc: off to the issuer. */
export function beginOidc(ports: OidcPorts): Route<'beginOidc'> {
  return {
    async handle({ query }) {
      const { oidc, page, place } = configured(ports);
      const to = query('to');
      const flow = beginSignIn(to, Date.now());
      try {
        return {
          redirect: await oidc.authorizationUrl(flow),
          cookies: [setCookie([signInCookie, flow.cookie], flowPlace(place), signInSeconds)],
        };
      } catch (error) {
        return refused(error, { ...ports, page, to });
      }
    },
  };
}

/** GET /api/v1/session/callback: back from the issuer, to where the page was left. */
export function endOidc(ports: OidcPorts): Route<'endOidc'> {
  return {
    async handle(call) {
      const { oidc, page, place } = configured(ports);
      const over = dropCookie(signInCookie, flowPlace(place));
      const flow = readSignIn(cookieOf(call.headers.cookie, signInCookie), Date.now());
      if (!flow || !belongsTo(flow, call.query('state')))
        return { redirect: pageOf(page, 'expired', '/'), cookies: [over] };
      try {
        const person = await oidc.person(answerOf(call), flow);
        const session = await ports.sessions.open({ kind: 'person', person });
        if (!session) throw new Error('the session of a person was not begun');
        await endFormer(call, ports.sessions);
        return {
          redirect: new URL(`#${flow.to}`, page).href,
          cookies: [over, cookieFor(session, place)],
        };
      } catch (error) {
        return { ...refused(error, { ...ports, page, to: flow.to }), cookies: [over] };
      }
    },
  };
}

/** The parameters that an issuer answers with; what else stands in the address counts for nothing. */
const answered = ['code', 'state', 'iss', 'error', 'error_description', 'session_state'] as const;

function answerOf({ query }: Call<'endOidc'>): URLSearchParams {
  const given = answered.map((name): [string, string] => [name, query(name)]);
  return new URLSearchParams(given.filter(([, value]) => value !== ''));
}

function configured({ oidc, publicUrl }: OidcPorts) {
  if (!oidc || publicUrl === undefined) {
    const message =
      'Sign in with a key. Signing in with an issuer needs the setting oidcClientId (LECTERN_OIDC_CLIENT_ID).';
    throw new LecternError('not_found', 404, message);
  }
  return { oidc, page: `${publicUrl}/`, place: publicPlace(new URL(publicUrl)) };
}

/** Sent to the two operations of a sign-in alone. */
function flowPlace({ path, secure }: CookiePlace): CookiePlace {
  return { path: `${path.replace(/\/$/, '')}/api/v1/session`, secure };
}

/** Back to the sign-in page with what it has words for; nothing of what the issuer or the address said is shown. */
function refused(
  error: unknown,
  { log, page, to }: { log: RequestLog; page: string; to: string },
): Extract<Reply, { redirect: string }> {
  const failure = failureOf(error);
  if (failure !== 'cancelled')
    log.warn({ err: error, failure }, 'a sign-in with the issuer failed');
  return { redirect: pageOf(page, failure, to) };
}

/** The sign-in page, which goes on from there to where this one would have. */
function pageOf(page: string, error: SignInFailure, to: string): string {
  const search = new URLSearchParams({ error });
  if (to !== '/') search.set('then', to);
  return `${page}#/sign-in?${search.toString()}`;
}
