import { LecternError } from '../../base/errors.ts';
import { bareHost } from '../../base/http/http-url.ts';
import { signInAddress, type SignInLinks } from '../../identity/sessions/sign-in-links.ts';
import type { Exchange, Route } from '../route.ts';
import { isLoopback } from '../origin-check.ts';
import { beginSession, type SessionPorts } from './sessions.ts';

/** POST /api/v1/sign-in-links. */
export function makeSignInLink(ports: SessionPorts): Route<'makeSignInLink'> {
  return {
    handle(call) {
      const { links, origin } = reached(call, ports);
      const link = links.make();
      const expiresAt = new Date(link.expiresAt).toISOString();
      return { json: { url: signInAddress(origin, link), expiresAt } };
    },
  };
}

/** POST /api/v1/session/link. */
export function signInByLink(ports: SessionPorts): Route<'signInByLink'> {
  return {
    async handle(call) {
      const { links } = reached(call, ports);
      const { token } = call.body;
      if (!links.use(token)) {
        const message =
          'This sign-in link is not valid: it was used, has expired, or a newer one replaced it. To get another, run `lectern sign-in` on the machine of the server.';
        throw new LecternError('invalid_sign_in_link', message);
      }
      return beginSession(call, ports, ports.sessions.operator);
    },
  };
}

/** Returns the links and the origin of the request. Throws LecternError if the server or the origin is not loopback. */
function reached(
  { headers, protocol = 'http' }: Exchange,
  { signInLinks }: SessionPorts,
): { links: SignInLinks; origin: string } {
  if (!signInLinks) {
    const message =
      'Sign-in links are for a server that `lectern up` runs on a loopback address. Sign in with a key.';
    throw new LecternError('not_found', message);
  }
  const url = URL.parse(`${protocol}://${headers.host}`);
  if (!url || !isLoopback(bareHost(url.hostname))) {
    const message =
      'Sign-in links work only on the machine of the server. Use a loopback address such as 127.0.0.1.';
    throw new LecternError('access_denied', message);
  }
  return { links: signInLinks, origin: url.origin };
}
