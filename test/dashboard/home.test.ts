import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeEmbedder, record, snippet } from '../support/fake-stores.ts';
import { storeLibrary, storeSnippets, type Stores } from '../support/stores.ts';
import { finished, storeHandbook } from './harness/content.ts';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';

const question = 'How does the handbook rotate an API key?';

/** Another library that matches questions about handbooks, but less well. */
async function storeGuide({ index, catalog, registry }: Stores): Promise<void> {
  const description = 'How to write about a key that rotates';
  const spec = { id: '/acme/guide', title: 'Style guide', description };
  const embedder = { ...fakeEmbedder(), id: 'openai:double@64' };
  await storeSnippets({ index, embedder }, { libraryId: spec.id, version: '' }, [
    snippet('keys', { title: 'Write about API keys', content: 'Say key, not token.' }),
  ]);
  await catalog.put(record(spec.id, spec));
  await storeLibrary(registry, finished({ spec }));
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Question' }).fill(text);
  await page.keyboard.press('Enter');
}
const library = (page: Page) => page.getByRole('combobox', { name: 'Answered from' });
const entries = (page: Page) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link').allInnerTexts();

describe.each(mainPlatforms)('the first view of %s', (name) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(name, { LECTERN_ANONYMOUS_ACCESS: 'ask' });
    await storeHandbook(platform.stores);
    await storeGuide(platform.stores);
  });
  afterAll(() => platform.close());

  test('a visitor asks, sees which library answers, asks another one and finds the list below', async () => {
    const page = await openView(platform, '/', { as: 'anonymous' });
    await ask(page, question);

    await expect.poll(() => library(page).inputValue()).toBe('/acme/handbook');
    const snippets = page.getByRole('list', { name: 'Snippets' });
    await snippets.getByRole('heading', { name: 'Rotate an API key' }).waitFor();
    const others = page.getByRole('group', { name: 'Other libraries that match' });
    await others.getByRole('button', { name: 'Style guide' }).click();
    await snippets.getByRole('heading', { name: 'Write about API keys' }).waitFor();
    expect(await library(page).inputValue()).toBe('/acme/guide');
    const list = await page.getByRole('region', { name: 'Libraries' }).boundingBox();
    expect(list!.y).toBeGreaterThan((await snippets.boundingBox())!.y);

    await page.goBack();
    await snippets.getByRole('heading', { name: 'Rotate an API key' }).waitFor();
    const other = await openView(platform, new URL(page.url()).hash.slice(1));
    await expect.poll(() => library(other).inputValue()).toBe('/acme/handbook');
    await page.getByRole('link', { name: 'Ask with another version' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ask' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Question' }).inputValue()).toBe(question);
  });

  test('the long title of another library that matches fits on a phone', async () => {
    const page = await openView(platform, '/', { as: 'anonymous', width: 390 });
    await page.route('**/api/v2/libs/search?*', async (route) => {
      const response = await route.fetch();
      const { results } = (await response.json()) as { results: object[] };
      const title = 'How to write '.repeat(10);
      await route.fulfill({
        response,
        json: { results: results.map((one) => ({ ...one, title })) },
      });
    });
    await ask(page, question);
    await page.getByRole('button', { name: 'How to write' }).waitFor();
    await expectNoOverflow(page);
  });

  test('if no library matches a question, the person can choose one', async () => {
    const page = await openView(platform, '/', { as: 'member' });
    await ask(page, 'zzyzx qwrtp');
    await page.getByText('No library matches your question by itself.').waitFor();
    await library(page).fill('handbook');
    await page.keyboard.press('Enter');
    await expect.poll(() => library(page).inputValue()).toBe('/acme/handbook');
    expect(page.url()).toContain('library=%2Facme%2Fhandbook');
  });

  test('filters of the list stay when a person asks', async () => {
    const page = await openView(platform, '/?search=style', { as: 'member' });
    await page.getByText('1 library matches').waitFor();
    await ask(page, question);
    await expect.poll(() => library(page).inputValue()).toBe('/acme/handbook');
    await page.getByText('1 library matches').waitFor();
    await page.getByRole('textbox', { name: 'Search' }).fill('');
    await page.getByText('2 libraries').waitFor();
    expect(await library(page).inputValue()).toBe('/acme/handbook');
  });

  test('a visitor sees the views that work without a key, and the way to the others', async () => {
    const page = await openView(platform, '/', { as: 'anonymous' });
    await page.getByRole('region', { name: 'Libraries' }).waitFor();
    expect(await entries(page)).toEqual([
      'Libraries',
      'Projects',
      'Queue',
      'Ask',
      'Connect',
      expect.stringMatching(/^Sign in/),
    ]);
    for (const view of ['Projects', 'Queue', 'Ask', 'Connect']) {
      await page.getByRole('link', { name: view, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: view }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByText('Sign in first').count()).toBe(0);
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('API key').waitFor();
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is readable at %d pixels in %s', async (width, scheme) => {
    const page = await openView(platform, '/', { as: 'anonymous', width, scheme });
    await ask(page, question);
    await page.getByRole('list', { name: 'Snippets' }).waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});

describe('an install whose visitors may find libraries, and not ask them', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform('a laptop', { LECTERN_ANONYMOUS_ACCESS: 'search' });
    await storeHandbook(platform.stores);
  });
  afterAll(() => platform.close());

  test('shows them the list, and a sign-in link in place of the question box', async () => {
    const page = await openView(platform, '/', { as: 'anonymous' });
    await page.getByRole('main').getByText('Sign in to ask questions.').waitFor();
    await page.getByRole('link', { name: 'Handbook' }).waitFor();
    expect(await entries(page)).not.toContain('Ask');
    await expectAccessible(page);
  });

  test('asks the only library if the question does not name one', async () => {
    const page = await openView(platform, '/', { as: 'member' });
    await ask(page, 'zzyzx qwrtp');
    await expect.poll(() => library(page).inputValue()).toBe('/acme/handbook');
  });
});
