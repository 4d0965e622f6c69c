import { beforeAll, describe, expect, test } from 'vitest';
import { createSignInLinks } from '../../../src/identity/sessions/sign-in-links.ts';
import { browserAt } from '../../support/signed-in-browser.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { operatorToken, startApi, type ApiServer } from '../api/api-server.ts';

const use = '/api/v1/session/link';
const make = '/api/v1/sign-in-links';

let now = 0;
const links = createSignInLinks(() => now);
let server: ApiServer;
beforeAll(async () => {
  server = await startApi({ parts: { signInLinks: links }, settings: { anonymousAccess: 'none' } });
  return server.close;
});

/** Returns the token of a new sign-in link for the operator. */
async function newToken(): Promise<string> {
  const { status, json } = await server.send('POST', make);
  expect(status).toBe(200);
  const { origin, hash } = new URL(json.url);
  expect(origin).toBe(server.url);
  return new URLSearchParams(hash.split('?')[1]).get('link')!;
}

describe('a sign-in link', () => {
  test('signs a browser in as the operator, once', async () => {
    const token = await newToken();
    const browser = browserAt(server.url);
    const { status, json, headers } = await browser.send('POST', use, { token });
    expect([status, json.role, json.name]).toEqual([200, 'operator', 'Operator']);
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^lectern_session=.*HttpOnly/)]);
    expect((await browser.who()).json.signIn).toEqual({ key: true, link: true, oidc: false });
    expect((await browser.send('GET', '/api/v1/keys')).status).toBe(200);

    const second = await browserAt(server.url).send('POST', use, { token });
    expect([second.status, second.json.error]).toEqual([401, 'invalid_sign_in_link']);
    expect(second.json.message).toContain('run `lectern sign-in`');
    expect(second.headers.getSetCookie()).toEqual([]);
    expect((await browser.who()).json.role).toBe('operator');
  });

  test('is refused after it expires, and after another one is created', async () => {
    const expired = await newToken();
    now += 600_000;
    const former = await newToken();
    const last = await newToken();
    const statusOf = async (token: string): Promise<number> =>
      (await browserAt(server.url).send('POST', use, { token })).status;
    expect([await statusOf(expired), await statusOf(former), await statusOf(last)]).toEqual([
      401, 401, 200,
    ]);
  });

  test('works only on the machine: a page of another origin and a public name are refused', async () => {
    const token = await newToken();
    const browser = browserAt(server.url);
    for (const headers of [
      { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' },
      { origin: 'https://attacker.example', 'sec-fetch-site': 'cross-site' },
    ]) {
      const refused = await browser.send('POST', use, { token }, headers);
      expect([refused.status, refused.json.error]).toEqual([403, 'access_denied']);
    }
    const proxied = await startApi({
      parts: { signInLinks: links, allowedHosts: ['docs.example.com'] },
    });
    const publicly = async (path: string, body: string, authorization?: string) => {
      const headers = {
        host: 'docs.example.com',
        'content-type': 'application/json',
        ...(authorization !== undefined && { authorization }),
      };
      const answer = await rawRequest(proxied.url + path, { method: 'POST', headers, body });
      return [answer.status, ((await answer.json()) as { error?: string }).error];
    };
    const refusal = [403, 'access_denied'];
    expect(await publicly(use, JSON.stringify({ token }))).toEqual(refusal);
    expect(await publicly(make, '', `Bearer ${operatorToken}`)).toEqual(refusal);
    await proxied.close();
    expect((await browser.send('POST', use, { token })).status).toBe(200);
  });

  test('can be created only by the operator', async () => {
    const { key } = await server.keys.create({ name: 'x', role: 'admin', teamspace: 'default' });
    const refused = await server.send('POST', make, undefined, { authorization: `Bearer ${key}` });
    expect([refused.status, refused.json.error]).toEqual([403, 'forbidden']);
    expect((await server.send('POST', make, undefined, { authorization: '' })).status).toBe(401);
  });

  test('does not put its token in a log or a metric', async () => {
    const token = await newToken();
    await browserAt(server.url).send('POST', use, { token });
    await browserAt(server.url).send('POST', use, { token });
    await browserAt(server.url).send('POST', use, { token: `${token}!` });
    const metrics = await fetch(`${server.url}/metrics`);
    expect(JSON.stringify(server.logged()) + (await metrics.text())).not.toContain(token);
    expect(JSON.stringify(server.logged())).toContain(use);
  });
});

test('a server without links reports how to sign in instead', async () => {
  const other = await startApi();
  const answer = await browserAt(other.url).send('POST', use, { token: 'x' });
  const made = await other.send('POST', make);
  await other.close();
  expect([answer.status, answer.json.error, made.status]).toEqual([404, 'not_found', 404]);
  expect(answer.json.message).toContain('Sign in with a key');
});
