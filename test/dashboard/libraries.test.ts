import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numberedLibrary, storeMany } from '../support/many-libraries.ts';
import { mainPlatforms, platformNames, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, expectShown, openView } from './harness/view.ts';

const handbook = join(import.meta.dirname, '../fixtures/handbook');
const library = { source: { website: { url: 'https://docs.example/' } }, suspend: true };

const libraries = Array.from({ length: 10_000 }, (_, n) => numberedLibrary(n));
const ids = libraries.map(({ spec }) => spec.id).toSorted();
const [first, last] = [ids[0]!, ids.at(-1)!];

/** Calls the API as another program. */
async function send(platform: Platform, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${platform.keyOf('operator')!}` };
  const response = await fetch(`${platform.url}${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok, await response.text()).toBe(true);
}

const rowsOf = (page: Page) => page.getByRole('region', { name: 'Libraries' }).locator('tbody tr');
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

describe.each(platformNames)('10,000 libraries on %s', (name) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(name);
    await storeMany(platform.stores.database, libraries);
  });
  afterAll(() => platform.close());

  test('a person scrolls to the last one, and the page contains only the visible rows', async () => {
    const page = await openView(platform);
    await expectShown(page.getByText('10,000 libraries'));
    await expectShown(page.getByText(first, { exact: true }));
    const region = page.getByRole('region', { name: 'Libraries' });
    // Repeats the scroll, because a fault may stop it only sometimes.
    for (let time = 0; time < 4; time += 1) {
      await region.press('End');
      await expectShown(page.getByText(last, { exact: true }));
      expect(await rowsOf(page).count()).toBeLessThan(60);
      await region.press('Home');
      await expectShown(page.getByText(first, { exact: true }));
    }
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('10001');
  });

  test('a person finds a library during typing, sorts and filters, and can share the address', async () => {
    const page = await openView(platform);
    await page.getByRole('textbox', { name: 'Search' }).pressSequentially('Queue AUTH');
    await expectShown(page.getByText('100 libraries match'));
    await page.getByRole('button', { name: 'Stars' }).click();
    await expectShown(page.locator('th[aria-sort=descending]').getByText('Stars'));
    await expectShown(rowsOf(page).first().getByText('/hooli/queue-auth-170'));
    await page.getByRole('button', { name: 'Stars' }).click();
    await expectShown(page.locator('th[aria-sort=ascending]'));
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    const number = page.getByRole('status').filter({ hasText: '1 library matches' });
    await expectShown(number);
    const said = await number.elementHandle();
    const other = await openView(platform, new URL(page.url()).hash.slice(1));
    await expectShown(other.getByText('1 library matches'));
    await page.getByRole('textbox', { name: 'Search' }).fill('nothing of the kind');
    await expectShown(page.getByRole('heading', { name: 'No library matches' }));
    // Screen readers announce changes only of a region that stays.
    expect(await said.innerText()).toBe('0 libraries match');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expectShown(page.getByText('10,000 libraries'));
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is readable at %d pixels in %s', async (width, scheme) => {
    const page = await openView(platform, '/', { width, scheme });
    await expectShown(page.getByText('10,000 libraries'));
    await expectShown(page.getByText(first, { exact: true }));
    await expectAccessible(page);
    await expectNoOverflow(page);
  });

  test('a list that is wider than the window shows where it is cut', async () => {
    const page = await openView(platform, '/', { width: 800 });
    await expectShown(page.getByText(first, { exact: true }));
    const region = page.getByRole('region', { name: 'Libraries' });
    const { x, y, width } = (await region.boundingBox())!;
    // Above the text of the first row, at the right edge.
    const clip = { x: x + width - 6, y: y + 44, width: 4, height: 6 };
    const cut = await page.screenshot({ clip });
    await region.evaluate((list) => list.scrollTo({ left: list.scrollWidth }));
    expect(cut.equals(await page.screenshot({ clip }))).toBe(false);
  });

  test('a person on a phone scrolls through cards', async () => {
    const page = await openView(platform, '/?sort=title', { width: 390 });
    const cards = page.getByRole('list', { name: 'Libraries' }).getByRole('listitem');
    await expectShown(cards.first().getByText('cache auth 1071', { exact: true }));
    await page.evaluate('scrollTo(0, 200_000)');
    await expect.poll(() => cards.count()).toBeGreaterThan(3);
    await expectShown(cards.filter({ hasText: 'snippets' }).first());
    expect(await cards.count()).toBeLessThan(60);
  });
});

