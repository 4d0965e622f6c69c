import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeLibrary } from '../../support/library.ts';
import { browserAt } from '../../support/signed-in-browser.ts';
import { apiServer, operatorToken, startApi, type ApiServer } from '../api/api-server.ts';

const place = '/api/v1/session';
const secret = { visibility: 'private', teamspace: 'docs' } as const;

let server: ApiServer;
beforeAll(async () => {
  server = await startApi({
    libraries: [makeLibrary({ spec: { id: '/team/secret', ...secret } })],
    settings: { anonymousAccess: 'none' },
  });
  return server.close;
});
afterEach(() => void vi.useRealTimers());

const makeKey = (facts: object = {}) =>
  server.keys.create({ name: 'laptop', role: 'member', teamspace: 'docs', ...facts });

describe('signing in by a key', () => {
  test('the cookie works for every operation like the key, and the session shows its caller', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { key, record } = await makeKey();
    const browser = browserAt(server.url);
    const { json, headers } = await browser.signIn(key);
    expect(json).toMatchObject({
      role: 'member',
      teamspace: 'docs',
      keyId: record.id,
      name: 'laptop',
      signIn: { key: true, link: false, oidc: false },
    });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^lectern_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect((await browser.send('GET', place)).json).toEqual(json);
    const seen = await browser.send('GET', '/api/v1/library?id=/team/secret');
    expect([seen.status, seen.json.id]).toEqual([200, '/team/secret']);
    expect(
      (await browser.send('POST', '/api/v1/refresh', { libraryName: '/team/secret' })).status,
    ).toBe(200);
  });

  test('the operator token also signs in', async () => {
    const browser = browserAt(server.url);
    const { json } = await browser.signIn(operatorToken);
    expect(json).toMatchObject({ role: 'operator', name: 'Operator' });
    expect((await browser.send('GET', '/api/v1/keys')).status).toBe(200);
  });

  test('an invalid key gets no cookie, and the same error as elsewhere', async () => {
    const { status, json, headers } = await browserAt(server.url).signIn('lct_no-such-key');
    expect([status, json.error]).toEqual([401, 'invalid_api_key']);
    expect(headers.getSetCookie()).toEqual([]);
  });

  test('signing out ends the session permanently, and may be repeated', async () => {
    const browser = browserAt(server.url);
    await browser.signIn((await makeKey()).key);
    const cookie = browser.cookies();
    expect((await browser.send('DELETE', place)).json.message).toBe('You are signed out.');
    expect(browser.cookies()).toBe('');
    browser.plant(cookie);
    expect((await browser.who()).json.role).toBe('anonymous');
    expect((await browser.send('DELETE', place)).json.message).toBe('You were not signed in.');
  });

  test('signing in again ends the earlier session of the browser', async () => {
    const browser = browserAt(server.url);
    await browser.signIn((await makeKey()).key);
    const former = browser.cookies();
    await browser.signIn((await makeKey({ role: 'admin' })).key);
    expect((await browser.who()).json.role).toBe('admin');
    browser.plant(former);
    expect((await browser.who()).json.role).toBe('anonymous');
  });
});

describe('what ends a session', () => {
  test('revoking its key ends it with the next request, which counts as anonymous', async () => {
    const { key, record } = await makeKey();
    const browser = browserAt(server.url);
    await browser.signIn(key);
    await server.keys.revoke(record.id);
    expect((await browser.send('GET', place)).json).toEqual({
      role: 'anonymous',
      teamspace: 'default',
      anonymousAccess: 'none',
      signIn: { key: true, link: false, oidc: false },
    });
    const { status, json } = await browser.send('GET', '/api/v1/libraries');
    expect([status, json.error]).toEqual([401, 'invalid_api_key']);
  });

  test('it ends after its hours even during use, and with its key if that expires earlier', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const start = Date.now();
    const browser = browserAt(server.url);
    const { json } = await browser.signIn((await makeKey()).key);
    const end = Date.parse(json.expiresAt);
    expect(Math.round((end - start) / 60_000)).toBe(12 * 60);
    const short = browserAt(server.url);
    const ending = await makeKey({ expiresAt: start + 60_000 });
    const { json: shortly, headers } = await short.signIn(ending.key);
    expect(Date.parse(shortly.expiresAt)).toBe(start + 60_000);
    expect(headers.getSetCookie()[0]).toMatch(/Max-Age=(59|60);/);

    vi.setSystemTime(start + 60_000);
    expect((await short.who()).json.role).toBe('anonymous');
    vi.setSystemTime(end - 10_000);
    expect((await browser.who()).json.role).toBe('member');
    vi.setSystemTime(end);
    expect((await browser.who()).json.role).toBe('anonymous');
  });

  test('a user who leaves the teamspace is signed out with the key for it', async () => {
    await server.send('POST', '/api/v1/users', { id: 'ada', name: 'Ada' });
    await server.send('POST', '/api/v1/users', { id: 'bob', name: 'Bob' });
    await server.send('PUT', '/api/v1/teamspaces/docs/members/bob', { role: 'owner' });
    await server.send('PUT', '/api/v1/teamspaces/docs/members/ada', { role: 'member' });
    const browser = browserAt(server.url);
    const { json } = await browser.signIn((await makeKey({ userId: 'ada' })).key);
    expect(json).toMatchObject({ userId: 'ada', teamspaceRole: 'member' });
    await server.send('PUT', '/api/v1/teamspaces/docs/members/ada', { role: 'admin' });
    expect((await browser.who()).json.teamspaceRole).toBe('admin');
    await server.send('DELETE', '/api/v1/teamspaces/docs/members/ada');
    expect((await browser.who()).json.role).toBe('anonymous');
  });

  test('a key has at most twenty sessions; the least recently used one ends', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { key } = await makeKey();
    const browsers = [];
    for (let n = 0; n < 20; n += 1) {
      vi.setSystemTime(Date.now() + 1000);
      const browser = browserAt(server.url);
      await browser.signIn(key);
      browsers.push(browser);
    }
    // Lectern writes the time of use only if the last one is some minutes ago.
    vi.setSystemTime(Date.now() + 600_000);
    await browsers[0]!.who();
    await browserAt(server.url).signIn(key);
    const roles = [];
    for (const browser of browsers.slice(0, 3)) roles.push((await browser.who()).json.role);
    expect(roles).toEqual(['member', 'anonymous', 'member']);
  });
});

