import { readFile } from 'node:fs/promises';
import { json } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import yauzl from 'yauzl';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceName } from '../../src/resources/library.ts';
import { generateLicenseKeys, issueLicense } from '../../src/transfer/license.ts';
import type { TransferredLibrary } from '../../src/indexing/sources/import/transferred-library.ts';
import { fakeEmbedder, snippet } from '../support/fake-stores.ts';
import { storeLibrary, storeSnippets, type Stores } from '../support/stores.ts';
import { finished, storeHandbook } from './harness/content.ts';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';

let license: Record<string, string>;
beforeAll(async () => {
  const { privateKey, publicKey } = await generateLicenseKeys();
  const issuedAt = new Date().toISOString();
  license = {
    LECTERN_LICENSE: await issueLicense({ holder: 'Acme', offline: true, issuedAt }, privateKey),
    LECTERN_LICENSE_PUBLIC_KEY: publicKey,
  };
});

async function choose(page: Page, file: { name: string; buffer: Buffer }): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles({ ...file, mimeType: 'application/octet-stream' });
}

/** A library with the versions v1 and v2 besides the default one. */
async function storeTools({ index, registry }: Stores): Promise<void> {
  const spec = { id: '/acme/tools', title: 'Tools' };
  const [served] = finished().status.versions!;
  for (const version of ['', 'v1', 'v2'])
    await storeSnippets({ index, embedder: fakeEmbedder() }, { libraryId: spec.id, version }, [
      snippet(`tool ${version}`),
    ]);
  const versions = ['', 'v1', 'v2'].map((name) => ({ ...served, name }));
  await storeLibrary(registry, finished({ spec, status: { versions } }));
}

/** Downloads the bundle. Returns the versions of each library besides the default one. */
async function exportedVersions(page: Page): Promise<Record<string, string[]>> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the bundle' }).click(),
  ]);
  const zip = await yauzl.openPromise(await download.path());
  const found: Record<string, string[]> = {};
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === 'manifest.json') continue;
    const library = (await json(await zip.openReadStreamPromise(entry))) as TransferredLibrary;
    found[library.project] = (library.versions ?? []).map(({ version }) => version);
  }
  return found;
}

