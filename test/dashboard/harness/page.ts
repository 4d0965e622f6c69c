import type { BrowserContext, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/**
 * Opens a page in a test. When the test fails, a second error of it tells what the page showed and what it could not load:
 * the first one seldom says more than that something did not come.
 */
export async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('requestfailed', (request) =>
    troubles.push(`${request.url()}: ${request.failure()?.errorText}`),
  );
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.url()}: ${response.status()}`);
  });
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('crash', () => troubles.push('It crashed.'));
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail' || page.isClosed()) return;
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
    throw new Error([`The page at ${page.url()} showed:`, shown, ...troubles].join('\n'));
  });
  await page.goto(url);
  return page;
}
