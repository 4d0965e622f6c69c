import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  followManifests,
  startManifestRepository,
  type ManifestRepository,
} from './harness/manifest-repository.ts';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';

/** Time limit for a busy machine. */
const patience = { timeout: 30_000 };

/** Returns a manifest of libraries `/acme/<name>`. */
function manifestOf(...names: string[]): string {
  return ['repos:', ...names.map((name) => `  - url: https://codeberg.org/acme/${name}`), ''].join(
    '\n',
  );
}

describe.each(mainPlatforms)('GitOps of %s', (name) => {
  let platform: Platform;
  let repository: ManifestRepository;
  let unfollow = async (): Promise<void> => undefined;
  beforeAll(async () => {
    repository = await startManifestRepository(manifestOf('anvil', 'bolt'));
    platform = await startPlatform(name, { LECTERN_ALLOWED_RANGES: '127.0.0.0/8' });
    if (name === 'a cluster') unfollow = await followManifests(platform);
  });
  afterAll(async () => {
    await unfollow();
    await platform.close();
    await repository.close();
  });

  /** Sets the settings without the page. */
  async function configure(change: object): Promise<void> {
    const response = await fetch(`${platform.url}/api/gitops/config`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${platform.keyOf('admin')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ repoUrl: repository.url, enabled: false, prune: false, ...change }),
    });
    expect(response.status).toBe(200);
  }

  async function stored(): Promise<Record<string, unknown>> {
    const response = await fetch(`${platform.url}/api/gitops/status`, {
      headers: { authorization: `Bearer ${platform.keyOf('admin')}` },
    });
    return ((await response.json()) as { config: Record<string, unknown> }).config;
  }

  const lastSync = (page: Page) => page.getByRole('region', { name: 'Last sync' });

  test('an install without a manifest explains manifests, and shows a sample to copy', async () => {
    const page = await openView(platform, '/gitops');

    await page.getByRole('heading', { name: 'Keep the list of libraries in Git' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copy the sample' }).click();

    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^repos:\n {2}- url: /);
    await expect.poll(() => page.getByRole('button', { name: 'Sync now' }).count()).toBe(0);
  });

  test('a person sees each mistake during typing, saves the settings, and sees the result of the sync', async () => {
    const page = await openView(platform, '/gitops');
    const url = page.getByRole('textbox', { name: 'Manifest repository URL' });
    await url.fill('file:///etc/passwd');
    await page.getByText(/is not a Git URL/).waitFor();
    await page.getByRole('textbox', { name: 'Branch' }).fill('-x');
    await page.getByText(/cannot name a tag or branch/).waitFor();
    await page.getByRole('combobox', { name: 'Sync schedule' }).click();
    await page.getByRole('option', { name: 'Custom cron expression' }).click();
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('61 * * * *');
    await page.getByText(/minute 0-59/).waitFor();

    await url.fill(repository.url);
    await page.getByRole('textbox', { name: 'Branch' }).fill('main');
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('30 6 * * *');
    await page.getByText(/Next sync .*your time/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();

    await page.getByText('Saved; a sync follows.').waitFor();
    await lastSync(page).getByText('Synced').waitFor(patience);
    expect(await stored()).toMatchObject({
      enabled: true,
      repoUrl: repository.url,
      branch: 'main',
      schedule: '30 6 * * *',
    });
    const entries = lastSync(page).getByRole('list', { name: 'Entries' }).getByRole('listitem');
    await expect
      .poll(() => entries.allTextContents())
      .toEqual([
        'created/acme/anvilhttps://codeberg.org/acme/anvil',
        'created/acme/bolthttps://codeberg.org/acme/bolt',
      ]);
    await lastSync(page).getByText(/^Next/).waitFor();
  });

  test('a requested sync shows its result, with its entries by outcome', async () => {
    await configure({ prune: true, schedule: 'manual' });
    await repository.push(
      `${manifestOf('anvil', 'clamp')}  - { type: wiki, url: https://wiki.example/, spaceKey: DOC }\n`,
    );
    const page = await openView(platform, '/gitops');

    await page.getByRole('button', { name: 'Sync now' }).click();

    await page.getByText(/^Synced: 1 failed, 1 created, /).waitFor(patience);
    await lastSync(page).getByText('Off: Lectern syncs on request only').waitFor();
    const report = lastSync(page);
    await report.getByText('Synced in part').waitFor();
    await report.getByText('the wiki integration is not configured').waitFor();
    await report.getByText('1 created').click();
    const shown = report.getByRole('list', { name: 'Entries' }).getByRole('listitem');
    await expect
      .poll(() => shown.allTextContents())
      .toEqual(['created/acme/clamphttps://codeberg.org/acme/clamp']);
  });

  test('a mistake in a manifest is shown with its line, and changes nothing', async () => {
    await configure({});
    await repository.push('repos:\n  - { url: https://codeberg.org/a/b, type: ftp }\n');
    const page = await openView(platform, '/gitops');

    await page.getByRole('button', { name: 'Sync now' }).click();

    await page.getByText('That did not work').waitFor(patience);
    const report = lastSync(page);
    await report.getByText('The manifest is wrong; nothing was changed').waitFor();
    expect(await report.getByRole('alert').textContent()).toMatch(/repos\.yaml:2: .*ftp/);
  });

  test('pruning needs a confirmation before it is saved', async () => {
    await configure({});
    const page = await openView(platform, '/gitops');
    await page.getByRole('switch', { name: 'Prune removed repositories' }).check({ force: true });
    await page.getByText(/the next sync deletes its library/).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Prune removed repositories?' });

    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect((await stored())['prune']).toBe(false);

    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save and prune' }).click();
    await page.getByText('Saved. Lectern syncs on request only.').waitFor();
    expect((await stored())['prune']).toBe(true);
  });

  test('a check shows what a sync would do, if the platform can tell, and changes nothing', async () => {
    await configure({});
    await repository.push(manifestOf('anvil', 'drill'));
    const page = await openView(platform, '/gitops');

    await page.getByRole('button', { name: 'Check the manifest' }).click();

    if (name === 'a cluster') {
      await page.getByText(/On a cluster only the controller reads manifests/).waitFor(patience);
    } else {
      const plan = page.getByRole('region', { name: 'What a sync would do' });
      await plan.getByRole('link', { name: '/acme/drill' }).waitFor(patience);
    }
    const ids = (await platform.stores.registry.list()).map(({ spec }) => spec.id);
    expect(ids).not.toContain('/acme/drill');
  });

  test('addresses of webhooks can be copied', async () => {
    const page = await openView(platform, '/gitops');
    await page.getByRole('button', { name: 'Sync at every push' }).click();

    await page.getByRole('button', { name: 'Copy the address for GitLab' }).click();

    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `${platform.url}/api/webhooks/gitlab`,
    );
  });

  test('a request that takes long shows a placeholder, and a failed one can be repeated', async () => {
    const page = await openView(platform, '/connect');
    const held = Promise.withResolvers<void>();
    // The view also asks by itself, after events. Only a request after the click succeeds.
    await page.evaluate(`addEventListener('click', () => (globalThis.isClicked = true), true)`);
    await page.route('**/api/gitops/status', async (route) => {
      await held.promise;
      if (await page.evaluate('globalThis.isClicked')) return route.continue();
      await route.fulfill({ status: 503, json: { error: 'search_failed', message: 'Busy.' } });
    });
    await page.goto(`${platform.url}/#/gitops`);
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    held.resolve();
    await page.getByText('Busy.').waitFor();

    await page.getByRole('button', { name: 'Try again' }).click();

    await page.getByRole('form', { name: 'Settings' }).waitFor();
    await expect.poll(() => page.getByText('Busy.').count()).toBe(0);
  });

  test('a caller who is not an admin learns what the view requires', async () => {
    const page = await openView(platform, '/gitops', { as: 'member' });

    await page.getByText(/needs the role admin/).waitFor();
    await expect.poll(() => page.getByRole('form').count()).toBe(0);
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is readable at %d pixels in %s', async (width, scheme) => {
    await configure({ schedule: '5 4 * * *', prune: true });
    const page = await openView(platform, '/gitops', { width, scheme });
    await lastSync(page).waitFor();
    await page.getByRole('button', { name: 'Sync at every push' }).click();
    await page.getByRole('button', { name: 'Copy the address for GitLab' }).waitFor();
    const check = page.getByRole('button', { name: 'Check the manifest' });
    await expect.poll(() => check.isEnabled()).toBe(true);
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});
