import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOpenaiServer, type OpenaiServer } from '../doubles/openai-server.ts';
import { fakeEmbedder, record, snippet } from '../support/fake-stores.ts';
import { storeLibrary, storeSnippets, type Stores } from '../support/stores.ts';
import { finished, storeHandbook } from './harness/content.ts';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';

const question = 'rotate a key and limits of a request';
const asked = `/ask?library=%2Facme%2Fhandbook&q=${encodeURIComponent(question)}`;

let judge: OpenaiServer;
beforeAll(async () => {
  // Puts the last candidate first.
  judge = await startOpenaiServer({ chat: (prompt) => `[${lastCandidate(prompt)}]` });
});
afterAll(async () => {
  await judge.close();
});

function lastCandidate(prompt: string): number {
  return Math.max(...[...prompt.matchAll(/candidate="(\d+)"/g)].map(([, at]) => Number(at)));
}

const markup = `<img src="x" onerror="document.title='owned'"><script>document.title='owned'</script>`;

/** A library whose documentation attacks its readers. */
async function storeHostile({ index, catalog, registry }: Stores): Promise<void> {
  const spec = { id: '/acme/hostile', title: markup, description: markup };
  const hostile = snippet('hostile', {
    title: `Rotate ${markup}`,
    description: markup,
    pageTitle: markup,
    codeList: [{ language: markup, code: markup }],
    flags: ['injection'],
  });
  const stores = { index, embedder: fakeEmbedder() };
  await storeSnippets(stores, { libraryId: spec.id, version: '' }, [hostile]);
  await catalog.put(record(spec.id, { title: markup }));
  await storeLibrary(registry, finished({ spec }));
}

/** Returns the titles of the snippets in a list, the best first. */
async function titles(page: Page, list = 0): Promise<string[]> {
  const snippets = page.getByRole('list', { name: 'Snippets' }).nth(list);
  await snippets.waitFor();
  return await snippets.getByRole('heading').allTextContents();
}

