import { hash, timingSafeEqual } from 'node:crypto';
import { newSessionToken } from './session-token.ts';

/** Minutes that a sign-in link is valid: enough to switch to a browser, too few to be worth stealing. */
export const linkMinutes = 10;

/** A new sign-in link. */
export interface SignInLink {
  /** 256 random bits in base64url; the link has its only copy. */
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** The sign-in links of a server. */
export interface SignInLinks {
  /** Creates a link. The previous link becomes invalid. */
  make(): SignInLink;
  /** Returns true if the token is valid, and invalidates it. */
  use(token: string): boolean;
}

/**
 * Links that sign a person in at a server on a loopback address; `lectern up` prints one in a terminal.
 *
 * A person who reads the terminal owns the data directory, and has the rights of the operator token. A link is weaker than
 * the token: it works once, for ten minutes, and only while the process runs, because it is kept in memory. There is one link
 * at a time, so the next link invalidates a lost one.
 *
 * The token is after the `#` of the URL, which browsers do not send. So it is not in logs or Referer headers, and a program
 * that previews links, such as a chat, does not use it up. The page reads the token, removes it from the URL, and sends it in
 * the body of a POST. `now` returns milliseconds since 1970.
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
      // Constant time reveals nothing about the token.
      if (!timingSafeEqual(digestOf(token), held.digest)) return false;
      held = undefined;
      return true;
    },
  };
}

/** Returns the URL that signs a person in; `origin` is that of the server, without a trailing slash. */
export function signInAddress(origin: string, { token }: Pick<SignInLink, 'token'>): string {
  return `${origin}/#/sign-in?link=${token}`;
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
