import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { account, startConfluence } from '../doubles/confluence-server.ts';
import { TestRepository } from '../support/git-repository.ts';
import { startGitServer } from '../support/git-server.ts';
import { openTestCluster, type TestCluster } from '../support/kube.ts';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';

const wrong = 'another-secret-token';

async function setIntegration(
  platform: Platform,
  name: string,
  body: Record<string, string>,
): Promise<void> {
  const response = await fetch(`${platform.url}/api/v1/integrations/${name}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${platform.keyOf('admin')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}

describe.each(mainPlatforms)('integrations of %s', (name) => {
  let platform: Platform;
  let cluster: TestCluster | undefined;
  beforeAll(async () => {
    if (name === 'a cluster') cluster = await openTestCluster();
    platform = await startPlatform(name, {
      LECTERN_ALLOWED_RANGES: '127.0.0.0/8',
      ...(cluster && { LECTERN_NAMESPACE: cluster.namespace }),
    });
  });
  afterAll(async () => {
    await platform.close();
    await cluster?.close();
  });

  test('a wiki is set, tested, replaced and removed, and its token is never shown again', async () => {
    await using wiki = await startConfluence({ kind: 'data-center' });
    const page = await openView(platform, '/integrations');
    await page.getByRole('button', { name: 'Set Wiki' }).click();
    await page.getByLabel('Address of the site').fill(wiki.site);
    await page.getByLabel('Token').first().fill(account.token);
    await page.keyboard.press('Enter');
    await page.getByText('wiki is set.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Test Wiki' }).click();
    await page.getByText(`${wiki.site} accepts the token of Rita Reader`).waitFor();
    expect(await page.content()).not.toContain(account.token);

    await page.getByRole('button', { name: 'Replace Wiki' }).click();
    expect(await page.getByLabel('Token').first().inputValue()).toBe('');
    await page.getByLabel('Address of the site').fill(wiki.site);
    await page.getByLabel('Token').first().fill(wrong);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Test Wiki' }).click();
    await page.getByText('refuses the token of the wiki integration (401)').waitFor();
    expect(await page.content()).not.toContain(wrong);

    await page.getByRole('button', { name: 'Remove Wiki' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.getByRole('button', { name: 'Set Wiki' }).waitFor();
  });

  test('a Git host is added, and the form shows mistakes', async () => {
    const page = await openView(platform, '/integrations');
    await page.getByText('Lectern reads public repositories only').waitFor();
    await page.getByRole('button', { name: 'Add a Git host' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Host' }).fill('not a host');
    await dialog.locator('input[type=password]').fill(wrong);
    await page.keyboard.press('Enter');
    await dialog.getByText('is not an integration; use').waitFor();
    await dialog.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1:1');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '127.0.0.1:1' }).waitFor();
    await page.getByRole('button', { name: 'Test 127.0.0.1:1' }).click();
    await page.getByText('It does not work').waitFor();
    expect(await page.content()).not.toContain(wrong);
  });

  test('a member whose teamspace lacks a grant learns what to request from an admin', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-grants-'));
    const work = await TestRepository.create(join(folder, 'work'), { 'README.md': '# Plans\n' });
    await work.publish(join(folder, 'served', 'team', 'plans.git'));
    const credentials = { username: 'git', password: 'a-token-of-the-install' };
    const git = await startGitServer({ root: join(folder, 'served'), credentials });
    await using wiki = await startConfluence({ kind: 'data-center' });
    onTestFinished(async () => {
      await git.close();
      await rm(folder, { recursive: true });
    });
    const host = `git/${new URL(git.origin).host}`;
    await setIntegration(platform, host, { token: credentials.password, username: 'git' });
    await setIntegration(platform, 'wiki', { siteUrl: wiki.site, token: account.token });
    const page = await openView(platform, '/add', { as: 'member' });
    const preview = page.getByRole('region', { name: 'What would be indexed' });
    const ask = (integration: string): string =>
      `members of default may not use the integration ${integration}. Ask an admin to allow it: view Access, tab Integrations.`;

    await page.getByLabel('Address').fill(`${git.origin}/team/plans.git`);
    await preview.getByText(ask(host)).waitFor();

    await page.getByLabel('Address').fill(`${wiki.site}/display/DOC`);
    await page.getByText('Confluence', { exact: true }).click();
    await page.getByLabel('Space key').fill('DOC');
    await preview.getByText(ask('wiki')).waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').getByText(ask('wiki')).first().waitFor();
    await page.getByRole('alert').filter({ hasText: 'It was not added' }).waitFor();
    expect(await page.getByRole('main').innerText()).not.toContain('lectern teamspaces');
    expect(await platform.stores.registry.list()).toEqual([]);
  });

  test('states are written like other text, without capitals', async () => {
    const page = await openView(platform, '/integrations');
    const state = page.getByText('Not set').first();
    await state.waitFor();
    expect(await state.innerText()).toBe('Not set');
  });

  test('the models are shown and tested', async () => {
    const page = await openView(platform, '/integrations');
    await page.getByText(/double at 127\.0\.0\.1:\d+, 64 dimensions/).waitFor();
    await page.getByRole('button', { name: 'Test the models' }).click();
    await page.getByText(/Embedding: Returned a vector with 64 dimensions/).waitFor();
    await page.getByText('last call worked').waitFor();
    await expect.poll(() => page.getByText('It works').count()).toBe(1);
  });

  test('are only for admins, and show a placeholder or the error of a failed request', async () => {
    const member = await openView(platform, '/integrations', { as: 'member' });
    await member.getByText('This view needs the role admin. Your role is member.').waitFor();
    const page = await openView(platform, '/connect');
    const seen = Promise.withResolvers<void>();
    const list = '**/api/v1/integrations';
    await page.route(list, async (route) => {
      await seen.promise;
      const json = { error: 'search_failed', message: 'Kubernetes does not answer.' };
      await route.fulfill({ status: 503, json });
    });
    await page.getByRole('link', { name: 'Integrations' }).click();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    seen.resolve();
    await page.getByText('Kubernetes does not answer.').waitFor();
    await page.unroute(list);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Git hosts' }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('are readable at %d pixels in %s', async (width, scheme) => {
    const page = await openView(platform, '/integrations', { width, scheme });
    await page.getByText('64 dimensions', { exact: false }).waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Add a Git host' }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByText('GitHub App').last().click();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});