describe.each(mainPlatforms)('libraries from and to %s', (name) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(name, license);
    await storeHandbook(platform.stores);
    await storeTools(platform.stores);
    for (const id of ['/acme/plans', '/acme/new']) {
      const isNew = id === '/acme/new';
      const served = { versions: [], totalSnippets: 0, totalTokens: 0 };
      const spec = {
        id,
        ...(!isNew && ({ visibility: 'private', teamspace: 'default' } as const)),
      };
      await platform.stores.registry.create(
        finished({ spec, ...(isNew && { status: { ...served, state: 'initial' } }) }),
      );
    }
  });
  afterAll(() => platform.close());

  test('a bundle is downloaded from one install and imported by another, which shows what was skipped and why', async () => {
    const page = await openView(platform, '/transfer');
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByText('0 of 50 chosen').waitFor();
    await page.getByRole('checkbox', { name: /Handbook/ }).check();
    await page.getByText('1 of 50 chosen').waitFor();
    // The list has no private libraries and no libraries that are not served yet.
    await expect.poll(() => page.getByRole('checkbox', { name: /acme/ }).count()).toBe(2);
    const downloading = page.waitForEvent('download');

    await page.getByRole('button', { name: 'Download the bundle' }).click();

    const download = await downloading;
    expect(download.suggestedFilename()).toBe('lectern-libraries.zip');
    const buffer = await readFile(await download.path());
    await page.getByText(/1 library and [\d.]+ k?B/).waitFor();

    await page.getByRole('tab', { name: 'Import' }).click();
    await choose(page, { name: 'bundle.zip', buffer });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: '0 libraries queued, 1 skipped' }).waitFor();
    await page.getByRole('cell', { name: /Skipped.*(already|there)/ }).waitFor();

    await page.getByRole('checkbox', { name: 'Replace existing libraries' }).check();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: '1 library queued, 0 skipped' }).waitFor();
    await page.getByRole('link', { name: '/acme/handbook' }).click();
    await page.waitForURL(/#\/libraries\/acme\/handbook$/);
    const imported = await platform.stores.registry.get(resourceName('/acme/handbook'));
    expect(imported?.spec.source.import).toBeDefined();
  });

  test('a person chooses the versions that go into the bundle', async () => {
    const page = await openView(platform, '/transfer', { as: 'member' });
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByRole('checkbox', { name: /Tools/ }).check();
    const versions = page.getByRole('combobox', { name: 'Versions of /acme/tools', exact: true });
    expect(await versions.inputValue()).toBe('All 3 versions');
    // A library with only one version offers no choice.
    await page.getByRole('checkbox', { name: /Handbook/ }).check();
    await page.getByText('2 of 50 chosen').waitFor();
    await expect.poll(() => page.getByRole('combobox').count()).toBe(1);

    await versions.click();
    await page.getByRole('option', { name: 'Default version and…' }).click();
    await page.getByRole('combobox', { name: 'Other versions of /acme/tools' }).click();
    await page.getByRole('option', { name: 'v1' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('/acme/tools, default version and v1').waitFor();
    await expectAccessible(page);
    expect(await exportedVersions(page)).toEqual({ '/acme/handbook': [], '/acme/tools': ['v1'] });

    await versions.click();
    await page.getByRole('option', { name: 'Default version only' }).click();
    expect(await exportedVersions(page)).toEqual({ '/acme/handbook': [], '/acme/tools': [] });
  });

  test('a file that is not a bundle is refused in the words of the server, and another can be chosen', async () => {
    const page = await openView(platform, '/transfer', { as: 'member' });
    await choose(page, { name: 'notes.zip', buffer: Buffer.from('no zip') });
    await page.getByText('6 B').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();

    const alert = page.getByRole('alert').filter({ hasText: 'It was not imported' });
    expect(await alert.innerText()).toContain('zip');

    await page.getByRole('button', { name: 'Remove the file' }).click();
    await alert.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('button', { name: 'Import', exact: true }).isDisabled())
      .toBe(true);
  });

  test('the list can be searched, and shows if nothing matches, if it loads, and if it failed', async () => {
    const page = await openView(platform, '/transfer', { as: 'member' });
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByLabel('Find libraries').fill('nothing like it');
    await page.getByText('No library matches').waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/libraries?**', async (route) => {
      await held.promise;
      const json = { error: 'search_failed', message: 'The store is away.' };
      await route.fulfill({ status: 503, json });
    });
    await page.reload();
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    held.resolve();
    await page.getByText('The store is away.').waitFor();
    await page.unroute('**/api/v1/libraries?**');

    await page.getByRole('button', { name: 'Try again' }).click();

    await page.getByText(/to export yet|Handbook/).waitFor();
    await expect.poll(() => page.getByText('The store is away.').count()).toBe(0);
  });

  test('a visitor without a key learns what the view requires', async () => {
    const page = await openView(platform, '/transfer', { as: 'anonymous' });
    await page
      .getByText('This view is for people who are signed in, with the role member')
      .waitFor();
    await expect.poll(() => page.getByRole('tab').count()).toBe(0);
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is readable at %d pixels in %s', async (width, scheme) => {
    const page = await openView(platform, '/transfer', { as: 'member', width, scheme });
    await page.getByText('Drop a bundle here').waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByText('0 of 50 chosen').waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});

describe('an install without a license', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform('a laptop');
  });
  afterAll(() => platform.close());

  test('says before and after an import that a license is required, and how to add one', async () => {
    const page = await openView(platform, '/transfer', { as: 'member' });
    await page.getByRole('note').getByText('Imports need an offline license').waitFor();
    await expectAccessible(page);
    await choose(page, { name: 'bundle.zip', buffer: Buffer.from('PK') });

    await page.getByRole('button', { name: 'Import', exact: true }).click();

    await page.getByRole('alert').getByText('Imports need an offline license').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('LECTERN_LICENSE');
  });

  test('has nothing to export before a library is added', async () => {
    const page = await openView(platform, '/transfer', { as: 'member' });
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByText('Nothing to export yet').waitFor();
    await page.getByRole('link', { name: 'Add one' }).click();
    await page.waitForURL(/#\/add$/);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Add');
  });
});
