import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SqlCodeProjects } from '../../src/store/metadata/code-projects.ts';
import { storeLibrary } from '../support/stores.ts';
import { finished } from './harness/content.ts';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';

const queue = {
  ecosystem: 'npm',
  name: '@acme/queue',
  version: '1.2.3',
  dev: false,
  state: 'tag',
  repository: 'https://git.example.com/acme/queue.git',
  library: '/acme/queue',
  ref: 'v1.2.3',
} as const;
const lost = {
  ecosystem: 'pypi',
  name: 'lost',
  version: '2.0.0',
  dev: true,
  state: 'missing',
  repository: 'https://github.com/acme/lost',
  nearest: 'v1.9.0',
  note: 'https://github.com/acme/lost has no tag of 2.0.0',
} as const;

describe.each(mainPlatforms)('projects on %s', (name) => {
  let platform: Platform;
  let projects: SqlCodeProjects;
  beforeAll(async () => {
    platform = await startPlatform(name, { LECTERN_ANONYMOUS_ACCESS: 'search' });
    projects = new SqlCodeProjects(platform.stores.database);
    const library = finished({
      spec: {
        id: '/acme/queue',
        title: 'Queue',
        source: { git: { url: 'https://git.example.com/acme/queue.git', branch: 'v1.2.3' } },
      },
      status: { branch: 'v1.2.3' },
    });
    await storeLibrary(platform.stores.registry, library);
    await put('shop', [queue, lost]);
  });
  afterAll(() => platform.close());

  test('the command of an empty list fits on a phone', async () => {
    const page = await openView(platform, '/', { width: 390 });
    await page.route('**/api/v1/projects', (route) => route.fulfill({ json: { projects: [] } }));
    await page.goto(`${platform.url}/#/projects`);
    await page.getByText('npx lectern add --project').waitFor();
    await expectNoOverflow(page);
  });

  const put = (project: string, dependencies: (typeof queue | typeof lost)[]): Promise<void> =>
    projects.put({
      teamspace: 'default',
      name: project,
      origin: 'https://git.example.com/acme/shop.git',
      updatedAt: Date.now(),
      dependencies,
    });

  test('the list leads to the dependencies of a project, each with its version and source', async () => {
    const page = await openView(platform, '/projects');
    await page.getByRole('link', { name: 'shop' }).click();
    const row = page.getByRole('row', { name: /@acme\/queue/ });
    await row.getByText('Tag of the version: v1.2.3').waitFor();
    await row.getByText('Indexed').waitFor();
    await row.getByRole('link', { name: '/acme/queue' }).waitFor();
    const missing = page.getByRole('row', { name: /lost/ });
    await missing.getByText('https://github.com/acme/lost has no tag of 2.0.0').waitFor();
    await missing.getByText('The nearest tag is v1.9.0.').waitFor();
    expect(page.url()).toMatch(/#\/projects\/shop$/);
  });

  test('the states are whole in a narrow window', async () => {
    const page = await openView(platform, '/projects/shop', { width: 800 });
    const state = page.getByRole('row', { name: /lost/ }).getByText('Not found', { exact: true });
    await state.waitFor();
    const [inner, outer] = await state.evaluate(({ scrollWidth, clientWidth }) => [
      scrollWidth,
      clientWidth,
    ]);
    expect(inner).toBeLessThanOrEqual(outer);
  });

  test.each([
    ['/projects', 'shop', 'just now'],
    ['/projects/shop', '/acme/queue', '1.2.3'],
  ])('in the table of %s, links are as large as other text', async (view, link, text) => {
    // The list says "just now" for a minute.
    await put('shop', [queue, lost]);
    const page = await openView(platform, view);
    const sizeOf = (cell: Locator): Promise<string> =>
      cell.evaluate((element) => getComputedStyle(element).fontSize);
    const table = page.getByRole('table');
    const size = await sizeOf(table.getByRole('link', { name: link, exact: true }));
    expect(size).toBe(await sizeOf(table.getByText(text, { exact: true })));
  });

  test('a filter shows only the dependencies in one state', async () => {
    const page = await openView(platform, '/projects/shop');
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Not found' }).click();
    await page.getByText('1 of 2 dependencies').waitFor();
    expect(await page.getByRole('row', { name: /@acme\/queue/ }).count()).toBe(0);
  });

  test('a person adds a dependency that was not found, from its repository and the nearest tag', async () => {
    const page = await openView(platform, '/projects/shop');
    await page.getByRole('link', { name: 'Add the documentation of lost' }).click();
    const address = page.getByRole('textbox', { name: /address/i }).first();
    await expect.poll(() => address.inputValue()).toBe('https://github.com/acme/lost');
  });

  test('a visitor sees neither Add nor Delete, nor the repository of what was not found', async () => {
    const page = await openView(platform, '/projects/shop', { as: 'anonymous' });
    await page.getByRole('row', { name: /lost/ }).waitFor();
    expect(await page.getByText('https://github.com/acme/lost').count()).toBe(0);
    expect(await page.getByRole('link', { name: /^Add the documentation/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  });

  test('an admin deletes a project after the page has said what is deleted with it', async () => {
    await put('old', [lost]);
    const page = await openView(platform, '/projects/old');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Libraries and versions that only this project uses').waitFor();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('link', { name: 'shop' }).waitFor();
    await expect.poll(() => projects.find('default', 'old')).toBeUndefined();
    await page.goBack();
    await page.getByText('There is no such project').waitFor();
  });

  test('an unknown project leads back to the list', async () => {
    const page = await openView(platform, '/projects/nowhere');
    await page.getByText('There is no such project').waitFor();
    await page.getByRole('link', { name: 'All projects' }).click();
    await page.getByRole('link', { name: 'shop' }).waitFor();
    expect(page.url()).toMatch(/#\/projects$/);
  });

  test.each([
    ['/projects', 1280, 'light'],
    ['/projects', 390, 'dark'],
    ['/projects/shop', 1280, 'dark'],
    ['/projects/shop', 390, 'light'],
  ] as const)('%s is readable at %d pixels in %s', async (view, width, scheme) => {
    const page = await openView(platform, view, { width, scheme });
    await page
      .getByText(view === '/projects' ? 'shop' : '@acme/queue')
      .first()
      .waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});

describe.each(mainPlatforms)('without projects on %s', (name) => {
  test('the view shows the command that adds one', async () => {
    const platform = await startPlatform(name, { LECTERN_ANONYMOUS_ACCESS: 'search' });
    try {
      const page = await openView(platform, '/projects', { as: 'anonymous' });
      await page.getByText('npx lectern add --project .').waitFor();
      await expectAccessible(page);
    } finally {
      await platform.close();
    }
  });
});
