import { LecternError } from '../../base/errors.ts';
import {
  type Cookie,
  cookieAt,
  cookieOf,
  type CookiePlace,
  dropCookie,
  setCookie,
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

/** Dependencies of sign-ins with an issuer. */
export interface OidcPorts {
  sessions: Sessions;
  /** Absent if people can only sign in with keys. */
  oidc?: OidcSignIn;
  publicUrl?: string;
  log: RequestLog;
}

/** GET /api/v1/session/oidc: redirects to the issuer. */
export function beginOidc(ports: OidcPorts): Route<'beginOidc'> {
  return {
    async handle({ query }) {
      const { oidc, page, cookie } = configured(ports);
      const to = query('to');
      const flow = beginSignIn(to, Date.now());
      try {
        return {
          redirect: await oidc.authorizationUrl(flow),
          cookies: [setCookie(cookie, flow.cookie, signInSeconds)],
        };
      } catch (error) {
        return refused(error, { ...ports, page, to });
      }
    },
  };
}

/** GET /api/v1/session/callback: handles the issuer's redirect, and returns to the page. */
export function endOidc(ports: OidcPorts): Route<'endOidc'> {
  return {
    async handle(call) {
      const { oidc, page, place, cookie } = configured(ports);
      const over = dropCookie(cookie);
      const flow = readSignIn(cookieOf(call.headers.cookie, cookie.name), Date.now());
      if (!flow || !belongsTo(flow, call.query('state')))
        return { redirect: pageOf(page, 'expired', '/'), cookies: [over] };
      try {
        const person = await oidc.person(answerOf(call), flow);
        const session = await ports.sessions.open({ kind: 'person', person });
        if (!session) throw new Error('the session of a person did not start');
        await endFormer(call, place, ports.sessions);
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

/** Parameters of the issuer's response. Others are ignored. */
const answered = ['code', 'state', 'iss', 'error', 'error_description', 'session_state'] as const;

function answerOf({ query }: Call<'endOidc'>): URLSearchParams {
  const given = answered.map((name): [string, string] => [name, query(name)]);
  return new URLSearchParams(given.filter(([, value]) => value !== ''));
}

function configured({ oidc, publicUrl }: OidcPorts) {
  if (!oidc || publicUrl === undefined) {
    const message =
      'Sign in with a key. Signing in with an issuer needs the setting oidcClientId (LECTERN_OIDC_CLIENT_ID).';
    throw new LecternError('not_found', message);
  }
  const place = publicPlace(new URL(publicUrl));
  return { oidc, page: `${publicUrl}/`, place, cookie: flowCookie(place) };
}

/** Returns the cookie of a sign-in. Over http, only the two operations of a sign-in receive it. */
function flowCookie({ path, ...place }: CookiePlace): Cookie {
  return cookieAt(signInCookie, {
    ...place,
    path: `${path.replace(/\/$/, '')}/api/v1/session`,
  });
}

/** Redirects to the sign-in page with an error that the page can explain. Hides what the issuer or the URL said. */
function refused(
  error: unknown,
  { log, page, to }: { log: RequestLog; page: string; to: string },
): Extract<Reply, { redirect: string }> {
  const failure = failureOf(error);
  if (failure !== 'cancelled')
    log.warn({ err: error, failure }, 'a sign-in with the issuer failed');
  return { redirect: pageOf(page, failure, to) };
}

/** Returns the URL of the sign-in page, which continues to `to` after the sign-in. */
function pageOf(page: string, error: SignInFailure, to: string): string {
  const search = new URLSearchParams({ error });
  if (to !== '/') search.set('then', to);
  return `${page}#/sign-in?${search.toString()}`;
}