describe.each(mainPlatforms)('no libraries on %s', (name) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(name, { LECTERN_ANONYMOUS_ACCESS: 'none' });
  });
  afterAll(() => platform.close());

  test('a person gets a link to add a library', async () => {
    const page = await openView(platform);
    await expectShown(page.getByRole('heading', { name: 'No libraries yet' }));
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Add a library' }).click();
    await page.waitForURL(/#\/add$/);
  });

  test('two people see at once which libraries are added, changed and deleted', async () => {
    const pages = [await openView(platform), await openView(platform)];
    for (const page of pages) {
      await expectShown(page.getByRole('heading', { name: 'No libraries yet' }));
    }
    await send(platform, 'POST', '/api/v1/libraries', { id: '/aaa/first', ...library });
    for (const page of pages) {
      await expectShown(page.getByText('1 library'));
      await expectShown(rowOf(page, 'first').getByText('Suspended'));
    }
    await expectAccessible(pages[0]);
    await send(platform, 'POST', '/api/v1/refresh', { libraryName: '/aaa/first' });
    for (const page of pages) await expectShown(rowOf(page, 'first').getByText('Queued'));
    await send(platform, 'DELETE', '/api/v1/library?id=/aaa/first');
    for (const page of pages)
      await expectShown(page.getByRole('heading', { name: 'No libraries yet' }));
  });

  test('a failed read keeps the typed question and the search', async () => {
    const page = await openView(platform);
    await expectShown(page.getByRole('heading', { name: 'No libraries yet' }));
    await send(platform, 'POST', '/api/v1/libraries', { id: '/bbb/first', ...library });
    await expectShown(page.getByText('1 library'));
    const question = page.getByRole('textbox', { name: 'Question' });
    await question.fill('half a question');

    const lists = '**/api/v1/libraries?*';
    const json = { error: 'search_failed', message: 'The registry does not answer.' };
    await page.route(lists, (route) => route.fulfill({ status: 503, json }));
    const failed = page.waitForResponse((response) => response.status() === 503);
    await send(platform, 'POST', '/api/v1/libraries', { id: '/bbb/second', ...library });
    await failed;
    await page.unroute(lists);
    await send(platform, 'POST', '/api/v1/libraries', { id: '/bbb/third', ...library });
    await expectShown(page.getByText('3 libraries'));
    await expect.poll(() => question.inputValue()).toBe('half a question');

    await page.route(lists, (route) => route.fulfill({ status: 503, json }));
    const search = page.getByRole('textbox', { name: 'Search' });
    await search.fill('third');
    await expectShown(page.getByText('The registry does not answer.'));
    await expect.poll(() => search.inputValue()).toBe('third');
    await expect.poll(() => question.inputValue()).toBe('half a question');
    await page.unroute(lists);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectShown(page.getByText('1 library matches'));
    await search.fill('');
    for (const id of ['first', 'second', 'third'])
      await send(platform, 'DELETE', `/api/v1/library?id=/bbb/${id}`);
    await expectShown(page.getByRole('heading', { name: 'No libraries yet' }));
  });

  test('the number of matches is shown only after the search has been answered', async () => {
    const page = await openView(platform);
    await expectShown(page.getByRole('heading', { name: 'No libraries yet' }));
    await send(platform, 'POST', '/api/v1/libraries', { id: '/ccc/first', ...library });
    await expectShown(page.getByText('1 library', { exact: true }));
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/libraries?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('textbox', { name: 'Search' }).fill('first');
    await expectShown(page.getByText('Loading…'));
    expect(await page.getByText('1 library').count()).toBe(0);
    held.resolve();
    await expectShown(page.getByText('1 library matches'));
    await page.getByRole('textbox', { name: 'Search' }).fill('');
    await send(platform, 'DELETE', '/api/v1/library?id=/ccc/first');
    await expectShown(page.getByRole('heading', { name: 'No libraries yet' }));
  });

  test('a caller who may see no libraries is asked to sign in', async () => {
    const page = await openView(platform, '/', { as: 'anonymous' });
    await expectShown(page.getByRole('heading', { name: 'Sign in first' }));
    await expectShown(page.getByText('You need to sign in for this.'));
  });

  test('a failure is shown, and a retry succeeds', async () => {
    const page = await openView(platform, '/connect');
    const lists = '**/api/v1/libraries?*';
    const body = { error: 'search_failed', message: 'The registry does not answer.' };
    await page.route(lists, (route) => route.fulfill({ status: 503, json: body }));
    // After the first event of a stream, the page would retry by itself.
    await page.route('**/api/v1/events', (route) => route.abort());
    await page.getByRole('link', { name: 'Libraries' }).click();
    await expectShown(page.getByText('The registry does not answer.'));
    await page.unroute(lists);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectShown(page.getByRole('heading', { name: 'No libraries yet' }));
  });

  test('a person reads that live updates have stopped, until they are back', async () => {
    const page = await openView(platform, '/connect');
    await page.clock.install();
    await page.route('**/api/v1/events', (route) => route.abort());
    await page.getByRole('link', { name: 'Libraries' }).click();
    await expectShown(page.getByRole('heading', { name: 'No libraries yet' }));
    await page.clock.fastForward(10_000);
    const notice = page.getByRole('alert').getByText('Live updates have stopped');
    await expectShown(notice);
    await page.unroute('**/api/v1/events');
    await page.clock.fastForward(15_000);
    await notice.waitFor({ state: 'hidden' });
  });

  test('a placeholder is shown while the first libraries load', async () => {
    const page = await openView(platform, '/connect');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/libraries?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Libraries' }).click();
    await expectShown(page.getByRole('status', { name: 'Loading' }));
    // The person prefers reduced motion.
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    held.resolve();
    await expectShown(page.getByRole('heading', { name: 'No libraries yet' }));
  });
});

test('a person watches a repository being indexed until it is served', async () => {
  const platform = await startPlatform('a laptop');
  try {
    const page = await openView(platform);
    await expectShown(page.getByRole('heading', { name: 'No libraries yet' }));
    const source = { git: { url: handbook } };
    await send(platform, 'POST', '/api/v1/libraries', { id: '/acme/handbook', source });
    const row = page.getByRole('row').filter({ hasText: '/acme/handbook' });
    await row.getByText('Served').waitFor({ timeout: 60_000 });
  } finally {
    await platform.close();
  }
});
