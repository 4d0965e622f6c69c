import { beforeAll, expect, test } from 'vitest';
import { browserAt } from '../../support/signed-in-browser.ts';
import { startOidcInstall, type OidcInstall } from '../session/oidc-install.ts';
import { rawRequest } from '../../support/raw-request.ts';

let install: OidcInstall;
beforeAll(async () => {
  const { close, ...started } = await startOidcInstall();
  install = started;
  return close;
});

const over = '/#/sign-in?error=expired';

test('a response of the issuer to a sign-in of a stranger does not sign in', async () => {
  const { begin, answer, comeBack, lectern } = install;
  const stranger = browserAt(lectern.url);
  const stolen = await answer(await begin(stranger), 'ann');
  // The victim has not begun a sign-in, or is in the middle of one.
  const victim = browserAt(lectern.url);
  expect(await comeBack(victim, stolen)).toBe(over);
  await begin(victim);
  expect(await comeBack(victim, stolen)).toBe(over);
  expect((await victim.who()).json.role).toBe('anonymous');
  expect(victim.cookies()).toBe('');
});

test('a changed, missing or repeated state does not sign in', async () => {
  const { begin, answer, lectern, comeBack } = install;
  for (const change of ['', 'x', 'state=y&state=z']) {
    const browser = browserAt(lectern.url);
    const back = await answer(await begin(browser), 'ann');
    back.delete('state');
    if (change === 'x') back.set('state', 'x');
    if (change.startsWith('state')) {
      const twice = await browser.open(`/api/v1/session/callback?${back.toString()}&${change}`);
      expect(twice.status).toBe(400);
    } else {
      expect(await comeBack(browser, back)).toBe(over);
    }
    expect((await browser.who()).json.role).toBe('anonymous');
  }
});

test('a response that is used again does not sign in a second time', async () => {
  const { begin, answer, comeBack, lectern } = install;
  const browser = browserAt(lectern.url);
  const begun = await begin(browser);
  const cookie = browser.cookies();
  const back = await answer(begun, 'ann');
  expect(await comeBack(browser, back)).toBe('/#/');
  expect(await comeBack(browser, back)).toBe(over);
  // If an attacker also has the cookie, the issuer refuses the second use of the code.
  const thief = browserAt(lectern.url);
  thief.plant(cookie);
  expect(await comeBack(thief, back)).toBe('/#/sign-in?error=refused');
  expect((await thief.who()).json.role).toBe('anonymous');
});

test('a sign-in never redirects to another site, whatever its target', async () => {
  const { begin, answer, comeBack, lectern } = install;
  for (const to of [
    '//evil.example',
    '/\\evil.example',
    '/@evil.example/#/x',
    '/%0d%0aSet-Cookie:a=b',
  ]) {
    const browser = browserAt(lectern.url);
    const place = await comeBack(browser, await answer(await begin(browser, to), 'ann'));
    expect(place).toMatch(/^\/#\//);
  }
  for (const to of ['https://evil.example', 'javascript:alert(1)', '/a\r\nSet-Cookie: a=b', '']) {
    const response = await browserAt(lectern.url).open(
      `/api/v1/session/oidc?to=${encodeURIComponent(to)}`,
    );
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
  }
});

test('the target of a sign-in cannot be changed during it', async () => {
  const { begin, answer, comeBack, lectern } = install;
  const browser = browserAt(lectern.url);
  const back = await answer(await begin(browser, '/libraries'), 'ann');
  const [name, value] = browser.cookies().split('=');
  const place = Buffer.from('/elsewhere').toString('base64url');
  browser.plant(`${name}=${value!.replace(/[^.]*$/, place)}`);
  expect(await comeBack(browser, back)).toBe(over);
});

test('no text of the issuer or the address reaches the page', async () => {
  const { begin, comeBack, lectern } = install;
  const browser = browserAt(lectern.url);
  const begun = await begin(browser);
  const text = '<img src=x onerror=alert(1)>';
  const given = new URLSearchParams({
    error: text,
    error_description: text,
    state: begun.searchParams.get('state')!,
    iss: begun.origin,
  });
  expect(await comeBack(browser, given)).toBe('/#/sign-in?error=refused');
});

test('a session planted before a sign-in with the issuer is invalid after it', async () => {
  const { begin, answer, comeBack, lectern, signedIn } = install;
  const attacker = await signedIn('ann');
  const victim = browserAt(lectern.url);
  victim.plant(attacker.cookies());
  const begun = await begin(victim);
  await comeBack(victim, await answer(begun, 'chief'));
  expect((await victim.who()).json.userId).toBe('chief');
  expect(victim.cookies()).not.toBe(attacker.cookies());
  expect((await attacker.who()).json.role).toBe('anonymous');
});

test('a Host header does not affect the redirect of a sign-in', async () => {
  const { lectern } = install;
  const start = (host: string): Promise<Response> =>
    rawRequest(`${lectern.url}/api/v1/session/oidc`, {
      headers: { host, 'x-forwarded-host': 'evil.example' },
    });
  expect((await start('evil.example')).status).toBe(403);
  // A name of this machine, under which an attacker could listen.
  const begun = new URL((await start('evil.localhost')).headers.get('location')!);
  expect(begun.searchParams.get('redirect_uri')).toBe(`${lectern.url}/api/v1/session/callback`);
});
