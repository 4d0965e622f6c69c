import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOidcServer, type OidcServer } from '../support/oidc-server.ts';
import { openContext } from './harness/page.ts';
import { platformNames, startPlatform, type Platform } from './harness/platform.ts';
import { startProxy, type Proxy } from './harness/proxy.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';

/** Path of the server behind the proxy. */
const path = '/lectern';

describe.each(platformNames)('signing in to %s', (name) => {
  let platform: Platform;
  let proxy: Proxy;
  let oidc: OidcServer;
  /** The public address of the server, which is registered at the issuer. */
  let called: Platform;
  beforeAll(async () => {
    proxy = await startProxy(path, false);
    const publicUrl = `${proxy.origin}${path}`;
    oidc = await startOidcServer(
      { ann: { name: 'Ann Example', groups: ['docs-admins'] } },
      { redirectUri: `${publicUrl}/api/v1/session/callback`, secret: 'of the dashboard' },
    );
    platform = await startPlatform(name, {
      LECTERN_PUBLIC_URL: publicUrl,
      LECTERN_OIDC_ISSUER: oidc.issuer,
      LECTERN_OIDC_ADMIN_GROUP: 'docs-admins',
      LECTERN_OIDC_CLIENT_ID: 'dashboard',
      LECTERN_OIDC_CLIENT_SECRET: 'of the dashboard',
    });
    proxy.target = platform.url;
    called = { ...platform, url: publicUrl };
  });
  afterAll(async () => {
    await platform.close();
    await oidc.stop();
    await proxy.close();
  });

  /** Creates a key. Returns it with a function that revokes it. */
  async function makeKey(): Promise<{ key: string; revoke: () => Promise<void> }> {
    const place = `${platform.url}/api/v1/keys`;
    const authorization = `Bearer ${platform.keyOf('operator')}`;
    const response = await fetch(place, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'a laptop of mine', role: 'admin' }),
    });
    const { key, id } = (await response.json()) as { key: string; id: string };
    const revoke = async (): Promise<void> => {
      await fetch(`${place}/${id}`, { method: 'DELETE', headers: { authorization } });
    };
    return { key, revoke };
  }

  test('a person signs in with the keyboard only, and returns to the view that required it', async () => {
    const page = await openView(called, '/integrations', { as: 'anonymous' });
    const link = page.getByRole('main').getByRole('link', { name: 'Sign in' });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const field = page.getByLabel('API key');
    for (let n = 0; n < 5 && !(await isFocused(page, 'INPUT')); n += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.type('lct_no-such-key');
    await page.keyboard.press('Enter');
    await page.getByText('This key is not valid.').waitFor();
    // The form selects the wrong value, so that a person can overwrite it.
    await page.keyboard.type(platform.keyOf('admin')!);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Integrations' }).waitFor();
    await expect.poll(() => field.count()).toBe(0);
    await page.getByRole('button', { name: 'Account: the admin' }).waitFor();
  });

  test('the session is a cookie that scripts cannot read, only for the server’s path', async () => {
    const page = await openView(called, '/sign-in', { as: 'anonymous' });
    await page.getByLabel('API key').fill(platform.keyOf('member')!);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Account: the member' }).waitFor();
    expect(await page.context().cookies()).toMatchObject([
      { name: 'lectern_session', httpOnly: true, sameSite: 'Lax', path },
    ]);
    const kept =
      '[document.cookie, ...Object.values(localStorage), ...Object.values(sessionStorage)]';
    expect(JSON.stringify(await page.evaluate(kept))).not.toContain('lct_');
    expect(await page.evaluate('document.cookie')).toBe('');
  });

  test('the menu shows who is signed in, and signs out permanently', async () => {
    const page = await openView(called, '/gitops', { as: 'admin' });
    const account = page.getByRole('button', { name: 'Account: the admin' });
    await account.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Role admin, teamspace default').waitFor();
    await page.getByText('Ends in 12 hours').waitFor();
    // The menu takes the focus only after it is shown. Escape must work before that, too.
    await account.focus();
    await page.keyboard.press('Escape');
    await page.getByText('Ends in 12 hours').waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.evaluate('document.activeElement?.ariaLabel'))
      .toBe('Account: the admin');
    await account.click();
    const [cookie] = await page.context().cookies();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'GitOps' }).count()).toBe(0);
    await expect.poll(() => page.context().cookies()).toEqual([]);
    const headers = { cookie: `lectern_session=${cookie?.value}` };
    const answer = await fetch(`${called.url}/api/v1/session`, { headers });
    expect(await answer.json()).toMatchObject({ role: 'anonymous' });
  });

  test('the form says that the server is unreachable, and signs in when it is back', async () => {
    const page = await openView(called, '/sign-in', { as: 'anonymous' });
    await page.getByLabel('API key').waitFor();
    await page.context().setOffline(true);
    await signInBy(page, platform.keyOf('member')!);
    await page.getByText('The server cannot be reached').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Account: the member' }).waitFor();
    expect(page.url()).toBe(`${called.url}/#/`);
  });

  test('if the key is revoked while a view is open, the person must sign in and returns to the view', async () => {
    const { key, revoke } = await makeKey();
    const page = await openView(called, '/sign-in?then=%2Fconnect', { as: 'anonymous' });
    await signInBy(page, key);
    await page.getByRole('heading', { name: 'Connect' }).waitFor();
    await revoke();
    await page.getByRole('link', { name: 'Integrations' }).click();
    await page.getByText('Your session has ended').waitFor();
    await signInBy(page, platform.keyOf('admin')!);
    await page.getByRole('heading', { name: 'Integrations' }).waitFor();
    expect(page.url()).toBe(`${called.url}/#/integrations`);
  });

  test('a sign-in in another window also changes this window', async () => {
    const page = await openView(called, '/integrations', { as: 'admin' });
    const other = await page.context().newPage();
    await other.goto(`${called.url}/#/sign-in`);
    await other.getByText('You are the admin, with the role admin').waitFor();
    await signInBy(other, platform.keyOf('member')!);
    await other.getByRole('button', { name: 'Account: the member' }).waitFor();
    await page.bringToFront();
    // The event that a browser sends to a page when it becomes visible again.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await page.getByText('You are signed in as the member.').waitFor();
    await page.getByText('You have no access to this view').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'GitOps' }).count()).toBe(0);
  });

  describe('with an issuer', () => {
    test('a person signs in at the issuer, returns with that identity, and can sign out there too', async () => {
      const { page, violations } = await openApart();
      await page.goto(`${called.url}/#/sign-in?then=%2Fintegrations`);
      const issuer = new URL(oidc.issuer).host;
      await page.getByRole('link', { name: `Sign in with ${issuer}` }).click();
      await atIssuer(page, 'ann');
      await page.getByRole('heading', { name: 'Integrations' }).waitFor();
      expect(page.url()).toBe(`${called.url}/#/integrations`);
      await page.getByRole('button', { name: 'Account: Ann Example' }).click();
      await page.getByText('Role admin, teamspace default').waitFor();
      const own = (await page.context().cookies()).filter((one) => one.name.startsWith('lectern'));
      expect(own).toMatchObject([{ name: 'lectern_session', httpOnly: true, path }]);

      await page.getByRole('button', { name: 'Sign out' }).click();
      const there = page.getByRole('link', { name: `Sign out at ${issuer} too` });
      expect(await there.getAttribute('href')).toBe(
        `${oidc.issuer}/session/end?client_id=dashboard`,
      );
      expect(violations).toEqual([]);
    });

    test('a person signs in from a question that is too long for the server, and returns to the view', async () => {
      const { page } = await openApart();
      const asked = `/ask?q=${encodeURIComponent('ы'.repeat(600))}`;
      await page.goto(`${called.url}/#/sign-in?then=${encodeURIComponent(asked)}`);
      await page.getByRole('link', { name: /^Sign in with/ }).click();
      await atIssuer(page, 'ann');
      await page.getByRole('heading', { level: 1, name: 'Ask' }).waitFor();
      expect(page.url()).toBe(`${called.url}/#/ask`);
    });

    test('a person who cancels at the issuer sees that, and can start again', async () => {
      const { page } = await openApart();
      await page.goto(`${called.url}/#/sign-in?then=%2Fintegrations`);
      await page.getByRole('link', { name: /^Sign in with/ }).click();
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByText('The sign-in was canceled.').waitFor();
      await page.getByRole('link', { name: /^Sign in with/ }).click();
      await atIssuer(page, 'ann');
      await page.getByRole('heading', { name: 'Integrations' }).waitFor();
      expect(page.url()).toBe(`${called.url}/#/integrations`);
    });

    test('text in the address is not shown', async () => {
      const text = 'Call <b>this</b> number';
      const view = `/sign-in?error=${encodeURIComponent(text)}`;
      const page = await openView(called, view, { as: 'anonymous' });
      await page.getByText('You are not signed in').waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain('number');
    });
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is readable at %d pixels in %s', async (width, scheme) => {
    const look = { as: 'anonymous', width, scheme } as const;
    const page = await openView(called, '/sign-in?error=no_teamspace', look);
    await page.getByText('does not say which teamspace').waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await signInBy(page, platform.keyOf('admin')!);
    await page.getByRole('button', { name: 'Account: the admin' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });

  /** A window that may open the issuer, and the violations of the content security policy by Lectern's pages. */
  async function openApart(): Promise<{ page: Page; violations: string[] }> {
    const context = await openContext();
    const violations: string[] = [];
    context.on('console', (message) => {
      const here = message.location().url.startsWith(called.url);
      if (here && message.text().includes('Content Security Policy'))
        violations.push(message.text());
    });
    return { page: await context.newPage(), violations };
  }
});

/** Enters a name at the issuer, and gives consent. */
async function atIssuer(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function signInBy(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function isFocused(page: Page, tag: string): Promise<boolean> {
  return (await page.evaluate('document.activeElement?.tagName')) === tag;
}
