import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { annotations, resourceName } from '../../src/resources/library.ts';
import { fakeEmbedder, record, snippet } from '../support/fake-stores.ts';
import { makeLibrary } from '../support/library.ts';
import { storeLibrary, storeSnippets } from '../support/stores.ts';
import { finished } from './harness/content.ts';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';
import { storeManual } from './library-content.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

describe.each(mainPlatforms)('one library on %s', (name) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(name);
    // No source can be read here, so the stored content does not change.
    await storeManual(platform.stores, '/acme/manual', { suspend: true });
  });
  afterAll(() => platform.close());

  const requestOf = async (id: string, annotation: string): Promise<string | undefined> => {
    const { metadata } = (await platform.stores.registry.get(resourceName(id)))!;
    return metadata.annotations?.[annotation];
  };

  test('shows its state and the reason, with the findings in its documents', async () => {
    const page = await openView(platform, '/libraries/acme/manual', { as: 'member' });
    await page.getByRole('heading', { name: 'Manual of acme manual' }).waitFor();
    await page.getByText('1,234 stars').waitFor();
    await page.getByText('acme-manual: package that it publishes').waitFor();
    await page.getByText('Parts of its API: useManual, manual_keys').waitFor();
    await page.getByText('It is a copy of another repository').waitFor();
    await page.getByText('2 credentials that looked live').waitFor();
    await expect.poll(() => button(page, 'Delete').count()).toBe(0);
    await expect.poll(() => page.getByText('Questions answered from it').count()).toBe(0);
    await page.getByRole('link', { name: '1 snippet with instructions to a model' }).click();
    await page.getByText('Ignore all previous instructions').waitFor();
    await page.getByText('Answers show these snippets with a warning').waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await page.getByRole('main').getByRole('link', { name: 'Ask' }).click();
    await page.waitForURL(/#\/ask\?library=%2Facme%2Fmanual/);
  });

  test('names the versions that are not indexed, and shows the paragraphs of a snippet', async () => {
    const id = '/acme/partly';
    const message = '1 snippet served. Not indexed: v9 (there is no tag named "v9")';
    const library = finished({ spec: { id } });
    const [ready] = library.status.conditions!;
    library.status.conditions = [{ ...ready, message }];
    const description = 'Oil the saw.\n\n- every day\n- in winter';
    const { index, catalog, registry } = platform.stores;
    const embedder = { ...fakeEmbedder(), id: 'openai:double@64' };
    await storeSnippets({ index, embedder }, { libraryId: id, version: '' }, [
      snippet('oil', { title: 'Oil', description, codeList: [], path: 'oil.md' }),
    ]);
    await catalog.put(record(id));
    await storeLibrary(registry, library);

    const page = await openView(platform, `/libraries${id}`, { as: 'anonymous' });
    await page.getByText('there is no tag named "v9"').waitFor();
    await page.getByRole('tab', { name: 'Snippets' }).click();
    const shown = page.getByText('Oil the saw.');
    await expect.poll(() => shown.innerText()).toContain(description);
  });

  test('its percentage fits into the list while it is embedded', async () => {
    const page = await openView(platform, '/connect');
    const startedAt = '2026-01-02T03:04:05.000Z';
    const counts = { fetched: 1, documents: 1, snippets: 1, embedded: 1, skipped: 0 };
    const run = { id: 'r', phase: 'embedding', embeddedPercent: 88, startedAt, ...counts };
    await page.route('**/api/v1/libraries?**', async (route) => {
      const list = (await (await route.fetch()).json()) as { libraries: object[] };
      const libraries = list.libraries.map((one) => ({ ...one, state: 'processing', run }));
      await route.fulfill({ json: { ...list, libraries } });
    });
    await page.goto(`${platform.url}/#/`);
    const label = page.getByText('Embedding 88 %').first();
    await label.waitFor();
    const [inner, outer] = await label.evaluate(({ scrollWidth, clientWidth }) => [
      scrollWidth,
      clientWidth,
    ]);
    expect(inner).toBeLessThanOrEqual(outer);
  });

  test('shows admins how many questions it answered', async () => {
    const page = await openView(platform, '/libraries/acme/manual');
    const numbers = page.getByRole('region', { name: 'Questions answered from it' });
    await numbers.getByText('Tool server').waitFor();
    await expect.poll(() => page.getByText('That did not work').count()).toBe(0);
  });

  test('its snippets can be browsed by page, searched, and filtered by version', async () => {
    const page = await openView(platform, '/libraries/acme/manual', { as: 'anonymous' });
    await page.getByRole('tab', { name: 'Snippets' }).click();
    await page.getByText('20 snippets of 26 snippets from').waitFor();
    await button(page, 'Show more').click();
    await page.getByText('26 snippets of 26 snippets from').waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(26);
    await page.getByLabel('Search').fill('rotate a key');
    await page.getByText(/^\d+ snippets? found, the best first/).waitFor();
    const best = page.getByRole('article').first();
    await best.getByRole('heading', { name: 'Rotate an API key' }).waitFor();
    await best.getByText('acme keys rotate --service billing').waitFor();
    await button(page, 'Show all').click();
    await page.getByLabel('Documents below').fill('nowhere/');
    await page.getByText('Nothing matches').waitFor();
    await button(page, 'Show all').last().click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('link', { name: 'v1' }).click();
    await page.getByText('As it was in v1').waitFor();
  });

  test('its runs show their results', async () => {
    const page = await openView(platform, '/libraries/acme/manual?tab=runs');
    const runs = page.getByRole('list', { name: 'Past runs' }).getByRole('listitem');
    await expect
      .poll(() => runs.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Done\s.*on request, took 1 min 0 s/s),
        expect.stringMatching(/^Failed\s.*by its schedule, took 12 s\s+https.*connection refused/s),
        expect.stringMatching(/^Cancelled\s.*because it was added/s),
      ]);
  });

  test('a member requests a refresh and cancels it; an imported library says why it cannot be refreshed', async () => {
    await storeManual(platform.stores, '/acme/fresh', { suspend: true, teamspace: 'default' });
    const imported = { import: { upload: 'import-x', type: 'repo' } } as const;
    await storeManual(platform.stores, '/acme/brought', {
      source: imported,
      suspend: true,
      teamspace: 'default',
    });
    const page = await openView(platform, '/libraries/acme/fresh', { as: 'member' });
    await button(page, 'Refresh').click();
    await page.getByText(/Refresh of \/acme\/fresh started successfully/).waitFor();
    expect(await requestOf('/acme/fresh', annotations.requestedAt)).toBeDefined();
    await page.getByRole('button', { name: /^Cancel the run of/ }).click();
    await button(page, 'Cancel the run').click();
    await page.getByText('Removed /acme/fresh from the queue').waitFor();
    expect(await requestOf('/acme/fresh', annotations.cancelledAt)).toBeDefined();

    await page.goto(`${platform.url}/#/libraries/acme/brought`);
    await page.getByText('Import a newer export of it').first().waitFor();
    await page.getByRole('button', { name: 'Refresh' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { name: 'Refresh' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    expect(await requestOf('/acme/brought', annotations.requestedAt)).toBeUndefined();
  });

  test('a member cannot refresh a library of another teamspace, but an admin can', async () => {
    const page = await openView(platform, '/libraries/acme/manual', { as: 'member' });
    const admin = await openView(platform, '/libraries/acme/manual');
    await page.getByRole('main').getByRole('link', { name: 'Ask' }).waitFor();
    await button(admin, 'Refresh').waitFor();
    await expect.poll(() => button(page, 'Refresh').count()).toBe(0);
  });

  test('an admin changes its settings, and a mistake is shown in the words of the server', async () => {
    await storeManual(platform.stores, '/acme/tuned', { suspend: true });
    const page = await openView(platform, '/libraries/acme/tuned?tab=settings');
    await expect.poll(() => button(page, 'Save').isDisabled()).toBe(true);
    await page.getByLabel('Title').fill('Tuned');
    await page.getByRole('combobox', { name: 'Folders', exact: true }).fill('docs');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Refresh' }).click();
    await page.getByRole('option', { name: 'At an interval' }).click();
    const interval = page.getByRole('textbox', { name: 'Interval', exact: true });
    await interval.fill('often');
    await button(page, 'Save').click();
    await page.getByText(/refresh\.interval/).waitFor();
    await interval.fill('12h');
    await button(page, 'Save').click();
    await page.getByText('Settings saved').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Tuned' }).waitFor();
    const { spec } = (await platform.stores.registry.get(resourceName('/acme/tuned')))!;
    expect(spec).toMatchObject({ title: 'Tuned', refresh: { interval: '12h' } });
    expect(spec.source.git?.folders).toEqual(['docs']);
  });

  test('a library that is private because of its credential says so, and an admin publishes it after a confirmation', async () => {
    const id = '/acme/inner';
    await storeManual(platform.stores, id, { suspend: true, teamspace: 'default' });
    const credential = 'integration';
    await platform.stores.registry.patch(resourceName(id), { status: { credential } });
    // The server of a laptop lists only its own writes. It does not see what this test writes into its file.
    const changed = await fetch(`${platform.url}/api/v1/library/settings?id=${id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${platform.keyOf('admin')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ title: 'Inner' }),
    });
    expect(changed.status).toBe(200);
    const published = async (): Promise<boolean | undefined> =>
      (await platform.stores.registry.get(resourceName(id)))!.spec.publishCredentialed;
    const why = 'only members of the teamspace default and admins can read it';

    const list = await openView(platform, '/?q=inner', { as: 'member' });
    const row = list.getByRole('row').filter({ hasText: id });
    await row.getByText('Private', { exact: true }).waitFor();
    const member = await openView(platform, `/libraries${id}`, { as: 'member' });
    await member.getByText(why).waitFor();
    await member.getByText('An admin can let everybody read it').waitFor();
    await expect.poll(() => member.getByRole('switch').count()).toBe(0);
    const page = await openView(platform, `/libraries${id}`);
    await page.getByText(why).waitFor();
    await expectAccessible(page);
    const toggle = page.getByRole('switch', { name: 'Everybody may read and export' });
    await toggle.click();
    await button(page, 'Keep it private').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await published()).toBeUndefined();
    await toggle.click();
    await button(page, 'Let everybody read it').click();
    await page.getByText('Published by an admin').waitFor();
    expect(await published()).toBe(true);
    await row.getByText('Private', { exact: true }).waitFor({ state: 'detached' });
    await toggle.click();
    await page.getByText(why).waitFor();
    await row.getByText('Private', { exact: true }).waitFor();
  });

  test('a member sees the settings, and why they cannot be changed', async () => {
    const page = await openView(platform, '/libraries/acme/manual?tab=settings', {
      as: 'member',
    });
    await page.getByText('Only admins can change them').waitFor();
    await expect.poll(() => page.getByLabel('Title').isDisabled()).toBe(true);
    await expect.poll(() => button(page, 'Save').count()).toBe(0);
  });

  test('is deleted after its id is typed, with the keyboard only', async () => {
    await storeManual(platform.stores, '/acme/unwanted', { suspend: true });
    const page = await openView(platform, '/libraries/acme/unwanted');
    await button(page, 'Delete').focus();
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Type /acme/unwanted to delete it');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('/acme/unwant');
    await expect.poll(() => button(page, 'Delete the library').isDisabled()).toBe(true);
    await page.keyboard.type('ed');
    await page.keyboard.press('Enter');
    await page.getByText('Deleted library /acme/unwanted').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Libraries' }).waitFor();
  });

  test('is shown as not found after another person has deleted it, and after Back', async () => {
    const id = '/acme/gone';
    const source = { website: { url: 'https://docs.example/' } };
    const response = await fetch(`${platform.url}/api/v1/libraries`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${platform.keyOf('operator')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ id, source, suspend: true }),
    });
    expect(response.status).toBe(201);
    const other = await openView(platform, `/libraries${id}`);
    await button(other, 'Delete').waitFor();
    const page = await openView(platform, `/libraries${id}`);
    await button(page, 'Delete').click();
    await page.getByLabel(`Type ${id} to delete it`).fill(id);
    await button(page, 'Delete the library').click();
    await page.getByRole('heading', { level: 2, name: 'Libraries' }).waitFor();
    await other.getByText(`There is no library ${id}`).waitFor();
    await page.goBack();
    await page.getByText(`There is no library ${id}`).waitFor();
  });

  test('shows that its first run waits, and that there is no content yet', async () => {
    const spec = { id: '/acme/new', suspend: true };
    const { observedGeneration: _, ...status } = makeLibrary().status;
    const library = makeLibrary({ spec, status: { ...status, state: 'initial' } });
    await storeLibrary(platform.stores.registry, library);
    const page = await openView(platform, '/libraries/acme/new');
    for (const [tab, says] of [
      ['Versions', 'No versions yet'],
      ['Runs', 'No runs yet'],
      ['Overview', 'Lectern checks documents while it indexes them'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByText(says).waitFor();
    }
    await expect.poll(() => page.getByText('never').count()).toBe(1);
  });

  test('that does not exist, or is hidden from the caller, is shown as not found', async () => {
    const page = await openView(platform, '/libraries/no/body', { as: 'anonymous' });
    await page.getByText('There is no library /no/body').waitFor();
    await expectAccessible(page);
  });

  test('shows a skeleton while it loads, and a retry after a failure', async () => {
    const page = await openView(platform, '/health');
    const held = Promise.withResolvers<void>();
    let broken = true;
    await page.route('**/api/v1/library?**', async (route) => {
      await held.promise;
      await (broken ? route.abort() : route.continue());
    });
    await page.goto(`${platform.url}/#/libraries/acme/manual`);
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    held.resolve();
    await page.getByText('The server cannot be reached').waitFor();
    broken = false;
    await button(page, 'Try again').click();
    await page.getByRole('heading', { name: 'Manual of acme manual' }).waitFor();
    await expect.poll(() => button(page, 'Try again').count()).toBe(0);
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is readable at %d pixels in %s', async (width, scheme) => {
    const page = await openView(platform, '/libraries/acme/manual', { width, scheme });
    for (const tab of ['Overview', 'Snippets', 'Versions', 'Runs', 'Settings']) {
      await page.getByRole('tab', { name: tab }).click();
      await page
        .getByRole('tabpanel')
        .getByRole('status', { name: 'Loading' })
        .waitFor({ state: 'detached' });
      await expectAccessible(page);
      await expectNoOverflow(page);
    }
  });
});

test('the snippets of a first run appear when it ends', async () => {
  const platform = await startPlatform('a cluster');
  try {
    const id = '/acme/first';
    const { index, catalog, registry } = platform.stores;
    const { status } = finished({ spec: { id } });
    await catalog.put(record(id, { state: 'initial', lastUpdateDate: '' }));
    const { finishedAt: _, ...run } = { ...status.run!, phase: 'indexing' as const };
    const processing = { state: 'processing', run } as const;
    await storeLibrary(registry, makeLibrary({ spec: { id }, status: processing }));
    const page = await openView(platform, '/libraries/acme/first?tab=snippets');
    await page.getByRole('heading', { name: 'No snippets yet' }).waitFor();

    const embedder = { ...fakeEmbedder(), id: 'openai:double@64' };
    await storeSnippets({ index, embedder }, { libraryId: id, version: '' }, [
      snippet('start', { title: 'Start a queue' }),
    ]);
    await catalog.put(record(id));
    await registry.patch(resourceName(id), { status });

    await expect.poll(() => page.getByRole('heading', { name: 'Start a queue' }).count()).toBe(1);
  } finally {
    await platform.close();
  }
});
