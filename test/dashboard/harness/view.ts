import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { giveBack, openBeside, signIn, takeContext } from './browser.ts';
import { explainFailure } from './page.ts';
import type { Person, Platform } from './platform.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Delay of answers in milliseconds. It finds views and tests that depend on fast answers; see
 * dashboard/README.md.
 */
const slowMs = Number(process.env['LECTERN_TEST_SLOW_ANSWERS'] ?? 0);

/** Options for viewing the page. */
export interface Look {
  /** Role of the viewer. Admin if absent. */
  as?: Person;
  /** Width of the window in pixels. 1280 if absent. A phone has 390. */
  width?: number;
  scheme?: 'light' | 'dark';
}

/**
 * Opens a view, such as `/libraries/acme/handbook`, and waits for its title. When the test ends,
 * checks that the page loaded nothing from other hosts, did not violate its policy, and threw no
 * error.
 */
export async function openView(platform: Platform, view = '/', look: Look = {}): Promise<Page> {
  const { as = 'admin', width = 1280, scheme = 'light' } = look;
  const context = await takeContext(platform);
  const problems: string[] = [];
  onTestFinished(async ({ task }) => {
    // Closing the page ends its requests. On a busy machine, a module may still be loading.
    const before = [...problems];
    // A failed test may leave anything behind, such as a context that is offline.
    await (task.result?.state === 'fail' ? context.close() : giveBack(context, platform));
    expect(before).toEqual([]);
  });
  const page = await openBeside(context);
  explainFailure(page);
  watch(page, platform.url, problems);
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme });
  await signIn(context, platform, as);
  if (slowMs > 0) await page.route('**/api/**', later);
  await page.goto(`${platform.url}/#${view}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function later(route: Route): Promise<void> {
  await pause(slowMs * (0.5 + Math.random()));
  // The page may be closed by now.
  await route.continue().catch(() => undefined);
}

/** Collects the page's requests and errors that must not occur. */
function watch(page: Page, origin: string, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    const refused = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !refused) problems.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    const here = /^(data|blob):/.test(url) || url === origin || url.startsWith(`${origin}/`);
    if (!here) problems.push(`loaded ${url}`);
  });
}

/** Checks the page for screen readers and keyboards with axe (WCAG 2.2 AA). */
export async function expectAccessible(page: Page): Promise<void> {
  // A view has no heading while it loads, and axe requires one.
  await page.locator('h1').first().waitFor();
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe);
  // axe cannot judge the contrast of text over a gradient, which shows where a table is cut.
  await page.evaluate(`
    const plain = new CSSStyleSheet();
    plain.replaceSync('.table-region { background: none !important }');
    document.adoptedStyleSheets = [plain];
  `);
  const violations = (await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations, incomplete }) => [
        ...violations,
        // A name of an element without a role, which screen readers do not read.
        ...incomplete.filter(({ id }) => id === 'aria-prohibited-attr'),
      ].map(({ id, help, nodes }) =>
        id + ': ' + help + '\\n' + nodes.map(({ html, failureSummary }) =>
          '  ' + html.slice(0, 200) + ' ' + failureSummary).join('\\n')))`,
  )) as string[];
  expect(violations).toEqual([]);
}

/** Expects that nothing overflows the window horizontally. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const [inner, outer] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as [number, number];
  expect(inner).toBeLessThanOrEqual(outer);
}

/** Expects that an element is visible, or soon will be. */
export async function expectShown(what: Locator): Promise<void> {
  await what.waitFor();
}
