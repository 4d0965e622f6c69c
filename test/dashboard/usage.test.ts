import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeHandbook } from './harness/content.ts';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';

const usage = '**/api/v1/usage?*';

/** Calls the API as an admin. */
async function send(platform: Platform, method: string, path: string, body: object): Promise<void> {
  const response = await fetch(platform.url + path, {
    method,
    headers: {
      authorization: `Bearer ${platform.keyOf('admin')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(response.ok, await response.text()).toBe(true);
}

describe.each(mainPlatforms)('usage of %s', (name) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(name, { LECTERN_REQUEST_PRICE: '0.5' });
    await storeHandbook(platform.stores);
  });
  afterAll(() => platform.close());

  test('says that there were no questions, then shows questions as charts and tables', async () => {
    const page = await openView(platform, '/usage');
    await page.getByText('No questions in this period').waitFor();
    const headers = { authorization: `Bearer ${platform.keyOf('member')}` };
    for (let asked = 0; asked < 3; asked += 1) {
      const path = '/api/v2/libs/search?libraryName=handbook&query=handbook';
      expect((await fetch(platform.url + path, { headers })).status).toBe(200);
    }
    await page.reload();
    const byKey = page.getByText('By key, in figures');
    await byKey.click();
    await page
      .getByRole('region', { name: 'By key, in figures' })
      .getByRole('row', { name: 'the member 3 0 1.5' })
      .waitFor();
    await expect.poll(() => page.locator('.recharts-bar-rectangle').count()).toBeGreaterThan(0);
    await page.getByRole('radiogroup').getByText('Spending').click();
    await page.getByText('1.5 spent; there is no limit').waitFor();
  });

  test('a spending limit is set, shown with the spending, and removed', async () => {
    const page = await openView(platform, '/usage');
    await page.getByRole('button', { name: 'Set a limit' }).click();
    await page.getByLabel('Limit', { exact: false }).last().fill('6');
    await page.keyboard.press('Enter');
    await page.getByText('The limit is 6 a month.').waitFor();
    await page.getByRole('progressbar', { name: 'Spent of the limit' }).waitFor();
    await page.getByRole('button', { name: 'Change the limit' }).click();
    await page.getByRole('button', { name: 'Remove the limit' }).click();
    await page.getByText('Removed the limit.').waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('button', { name: 'Set a limit' }).count()).toBe(1);
  });

  test('the dialog for a limit begins with the limit of the chosen teamspace, without abandoned input', async () => {
    await send(platform, 'POST', '/api/v1/teamspaces', { id: 'docs', name: 'Docs team' });
    await send(platform, 'PUT', '/api/v1/teamspaces/default/spending', { limit: 500 });
    const page = await openView(platform, '/usage');
    await page.getByText('of 500 spent').waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/usage?*teamspace=docs*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('combobox', { name: 'Teamspace' }).click();
    await page.getByRole('option', { name: 'Docs team' }).click();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    await expect.poll(() => page.getByText('of 500 spent').count()).toBe(0);
    held.resolve();

    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Limit' });
    await page.getByRole('button', { name: 'Set a limit' }).click();
    await expect.poll(() => field.inputValue()).toBe('');
    await field.fill('9');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Set a limit' }).click();
    await expect.poll(() => field.inputValue()).toBe('');
    await send(platform, 'PUT', '/api/v1/teamspaces/default/spending', { limit: null });
  });

  test('members see their teamspace but cannot change limits, and callers without a key are asked to sign in', async () => {
    const member = await openView(platform, '/usage?teamspace=docs', { as: 'member' });
    await member.getByText('This month').waitFor();
    await expect.poll(() => member.getByRole('button', { name: /limit/ }).count()).toBe(0);
    await expect.poll(() => member.getByLabel('Teamspace').count()).toBe(0);
    const nobody = await openView(platform, '/usage', { as: 'anonymous' });
    await nobody.getByRole('heading', { name: 'Sign in first' }).waitFor();
  });

  test('shows a placeholder while it loads, and the error if it fails', async () => {
    const page = await openView(platform, '/connect');
    const seen = Promise.withResolvers<void>();
    await page.route(usage, async (route) => {
      await seen.promise;
      const json = { error: 'validation_error', message: 'The days are over.' };
      await route.fulfill({ status: 400, json });
    });
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    seen.resolve();
    await page.getByText('The days are over.').waitFor();
    await page.unroute(usage);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('This month').waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is readable at %d pixels in %s', async (width, scheme) => {
    const page = await openView(platform, '/usage', { width, scheme });
    await page.getByText('By day, in figures').click();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});
