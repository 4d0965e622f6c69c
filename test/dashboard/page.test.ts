import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { signIn } from './harness/browser.ts';
import { storeHandbook } from './harness/content.ts';
import { openContext, openPage } from './harness/page.ts';
import { startPlatform, type Platform } from './harness/platform.ts';
import { startProxy } from './harness/proxy.ts';
import { expectAccessible, expectShown, openView } from './harness/view.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform('a laptop');
  await storeHandbook(platform.stores);
});
afterAll(async () => {
  await platform.close();
});

/** Returns the compressed bytes that a page loads until the network is idle. */
async function loadedBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Handbook').first().waitFor();
  return bytes;
}

describe('the page', () => {
  test('shows the libraries after it has loaded less than 250 kB', async () => {
    const page = await openView(platform);
    const bytes = await loadedBytes(page);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(250_000);
  });

  test('says that an address names no view, and links to the first view', async () => {
    const page = await openView(platform, '/nowhere', { as: 'anonymous' });
    await page.getByText('This view does not exist').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'list of libraries' }).click();
    await page.getByRole('heading', { level: 2, name: 'Libraries' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/');
  });

  test('shows a dialog in its place at once to a person who prefers reduced motion', async () => {
    const page = await openView(platform, '/integrations');
    await page.evaluate(`
      globalThis.transforms = new Set();
      new MutationObserver(() => {
        for (const dialog of document.querySelectorAll('[role=dialog]')) {
          transforms.add(getComputedStyle(dialog).transform);
        }
      }).observe(document.body, { attributes: true, childList: true, subtree: true });
    `);

    await page.getByRole('button', { name: 'Add a Git host' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Host' }).fill('git.example');

    expect(await page.evaluate('[...transforms]')).toEqual(['none']);
  });

  test('works by keyboard: one key skips to the content, and a newly opened view gets the focus', async () => {
    const page = await openView(platform, '/health');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.id');
    expect(await focused()).toBe('main');
    await page.getByRole('link', { name: 'Connect' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor();
    // The page moves the focus and sets the title just after it has shown the view.
    await expect.poll(focused).toBe('main');
    await expect.poll(() => page.title()).toBe('Connect · Lectern');
  });

  test.each(['light', 'dark'] as const)(
    'stays readable below the pointer in %s',
    async (scheme) => {
      const page = await openView(platform, '/libraries/acme/handbook', { scheme });
      const over = [
        page.getByRole('link', { name: 'Libraries' }).first(),
        page.getByRole('button', { name: 'Refresh' }),
        page.getByRole('button', { name: 'Delete' }),
        page.getByRole('tab', { name: 'Snippets' }),
      ];
      for (const what of over) {
        await what.hover();
        await expectAccessible(page);
      }
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByLabel('Type /acme/handbook to delete it').fill('/acme/handbook');
      await page.getByRole('button', { name: 'Delete the library' }).hover();
      await expectAccessible(page);
      await page.goto(`${platform.url}/#/`);
      await page.getByRole('link', { name: 'Add a library' }).hover();
      await expectAccessible(page);
    },
  );

  test('scrolls to what the keyboard reaches below the header', async () => {
    const page = await openView(platform, '/libraries/acme/handbook?tab=settings');
    const field = page.getByRole('textbox', { name: 'Title' });
    await page.getByRole('textbox', { name: 'Description' }).focus();
    const { y } = (await field.boundingBox())!;
    await page.evaluate(`scrollBy({ top: ${y} - 10, behavior: 'instant' })`);
    await page.keyboard.press('Shift+Tab');
    const header = (await page.getByRole('banner').boundingBox())!;
    expect((await field.boundingBox())!.y).toBeGreaterThanOrEqual(header.height);
  });

  test('the keyboard reaches the navigation of a phone only while it is open', async () => {
    const page = await openView(platform, '/connect', { width: 390 });
    const focused = async (): Promise<string> =>
      String(await page.evaluate('document.activeElement.textContent'));
    await page.getByRole('button', { name: /^Account/ }).focus();
    await page.keyboard.press('Tab');
    expect(await focused()).not.toBe('Libraries');

    await page.getByRole('button', { name: 'Open the navigation' }).press('Enter');
    // The open navigation covers the view.
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
    const navigation = page.getByRole('navigation');
    await navigation.getByRole('link', { name: 'Libraries' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ask your libraries' }).waitFor();
    await navigation.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
  });

  test('shows the whole header on the narrowest phone, and where the name of a key is cut', async () => {
    const page = await openView(platform, '/connect', { width: 320 });
    const account = page.getByRole('button', { name: /^Account/ });

    const box = await account.boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(320);
    const cut = await account
      .locator('[data-truncate]')
      .evaluate((label) => getComputedStyle(label).textOverflow);
    expect(cut).toBe('ellipsis');
  });

  test('breaks the long name of a library that does not exist', async () => {
    const page = await openView(platform, `/libraries/acme/${'x'.repeat(200)}`);
    const said = page.getByText('There is no library');
    await said.waitFor();

    const [inner, outer] = await said.evaluate(({ scrollWidth, clientWidth }) => [
      scrollWidth,
      clientWidth,
    ]);
    expect(inner).toBeLessThanOrEqual(outer);
  });

  test('keeps the chosen theme', async () => {
    const page = await openView(platform, '/connect');
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.reload();
    const scheme = await page.locator('html').getAttribute('data-mantine-color-scheme');
    expect(scheme).toBe('dark');
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark', checked: true }).waitFor();
  });
});

/** A browser of an admin for pages that may write errors to the console. `openView` does not allow that. */
async function asAdmin(): Promise<BrowserContext> {
  const context = await openContext();
  await signIn(context, platform, 'admin');
  return context;
}

describe('while the server is replaced by another version', () => {
  /** Answers a number of requests for the files of the view Add like a server that no longer has them. */
  async function withoutAdd(page: Page, times: number): Promise<void> {
    await page.route('**/assets/add-view-*.js', (route) => route.fulfill({ status: 404 }), {
      times,
    });
  }
  async function openList(): Promise<Page> {
    const page = await openPage(await asAdmin(), `${platform.url}/#/`);
    await page.getByRole('link', { name: 'Handbook' }).first().waitFor();
    return page;
  }

  test('the page reloads itself for a view whose files are gone', async () => {
    const page = await openList();
    await withoutAdd(page, 1);
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await expectShown(page.getByLabel('Address'));
  });

  test('the page reloads only once, and then shows the error', async () => {
    const page = await openList();
    let loaded = 0;
    page.on('load', () => (loaded += 1));
    await withoutAdd(page, 10);
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await expect.poll(() => loaded).toBe(1);
    await page.getByText('That did not work').waitFor();
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor();
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await page.getByText('That did not work').waitFor();
    expect(loaded).toBe(1);
  });

  test('the page does not reload while the server is down, and shows that', async () => {
    const page = await openList();
    await page.route(/.*/, (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await expectShown(page.getByText('That did not work'));
    await expectShown(page.getByRole('link', { name: 'Libraries' }));
  });

  test.each([
    ['a proxy finds nobody', (route: Route) => route.fulfill({ status: 503, body: 'no upstream' })],
    ['connections are refused', (route: Route) => route.abort('connectionrefused')],
  ])('a person does not notice a moment in which %s', async (_name, answer) => {
    const page = await openView(platform);
    const answered = { badly: 0 };
    await page.route(
      '**/api/v1/overview',
      (route) => {
        answered.badly += 1;
        return answer(route);
      },
      { times: 2 },
    );
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
    await page.getByRole('heading', { name: 'Dependencies' }).waitFor();
    expect(answered.badly).toBe(2);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

test('a page that could not read the session retries by itself', async () => {
  const context = await asAdmin();
  let isBroken = true;
  await context.route('**/api/v1/session', (route) =>
    isBroken ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  const page = await openPage(context, `${platform.url}/#/add`);
  await page.getByText('The server answered 500').waitFor();
  isBroken = false;
  await expectShown(page.getByLabel('Address'));
});

describe('below a path of its own', () => {
  test.each([
    ['takes the path off', true],
    ['leaves the path on', false],
  ])('works behind a proxy that %s', async (_name, strips) => {
    const path = '/tools/lectern';
    const proxy = await startProxy(path, strips);
    onTestFinished(() => proxy.close());
    const url = `${proxy.origin}${path}`;
    const behind = await startPlatform('a laptop', { LECTERN_PUBLIC_URL: url });
    onTestFinished(() => behind.close());
    proxy.target = behind.url;
    await storeHandbook(behind.stores);
    const page = await openView({ ...behind, url }, '/');
    await page.getByRole('link', { name: 'Handbook' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Handbook' }).waitFor();
    const [cookie] = await page.context().cookies(url);
    expect(cookie).toMatchObject({ httpOnly: true, path: expect.stringContaining(path) });
    // The address without a slash at its end is also an address of the page.
    await page.goto(`${url}#/connect`);
    await page.getByText(`${url}/mcp`).first().waitFor();
  });
});
