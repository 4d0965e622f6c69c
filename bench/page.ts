// Measures the dashboard's list of 10,000 libraries in Chromium against a list of one: first rows, a search while
// typing, scrolling. Goals: first rows within a second, and frames no further apart than on an idle page.
import type { Browser, Page } from 'playwright-core';
import { openBrowser, signIn } from '../test/dashboard/harness/browser.ts';
import { startPlatform, type Platform } from '../test/dashboard/harness/platform.ts';
import { numberedLibrary, storeMany } from '../test/support/many-libraries.ts';
import { buildDashboard } from '../scripts/build-dashboard.ts';
import { percentile } from './support/measure.ts';

const rounds = 8;
const typed = 'queue auth';

await buildDashboard();
const browser = await openBrowser();
const [few, many] = [await listOf(1), await listOf(10_000)];
const [first, reference] = [await firstRows(browser, many), await firstRows(browser, few)];
console.log(`first rows of 10,000  ${ms(first)}, ${ratio(first, reference)} of those of 1`);
const page = await open(browser, many);
const keys = await searches(page);
console.log(`rows after a key      ${ms(keys)}`);
await page.getByRole('textbox', { name: 'Search' }).fill('');
await page.getByText('10,000 libraries').waitFor();
const [idle, scrolled] = [await frames(page, 0), await frames(page, 300)];
console.log(`frames while scrolling ${ms(scrolled)}, ${ratio(scrolled, idle)} of an idle page's`);
await browser.close();
await few.close();
await many.close();

async function listOf(libraries: number): Promise<Platform> {
  const platform = await startPlatform('a laptop');
  const all = Array.from({ length: libraries }, (_, n) => numberedLibrary(n));
  await storeMany(platform.stores.database, all);
  return platform;
}

/** Opens the list in a browser with an empty cache, and waits for its rows. */
async function open(browser: Browser, platform: Platform): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await signIn(context, platform, 'admin');
  const page = await context.newPage();
  await page.goto(`${platform.url}/#/`);
  await page.locator('tbody tr a').first().waitFor();
  return page;
}

/** Returns the milliseconds from the navigation to the first row. */
async function firstRows(browser: Browser, platform: Platform): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await open(browser, platform);
    times.push(await page.evaluate('performance.now()'));
    await page.context().close();
  }
  return times;
}

/** Returns the milliseconds from each key of a search to its result on the page. */
async function searches(page: Page): Promise<number[]> {
  const times: number[] = [];
  const box = page.getByRole('textbox', { name: 'Search' });
  for (const key of typed) {
    const answered = page.waitForResponse((response) => response.url().includes('search='));
    const start = performance.now();
    await box.press(key === ' ' ? 'Space' : key);
    await answered;
    await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
    times.push(performance.now() - start);
  }
  return times;
}

/** Returns the milliseconds between frames while each frame scrolls `step` pixels. */
async function frames(page: Page, step: number): Promise<number[]> {
  return (await page.evaluate(`new Promise((done) => {
    const region = document.querySelector('[role=region][aria-label=Libraries]');
    const times = [];
    let last = performance.now();
    const frame = (now) => {
      times.push(now - last);
      last = now;
      region.scrollBy(0, ${step});
      if (times.length < 300) requestAnimationFrame(frame);
      else done(times.slice(1));
    };
    requestAnimationFrame(frame);
  })`)) as number[];
}

function ms(times: number[]): string {
  return `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`;
}

function ratio(times: number[], reference: number[]): string {
  return (percentile(times, 0.5) / percentile(reference, 0.5)).toFixed(2);
}
