import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account, startConfluence } from '../doubles/confluence-server.ts';
import { openTestCluster, type TestCluster } from '../support/kube.ts';
import { openBrowser } from './harness/browser.ts';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const wrong = 'another-secret-token';

describe.each(mainPlatforms)('integrations of %s', (name) => {
  let platform: Platform;
  let cluster: TestCluster | undefined;
  beforeAll(async () => {
    if (name === 'a cluster') cluster = await openTestCluster();
    platform = await startPlatform(name, {
      LECTERN_ALLOWED_RANGES: '127.0.0.0/8',
      ...(cluster && { LECTERN_NAMESPACE: cluster.namespace }),
    });
  });
  afterAll(async () => {
    await platform.close();
    await cluster?.close();
  });

  test('a wiki is set, tried, replaced and removed, and its token never seen again', async () => {
    await using wiki = await startConfluence({ kind: 'data-center' });
    const page = await openView(browser, platform, '/integrations');
    await page.getByRole('button', { name: 'Set Wiki' }).click();
    await page.getByLabel('Address of the site').fill(wiki.site);
    await page.getByLabel('Token').first().fill(account.token);
    await page.keyboard.press('Enter');
    await page.getByText('wiki is set.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Test Wiki' }).click();
    await page.getByText(`${wiki.site} takes the token of Rita Reader`).waitFor();
    expect(await page.content()).not.toContain(account.token);

    await page.getByRole('button', { name: 'Replace Wiki' }).click();
    expect(await page.getByLabel('Token').first().inputValue()).toBe('');
    await page.getByLabel('Address of the site').fill(wiki.site);
    await page.getByLabel('Token').first().fill(wrong);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Test Wiki' }).click();
    await page.getByText('refuses the token of the wiki integration (401)').waitFor();
    expect(await page.content()).not.toContain(wrong);

    await page.getByRole('button', { name: 'Remove Wiki' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.getByRole('button', { name: 'Set Wiki' }).waitFor();
  });

  test('a Git host is added where there is none, and mistakes are said in the form', async () => {
    const page = await openView(browser, platform, '/integrations');
    await page.getByText('No Git host is set').waitFor();
    await page.getByRole('button', { name: 'Add a Git host' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Host' }).fill('not a host');
    await dialog.locator('input[type=password]').fill(wrong);
    await page.keyboard.press('Enter');
    await dialog.getByText('is no integration; known are').waitFor();
    await dialog.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1:1');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '127.0.0.1:1' }).waitFor();
    await page.getByRole('button', { name: 'Test 127.0.0.1:1' }).click();
    await page.getByText('It does not work').waitFor();
    expect(await page.content()).not.toContain(wrong);
  });

  test('the models are shown and tried', async () => {
    const page = await openView(browser, platform, '/integrations');
    await page.getByText(/double at 127\.0\.0\.1:\d+, 64 dimensions/).waitFor();
    await page.getByRole('button', { name: 'Test the models' }).click();
    await page.getByText(/Embedding: It answers with a vector of 64 numbers/).waitFor();
    await page.getByText('last call worked').waitFor();
    await expect.poll(() => page.getByText('It works').count()).toBe(1);
  });

  test('are for admins, and say that they wait and why they cannot be shown', async () => {
    const member = await openView(browser, platform, '/integrations', { as: 'member' });
    await member.getByText('This needs a key of the role admin', { exact: false }).waitFor();
    const page = await openView(browser, platform, '/connect');
    const seen = Promise.withResolvers<void>();
    const list = '**/api/v1/integrations';
    await page.route(list, async (route) => {
      await seen.promise;
      const json = { error: 'search_failed', message: 'Kubernetes does not answer.' };
      await route.fulfill({ status: 503, json });
    });
    await page.getByRole('link', { name: 'Integrations' }).click();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    seen.resolve();
    await page.getByText('Kubernetes does not answer.').waitFor();
    await page.unroute(list);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Git hosts' }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('are readable at %d pixels in %s', async (width, scheme) => {
    const page = await openView(browser, platform, '/integrations', { width, scheme });
    await page.getByText('64 dimensions', { exact: false }).waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Add a Git host' }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByText('GitHub App').last().click();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});
