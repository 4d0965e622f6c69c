import { checkedFetch, type CheckedResponse } from './openapi-check.ts';
import { rawRequest } from './raw-request.ts';

/**
 * A browser with one page of a server. It keeps cookies, and its requests name the origin of the
 * page.
 */
export interface SignedInBrowser {
  /** Returns the Cookie header of its requests. */
  cookies(): string;
  /** Sets a cookie, as an attacker's page could. */
  plant(cookie: string): void;
  /**
   * Sends a request of the page. A request that changes data carries the CSRF token of the
   * sign-in.
   */
  send(method: string, path: string, body?: unknown, headers?: Headed): Promise<CheckedResponse>;
  /** Opens an address like a link, without following redirects. Keeps cookies. */
  open(address: string | URL, headers?: Headed): Promise<Response>;
  signIn(key: string): Promise<CheckedResponse>;
  /** Reads the session, and keeps its CSRF token. Needed after a sign-in through another way. */
  who(): Promise<CheckedResponse>;
}

type Headed = Record<string, string>;

/** Opens a browser at a server. Sends all cookies of the server with every path. */
export function browserAt(url: string): SignedInBrowser {
  const jar = new Map<string, string>();
  let csrfToken: string | undefined;
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = (headers: Headers): void => {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/; Max-Age=0(;|$)/.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
  };
  const own = (): Headed => ({ ...(jar.size > 0 && { cookie: cookies() }) });
  const browser: SignedInBrowser = {
    cookies,
    plant(cookie) {
      const [name = '', value = ''] = cookie.split('=');
      jar.set(name, value);
    },
    async send(method, path, body, headers = {}) {
      const answer = await checkedFetch(`${url}${path}`, {
        method,
        headers: {
          ...own(),
          origin: url,
          'sec-fetch-site': 'same-origin',
          ...(csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      keep(answer.headers);
      return answer;
    },
    async open(address, headers = {}) {
      const response = await rawRequest(new URL(address, url), {
        headers: {
          ...own(),
          'sec-fetch-site': 'none',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-dest': 'document',
          ...headers,
        },
      });
      keep(response.headers);
      return response;
    },
    async signIn(key) {
      const answer = await browser.send('POST', '/api/v1/session', { key });
      csrfToken = answer.json.csrfToken;
      return answer;
    },
    async who() {
      const answer = await browser.send('GET', '/api/v1/session');
      csrfToken = answer.json.csrfToken;
      return answer;
    },
  };
  return browser;
}
