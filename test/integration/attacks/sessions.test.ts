import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operationsOf } from '../../../src/api/description.ts';
import { loadDescription } from '../../../src/api/load-description.ts';
import { makeLibrary } from '../../support/library.ts';
import { browserAt, type SignedInBrowser } from '../../support/signed-in-browser.ts';
import { startApi, type ApiServer } from '../api/api-server.ts';
import { post } from '../mcp/rpc.ts';

let server: ApiServer;
let key: string;
let browser: SignedInBrowser;
beforeAll(async () => {
  server = await startApi({ libraries: [makeLibrary({ spec: { id: '/acme/web' } })] });
  key = (await server.keys.create({ name: 'x', role: 'admin', teamspace: 'default' })).key;
  return server.close;
});
beforeEach(async () => {
  browser = browserAt(server.url);
  await browser.signIn(key);
});

const deletion = ['DELETE', '/api/v1/library?id=/acme/web', undefined] as const;
const stillThere = async (): Promise<boolean> =>
  (await browser.send('GET', '/api/v1/library?id=/acme/web')).status === 200;

describe('a page of another site that makes the browser send the session cookie', () => {
  test.each<[string, Record<string, string>]>([
    ['without the token', { 'x-csrf-token': '' }],
    ['with a token it made up', { 'x-csrf-token': 'x'.repeat(43) }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a sister site', { 'sec-fetch-site': 'same-site' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from the same machine at another port', { origin: 'http://127.0.0.1:1' }],
    ['from a sandboxed frame', { origin: 'null' }],
    ['from a name that begins like the server', { origin: 'http://127.0.0.1.evil.example' }],
  ])('deletes nothing: %s', async (_case, headers) => {
    const { status, json } = await browser.send(...deletion, headers);
    expect([status, json.error]).toEqual([403, 'access_denied']);
    expect(await stillThere()).toBe(true);
  });

  test('deletes nothing with the CSRF token of another session', async () => {
    const other = await browserAt(server.url).signIn(key);
    const headers = { 'x-csrf-token': other.json.csrfToken };
    expect((await browser.send(...deletion, headers)).status).toBe(403);
    expect(await stillThere()).toBe(true);
  });

  const changes = operationsOf(loadDescription()).filter(
    ({ method, requirement }) => method !== 'get' && requirement && !requirement.signIn,
  );
  test.each(changes)('reaches no operation: $method $path', async ({ method, path }) => {
    const filled = path.replaceAll(/\{\*?\w+\}/g, '0123456789abcdef');
    const bare = await fetch(`${server.url}${filled}`, {
      method: method.toUpperCase(),
      headers: { cookie: browser.cookies(), 'content-type': 'application/json' },
      body: '{}',
    });
    const { error, message } = (await bare.json()) as { error: string; message: string };
    expect([bare.status, error]).toEqual([403, 'access_denied']);
    expect(message).toContain('X-CSRF-Token');
  });

  test('reads nothing as the person: its requests count as anonymous', async () => {
    const opened = await browser.open('/api/v1/keys', { 'sec-fetch-site': 'cross-site' });
    expect(opened.status).toBe(401);
  });

  test('cannot sign the browser in to a session of the attacker', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }]) {
      const {
        status,
        json,
        headers: told,
      } = await browserAt(server.url).send('POST', '/api/v1/session', { key }, headers);
      expect([status, json.error]).toEqual([403, 'access_denied']);
      expect(told.getSetCookie()).toEqual([]);
    }
  });

  test('cannot sign in under a name that was re-bound to the machine', async () => {
    const { port } = new URL(server.url);
    const { request } = await import('node:http');
    const answer = Promise.withResolvers<number | undefined>();
    const host = `evil.example:${port}`;
    const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' };
    const sent = request(
      `${server.url}/api/v1/session`,
      { method: 'POST', headers },
      (response) => {
        response.resume();
        answer.resolve(response.statusCode);
      },
    );
    sent.end(JSON.stringify({ key }));
    expect(await answer.promise).toBe(403);
  });
});

test('a session that an attacker planted before the sign-in is invalid after it', async () => {
  const planted = `lectern_session=${'p'.repeat(43)}`;
  const victim = browserAt(server.url);
  victim.plant(planted);
  await victim.signIn(key);
  expect(victim.cookies()).not.toBe(planted);
  const attacker = browserAt(server.url);
  attacker.plant(planted);
  expect((await attacker.who()).json.role).toBe('anonymous');
});

test('the cookie gives no access to tools, and does not work as a key', async () => {
  const list = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'refresh-library', arguments: { libraryId: '/acme/web' } },
  });
  const bare = await post(server.url, list);
  const cookie = browser.cookies();
  const answered = await post(server.url, list, { cookie });
  expect(answered.json).toEqual(bare.json);
  // Without a key, the list has no tools that change something.
  expect(answered.json.error.message).toContain('Unknown tool');
  const token = cookie.split('=')[1]!;
  expect((await server.get('/api/v1/keys', { authorization: `Bearer ${token}` })).status).toBe(401);
  const query = `/api/v1/keys?lectern_session=${token}`;
  expect((await server.get(query)).status).toBe(401);
});

test('a stolen database gives no access to sessions', async () => {
  const hash = Buffer.from('0'.repeat(64), 'hex').toString('base64url');
  browser.plant(`lectern_session=${hash}`);
  expect((await browser.who()).json.role).toBe('anonymous');
});
