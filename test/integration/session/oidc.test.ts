import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { browserAt } from '../../support/signed-in-browser.ts';
import { apiServer } from '../api/api-server.ts';
import { oidcInstall, startOidcInstall, type OidcInstall } from './oidc-install.ts';

let shared: OidcInstall;
beforeAll(async () => {
  const { close, ...install } = await startOidcInstall();
  shared = install;
  return close;
});
afterEach(() => void vi.useRealTimers());

test('a person signs in with the issuer, returns to the same page, and has the identity from the issuer', async () => {
  const { begin, answer, comeBack, oidc, lectern } = shared;
  const browser = browserAt(lectern.url);
  const before = (await browser.who()).json;
  expect(before.signIn).toEqual({
    key: true,
    link: false,
    oidc: true,
    issuer: new URL(oidc.issuer).host,
  });

  const begun = await begin(browser, '/libraries?state=error');
  expect(begun.origin).toBe(oidc.issuer);
  expect(Object.fromEntries(begun.searchParams)).toMatchObject({
    client_id: 'dashboard',
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid profile',
    redirect_uri: `${lectern.url}/api/v1/session/callback`,
  });
  expect(await comeBack(browser, await answer(begun, 'ann'))).toBe('/#/libraries?state=error');

  expect((await browser.who()).json).toMatchObject({
    role: 'member',
    teamspace: 'docs',
    userId: 'ann',
    name: 'Ann Example',
    expiresAt: expect.any(String),
    csrfToken: expect.any(String),
  });
  expect((await browser.send('GET', '/api/v1/libraries')).status).toBe(200);
  expect((await browser.send('POST', '/api/v1/users', { id: 'x', name: 'x' })).status).toBe(403);
});

test('the cookies of a sign-in are only for the server, and the first is deleted after it', async () => {
  const { lectern, comeBack, answer } = shared;
  const browser = browserAt(lectern.url);
  const response = await browser.open('/api/v1/session/oidc');
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^lectern_sign_in=\S+; Path=\/api\/v1\/session; Max-Age=600; HttpOnly; SameSite=Lax$/,
    ),
  ]);
  const begun = new URL(response.headers.get('location')!);
  const secret = browser.cookies().split('=')[1]!;
  expect(begun.href).not.toContain(secret.split('.')[0]);
  await comeBack(browser, await answer(begun, 'ann'));
  expect(browser.cookies()).toMatch(/^lectern_session=[\w-]{43}$/);
});

test('a person in the admin group is an admin, also with the groups in the token and with a client secret', async () => {
  const browser = await shared.signedIn('chief');
  expect((await browser.who()).json).toMatchObject({ role: 'admin', teamspace: 'default' });
  expect((await browser.send('POST', '/api/v1/users', { id: 'y', name: 'Y' })).status).toBe(201);

  const told = await oidcInstall({ secret: 'of the dashboard: & = %', tellsInToken: true });
  const chief = await told.signedIn('chief');
  expect((await chief.who()).json).toMatchObject({ role: 'admin', name: 'Chief' });
  expect(told.oidc.requests.filter((path) => path.startsWith('/me'))).toEqual([]);
});

test('the log names the person who signs in, and who changes something', async () => {
  const install = await oidcInstall();
  const browser = await install.signedIn('chief');
  await browser.send('POST', '/api/v1/users', { id: 'z', name: 'Z' });

  const userId = (await browser.who()).json.userId as string;
  const lines = install.lectern
    .logged()
    .filter(({ msg, level }) => msg === 'request' && level === 30);
  expect(lines).toMatchObject([
    { route: '/api/v1/session/callback', userId, role: 'admin' },
    { route: '/api/v1/users', userId, about: { id: 'z' } },
  ]);
});