describe.each(mainPlatforms)('asking %s', (name) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(name, { LECTERN_ANONYMOUS_ACCESS: 'search' });
    await storeHandbook(platform.stores);
    await storeHostile(platform.stores);
    const spec = { id: '/acme/new', title: 'New', description: '' };
    await platform.stores.catalog.put(record(spec.id, { state: 'initial', lastUpdateDate: '' }));
    await storeLibrary(platform.stores.registry, finished({ spec, status: { versions: [] } }));
  });
  afterAll(() => platform.close());

  test('a library whose run failed shows the reason, with a link to its runs', async () => {
    const spec = { id: '/acme/broken', title: 'Broken', description: '' };
    const message = 'https://example.org/acme/broken.git does not answer: connection refused';
    const conditions = [
      {
        type: 'Ready',
        status: 'False',
        reason: 'Unreachable',
        message,
        lastTransitionTime: '2026-01-02T03:04:05.000Z',
      },
    ] as const;
    const status = {
      state: 'error',
      versions: [],
      failures: 1,
      conditions: [...conditions],
    } as const;
    await platform.stores.catalog.put(record(spec.id, { state: 'error', lastUpdateDate: '' }));
    await storeLibrary(platform.stores.registry, finished({ spec, status }));
    const page = await openView(platform, '/ask?library=%2Facme%2Fbroken&q=why');
    await page.getByRole('heading', { name: 'Its run failed' }).waitFor();
    await page.getByText('could not be indexed: https://example.org/acme/broken.git').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'See its runs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Broken' }).waitFor();
    await expect
      .poll(() => page.getByRole('tab', { name: 'Runs' }).getAttribute('aria-selected'))
      .toBe('true');
  });

  test('an install without libraries links to the view that adds one', async () => {
    const page = await openView(platform, '/connect');
    await page.route('**/api/v1/libraries?**', (route) =>
      route.fulfill({ json: { libraries: [], total: 0 } }),
    );
    await page.goto(`${platform.url}/#/ask`);

    await page.getByRole('heading', { name: 'No library yet' }).waitFor();
    await page.getByRole('link', { name: 'Add a library' }).click();
    await page.getByRole('heading', { level: 1, name: 'Add' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/add');
  });

  test('a person searches for a library, asks it, and sees the snippets, their sources and their cost', async () => {
    const page = await openView(platform, '/ask', { as: 'member' });
    await page.getByRole('combobox', { name: 'Library' }).fill('handb');
    await page.getByRole('option', { name: '/acme/handbook' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Question' }).fill(question);
    await page.keyboard.press('Enter');

    expect(await titles(page)).toEqual(expect.arrayContaining(['Rotate an API key', 'Limits']));
    expect(new URL(page.url()).hash).toBe(`#${asked.replaceAll('%20', '+')}`);
    await page
      .getByRole('link', { name: 'https://example.com/blob/r1/docs/keys.md#rotate' })
      .waitFor();
    const cost = page.getByRole('region', { name: 'What the answer cost' });
    expect(await cost.textContent()).toMatch(/snippets\d+ tokens of 3,300[\d.]+ m?s.*search/);
    await page.getByRole('button', { name: 'Copy the code of Rotate an API key' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'acme keys rotate --service billing',
    );
  });

  test('a person types a token limit, and one outside the bounds is corrected', async () => {
    const page = await openView(platform, asked, { as: 'member' });
    await titles(page);
    const field = page.getByRole('textbox', { name: 'Token limit' });
    await field.clear();
    await field.pressSequentially('500');
    await expect.poll(() => field.inputValue()).toBe('500');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).hash).toContain('tokens=500');

    for (const [typed, taken] of [
      ['5', '100'],
      ['', '3,300'],
    ] as const) {
      await field.fill(typed);
      await page.keyboard.press('Tab');
      await expect.poll(() => field.inputValue()).toBe(taken);
    }
    await field.fill('90000');
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('20,000');
    await expect.poll(() => new URL(page.url()).hash).toContain('tokens=20000');
  });

  test('Enter takes a library that matches the typed text, also before the search has ended', async () => {
    const page = await openView(platform, '/connect', { as: 'member' });
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/libraries?**', async (route) => {
      if (route.request().url().includes('search=')) {
        await held.promise;
        return await route.continue();
      }
      // An install with more libraries than the list first shows.
      const response = await route.fetch();
      const { libraries } = (await response.json()) as { libraries: { id: string }[] };
      const first = libraries.filter(({ id }) => id === '/acme/new');
      await route.fulfill({ response, json: { libraries: first, total: libraries.length } });
    });
    await page.goto(`${platform.url}/#/ask`);
    const field = page.getByRole('combobox', { name: 'Library' });
    await field.click();
    await page.getByRole('option', { name: '/acme/new' }).waitFor();

    await field.pressSequentially('handb', { delay: 50 });
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('handb');
    held.resolve();

    await expect.poll(() => field.inputValue()).toBe('/acme/handbook');
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
  });

  test('a link opens the answer, which is also shown as text and JSON', async () => {
    const page = await openView(platform, asked, { as: 'member' });
    await titles(page);

    await page.getByText('Raw answer').click();

    const text = page.getByRole('region', { name: 'the text' });
    const json = page.getByRole('region', { name: 'the JSON' });
    const shown = await text.textContent();
    expect(shown).toMatch(/^### (?:Handbook > Limits|Rotate an API key)\n\nSource: /);
    expect(shown).toMatch(/^### Rotate an API key\n\nSource: /m);
    const body = JSON.parse((await json.textContent()) ?? '') as { codeSnippets: object[] };
    expect(body.codeSnippets[0]).toMatchObject({ codeTitle: 'Rotate an API key' });
    const [left, right] = [await text.boundingBox(), await json.boundingBox()];
    expect(right!.x).toBeGreaterThan(left!.x + left!.width);
  });

  test('markup in a library is shown as text, and instructions to a model are marked', async () => {
    const page = await openView(platform, '/ask?library=%2Facme%2Fhostile&q=rotate');

    expect(await titles(page)).toEqual([`Rotate ${markup}`]);

    const main = page.locator('#main');
    await main.getByText('Contains instructions to a model').waitFor();
    expect(await main.getByRole('region', { name: /^Code 1 of/ }).textContent()).toBe(markup);
    await expect.poll(() => main.locator('img, script').count()).toBe(0);
    expect(await page.title()).toBe('Ask · Lectern');
  });

  test('the page says if nothing matches, or if the library is not indexed or does not exist', async () => {
    const page = await openView(platform, '/ask?library=%2Facme%2Fnew&q=why');
    await page.getByRole('heading', { name: 'Not indexed yet' }).waitFor();

    await page.goto(`${platform.url}/#/ask?library=%2Fno%2Fbody&q=why`);

    const failure = page.getByRole('alert').filter({ hasText: 'not found' });
    expect(await failure.textContent()).toContain('Library "/no/body" not found');
  });

  test('an answer that takes long shows a placeholder, and a failed one can be requested again', async () => {
    const page = await openView(platform, '/ask', { as: 'member' });
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v2/context**', async (route) => {
      await held.promise;
      await route.fulfill({ status: 503, json: { error: 'search_failed', message: 'Busy.' } });
    });
    await page.goto(`${platform.url}/#${asked}`);
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    held.resolve();
    await page.getByText('Busy.').waitFor();

    await page.unroute('**/api/v2/context**');
    await page.getByRole('button', { name: 'Try again' }).click();

    expect(await titles(page)).toContain('Rotate an API key');
  });

  test('a visitor who may not ask is asked to sign in', async () => {
    const page = await openView(platform, asked, { as: 'anonymous' });

    await page.getByRole('heading', { name: 'Sign in first' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    const { hash } = new URL(page.url());
    expect(new URLSearchParams(hash.split('?')[1]).get('then')).toContain('/ask?library=');
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is readable at %d pixels in %s', async (width, scheme) => {
    const page = await openView(platform, asked, { as: 'member', width, scheme });
    await titles(page);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByText('Raw answer').click();
    await page.getByRole('region', { name: 'the text' }).waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});

describe('asking an install with a reranker', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform('a laptop', {
      LECTERN_RERANK_URL: judge.url,
      LECTERN_RERANK_MODEL: 'judge',
    });
    await storeHandbook(platform.stores);
  });
  afterAll(() => platform.close());

  test('shows the reranked answer beside the fast answer, with the time of each', async () => {
    const page = await openView(platform, asked, { as: 'anonymous' });
    await page.getByRole('heading', { name: 'Fast' }).waitFor();
    const costs = page.getByRole('region', { name: 'What the answer cost' });
    // The order of the two does not matter.
    await costs.nth(1).waitFor();

    const [reranked, fast] = [await titles(page, 0), await titles(page, 1)];

    expect(reranked[0]).toBe(fast.at(-1));
    expect(new Set(reranked)).toEqual(new Set(fast));
    expect(await costs.nth(0).textContent()).toContain('rerank');
    expect(await costs.nth(1).textContent()).not.toContain('rerank');
  });

  test('shows one answer at a time on a phone', async () => {
    const page = await openView(platform, asked, { as: 'anonymous', width: 390 });
    const [first] = await titles(page);

    await page.getByRole('tab', { name: 'Fast' }).click();

    const panel = page.getByRole('tabpanel', { name: 'Fast' });
    await panel.getByRole('list', { name: 'Snippets' }).waitFor();
    const [other] = await panel.getByRole('heading', { level: 3 }).allTextContents();
    expect(other).not.toBe(first);
    await expectNoOverflow(page);
  });
});
