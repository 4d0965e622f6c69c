import { hash, timingSafeEqual } from 'node:crypto';
import { newSessionToken } from './session-token.ts';

/** Minutes that a sign-in link is good for: long enough to change to a browser, too short to be worth keeping. */
export const linkMinutes = 10;

/** A sign-in link that was made just now. */
export interface SignInLink {
  /** 256 random bits in base64url; the link has its only copy. */
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** The sign-in links of a server. */
export interface SignInLinks {
  /** Makes a link. The link before it is good no more. */
  make(): SignInLink;
  /** Returns whether the token is that of the link, and uses the link up if it is. */
  use(token: string): boolean;
}

/**
 * Links that sign a person in at a server on a loopback address, as `lectern up` prints one in a terminal.
 *
 * Who reads the terminal owns the data directory, and may do what its operator token allows. A link is weaker than the
 * token: it works once and for ten minutes, and ends with the process, because it is kept in memory alone. There is one link
 * at a time, so a link that somebody lost ends with the next one.
 *
 * The token stands behind the `#` of the address, which browsers do not send. So it is in no log and no Referer header, and
 * a program that looks at links, such as a chat, does not use it up: the page reads the token, takes it out of the address
 * and sends it in the body of a POST. `now` returns milliseconds since 1970.
 */
export function createSignInLinks(now: () => number = Date.now): SignInLinks {
  let held: { digest: Buffer; expiresAt: number } | undefined;
  return {
    make() {
      const token = newSessionToken();
      const expiresAt = now() + linkMinutes * 60_000;
      held = { digest: digestOf(token), expiresAt };
      return { token, expiresAt };
    },
    use(token) {
      if (!held || now() >= held.expiresAt) return false;
      // The time that it takes tells nothing of the token.
      if (!timingSafeEqual(digestOf(token), held.digest)) return false;
      held = undefined;
      return true;
    },
  };
}

/** The address that signs a person in; `origin` is that of the server, without a slash at the end. */
export function signInAddress(origin: string, { token }: Pick<SignInLink, 'token'>): string {
  return `${origin}/#/sign-in?link=${token}`;
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
