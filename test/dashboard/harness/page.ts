import type { BrowserContext, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { openBrowser } from './browser.ts';

/** Opens a context for one test, which may leave everything in it. */
export async function openContext(): Promise<BrowserContext> {
  const browser = await openBrowser();
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  return context;
}

/** Opens a page in a test. */
export async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  explainFailure(page);
  await page.goto(url);
  return page;
}

/**
 * If the test fails, adds an error with the page's content and failed requests, because the first error often only
 * reports a timeout.
 */
export function explainFailure(page: Page): void {
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
}
