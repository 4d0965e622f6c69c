import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceName } from '../../src/resources/library.ts';
import { openBrowser, signIn } from '../dashboard/harness/browser.ts';
import { openPage } from '../dashboard/harness/page.ts';
import { startGatedSite, type GatedSite } from './harness/gated-site.ts';
import { deleteLibraries } from './harness/libraries.ts';
import { bearer, replaceRelease, serviceUrl } from './harness/release.ts';

describe('the dashboard of a release', () => {
  let site: GatedSite;
  let browser: Browser;
  let context: BrowserContext;
  let url = '';
  let id = '';

  beforeAll(async () => {
    await replaceRelease();
    site = await startGatedSite();
    browser = await openBrowser();
    context = await browser.newContext();
    context.setDefaultTimeout(120_000);
    url = await serviceUrl();
    const key = await bearer();
    await signIn(context, { url, keyOf: () => key }, 'operator');
  });
  afterAll(async () => {
    await browser.close();
    if (id !== '') await deleteLibraries(resourceName(id));
    await site[Symbol.asyncDispose]();
  });

  test('adds a website, shows its running Job in another window, and answers questions about it', async () => {
    site.hold();
    const page = await openPage(context, `${url}/#/add`);
    const other = await openPage(context, `${url}/#/queue`);
    await page.getByLabel('Address').fill(site.url);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL(/#\/libraries\//);
    id = new URL(page.url()).hash.replace('#/libraries', '');

    await site.untilHeld();
    await other.getByRole('progressbar').waitFor();
    site.release();
    await page.getByText('Served', { exact: true }).first().waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Ask' }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill('How is the gadget mounted?');
    await page.keyboard.press('Enter');

    const best = page.getByRole('list', { name: 'Snippets' }).getByRole('listitem').first();
    expect(await best.textContent()).toContain('gadget part');
    await other.getByText('Nothing is being indexed').waitFor();
  });
});