test('signing out ends the session and returns the sign-out page of the issuer', async () => {
  const { signedIn, oidc } = shared;
  const browser = await signedIn('ann');
  const { json } = await browser.send('DELETE', '/api/v1/session');
  expect(json).toEqual({
    message: 'You are signed out.',
    endSessionUrl: `${oidc.issuer}/session/end?client_id=dashboard`,
  });
  expect((await browser.who()).json.role).toBe('anonymous');
});

test('a person without a teamspace, and one who cancels, return to the page with the reason', async () => {
  const { begin, answer, comeBack, lectern } = shared;
  const browser = browserAt(lectern.url);
  const begun = await begin(browser);
  expect(await comeBack(browser, await answer(begun, 'homeless'))).toBe(
    '/#/sign-in?error=no_teamspace',
  );
  const warned = lectern.logged().find(({ failure }) => failure === 'no_teamspace');
  expect(JSON.stringify(warned)).toContain('names no teamspace');

  const again = await begin(browser, '/ask?q=a&b');
  const state = again.searchParams.get('state')!;
  const given = new URLSearchParams({ error: 'access_denied', state });
  given.set('iss', begun.origin);
  const place = '/#/sign-in?error=cancelled&then=%2Fask%3Fq%3Da%26b';
  expect(await comeBack(browser, given)).toBe(place);
  expect((await browser.who()).json.role).toBe('anonymous');
});

test('a sign-in that takes longer than ten minutes must start again', async () => {
  const { begin, answer, comeBack, lectern } = shared;
  vi.useFakeTimers({ toFake: ['Date'] });
  const browser = browserAt(lectern.url);
  const begun = await begin(browser);
  const back = await answer(begun, 'ann');
  vi.setSystemTime(Date.now() + 601_000);
  expect(await comeBack(browser, back)).toBe('/#/sign-in?error=expired');
});

test('while the issuer is unavailable people return with the reason, and keys still sign in', async () => {
  const { lectern, oidc, begin, answer } = await oidcInstall();
  const browser = browserAt(lectern.url);
  const begun = await begin(browser);
  const back = await answer(begun, 'ann');
  await oidc.stop();
  const late = await browser.open(`/api/v1/session/callback?${back.toString()}`);
  expect(late.headers.get('location')).toBe(`${lectern.url}/#/sign-in?error=unreachable`);
  const { key } = await lectern.keys.create({ name: 'x', role: 'member', teamspace: 'docs' });
  expect((await browser.signIn(key)).json.role).toBe('member');

  const other = await oidcInstall();
  await other.oidc.stop();
  const early = await browserAt(other.lectern.url).open('/api/v1/session/oidc');
  expect(early.headers.get('location')).toMatch(/#\/sign-in\?error=unreachable$/);
});

test('an install without a client does not redirect to an issuer', async () => {
  const server = await apiServer();
  const browser = browserAt(server.url);
  for (const place of ['/api/v1/session/oidc', '/api/v1/session/callback?code=1&state=2']) {
    const { status, json } = await browser.send('GET', place);
    expect([status, json.error]).toEqual([404, 'not_found']);
  }
});

test('a person who leaves a group at the issuer loses its rights within an hour, when the session ends', async () => {
  const { signedIn } = shared;
  vi.useFakeTimers({ toFake: ['Date'] });
  const browser = await signedIn('chief');
  const { json } = await browser.who();
  expect(json.role).toBe('admin');
  expect(Date.parse(json.expiresAt)).toBeLessThanOrEqual(Date.now() + 3_600_000);

  vi.setSystemTime(Date.now() + 3_600_000);
  expect((await browser.who()).json.role).toBe('anonymous');
  expect((await browser.send('GET', '/api/v1/keys')).status).toBe(401);
});

test('an install can shorten that time', async () => {
  const { signedIn } = await oidcInstall({}, { oidcSessionMinutes: 10 });
  vi.useFakeTimers({ toFake: ['Date'] });
  const browser = await signedIn('chief');
  vi.setSystemTime(Date.now() + 600_000);
  expect((await browser.who()).json.role).toBe('anonymous');
});