test('an invalid session counts as anonymous, also for operations without keys', async () => {
  for (const cookie of [
    'lectern_session=',
    `lectern_session=${'x'.repeat(43)}`,
    'lectern_session=%',
  ]) {
    const browser = browserAt(server.url);
    browser.plant(cookie);
    expect((await browser.send('GET', place)).json.role).toBe('anonymous');
    expect((await browser.send('GET', '/api/v1/libraries')).status).toBe(401);
  }
});

test('a key in the header takes precedence over the cookie', async () => {
  const browser = browserAt(server.url);
  await browser.signIn((await makeKey()).key);
  const admin = { authorization: `Bearer ${(await makeKey({ role: 'admin' })).key}` };
  const { json } = await browser.send('GET', place, undefined, admin);
  expect(json.role).toBe('admin');
  expect(json).not.toHaveProperty('csrfToken');
  const bad = { authorization: 'Bearer none' };
  expect((await browser.send('GET', place, undefined, bad)).status).toBe(401);
});

test('a session counts towards the limit of its key, and failed attempts towards that of the address', async () => {
  const limited = await apiServer({
    settings: { requestsPerMinutePerKey: 4, requestsPerMinutePerAddress: 3 },
  });
  const { key } = await limited.keys.create({ name: 'x', role: 'member', teamspace: 'docs' });
  const browser = browserAt(limited.url);
  await browser.signIn(key);
  const statuses = async (times: number, ask: () => Promise<{ status: number }>) => {
    const answers = [];
    for (let n = 0; n < times; n += 1) answers.push((await ask()).status);
    return answers;
  };
  expect(await statuses(5, () => browser.send('GET', place))).toEqual([200, 200, 200, 200, 429]);
  // The cookie of a valid session does not exempt attempts with invalid keys from the limit.
  expect(await statuses(3, () => browser.signIn('lct_guess'))).toEqual([401, 401, 429]);
});

test.each([
  ['at the root of a host', '', ''],
  ['below a path', '/lectern', '-[0-9a-f]{16}'],
])('behind https and %s, no other host can plant a session', async (_where, path, mark) => {
  const origin = 'https://docs.example.com';
  const proxied = await apiServer({ parts: { publicUrl: origin + path } });
  const { key } = await proxied.keys.create({ name: 'x', role: 'member', teamspace: 'docs' });
  const own = { origin, 'sec-fetch-site': 'same-origin' };
  const { headers, json } = await proxied.send('POST', place, { key }, own);
  const [cookie = ''] = headers.getSetCookie();
  const strict = `=[\\w-]{43}; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Lax; Secure$`;
  expect(cookie).toMatch(new RegExp(`^__Host-lectern_session${mark}${strict}`));
  const [pair = ''] = cookie.split(';');
  const planted = pair.replace(/^[^=]+/, 'lectern_session');
  const roleWith = async (sent: string, origin: object = {}) =>
    (await proxied.send('GET', place, undefined, { cookie: sent, ...origin })).json.role;

  expect(await roleWith(planted, own)).toBe('anonymous');
  expect(await roleWith(pair, own)).toBe('member');
  // A proxy may send another Host header than the browser did.
  expect(await roleWith(pair)).toBe('member');
  const signed = { cookie: pair, 'x-csrf-token': json.csrfToken, ...own };
  const left = await proxied.send('DELETE', place, undefined, signed);
  const [dropped] = left.headers.getSetCookie();
  expect(dropped).toMatch(new RegExp(`^__Host-lectern_session${mark}=; Path=/; Max-Age=0;`));
  expect(await roleWith(pair, own)).toBe('anonymous');
});

test('a browser on the machine of a server below a path signs in at another address', async () => {
  const proxied = await apiServer({ parts: { publicUrl: 'https://docs.example.com/lectern' } });
  const { key } = await proxied.keys.create({ name: 'x', role: 'member', teamspace: 'docs' });
  const { headers } = await proxied.send('POST', place, { key }, { origin: proxied.url });
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^lectern_session=[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/),
  ]);
});

test('database, log and responses contain neither the token nor the key', async () => {
  const { key } = await makeKey();
  const browser = browserAt(server.url);
  const answers = [(await browser.signIn(key)).text, (await browser.who()).text];
  const token = browser.cookies().split('=')[1]!;
  const told = `${JSON.stringify(server.logged())}${answers.join()}`;
  expect(told).not.toContain(token);
  expect(told).not.toContain(key.slice(21));
  expect(server.logged().filter(({ route }) => route === place)).not.toEqual([]);
});
