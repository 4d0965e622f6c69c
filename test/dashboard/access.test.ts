import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestCluster, type TestCluster } from '../support/kube.ts';
import { storeHandbook } from './harness/content.ts';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';

describe.each(mainPlatforms)('access of %s', (name) => {
  let platform: Platform;
  let cluster: TestCluster | undefined;
  beforeAll(async () => {
    // A cluster stores integrations in a Secret of the namespace.
    if (name === 'a cluster') cluster = await openTestCluster();
    platform = await startPlatform(name, cluster && { LECTERN_NAMESPACE: cluster.namespace });
    await storeHandbook(platform.stores);
    await send('POST', '/api/v1/teamspaces', { id: 'docs', name: 'Docs team' });
    await send('POST', '/api/v1/teamspaces', { id: 'long', name: 'Long names' });
  });
  afterAll(async () => {
    await platform.close();
    await cluster?.close();
  });

  async function send(method: string, path: string, body?: object, key = platform.keyOf('admin')) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(platform.url + path, init);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  }

  test('a key is created, shown once, used, and revoked after a confirmation', async () => {
    const page = await openView(platform, '/access');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('a laptop');
    await page.keyboard.press('Enter');
    await page.getByText('Copy it now').waitFor();
    await page.getByRole('button', { name: 'Copy the key' }).click();
    const key = String(await page.evaluate('navigator.clipboard.readText()'));
    expect((await send('GET', '/api/v2/policies', undefined, key)).status).toBe(200);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /a laptop/ }).waitFor();
    expect(await page.content()).not.toContain(key);

    const revoke = page.getByRole('button', { name: 'Revoke a laptop' });
    await revoke.click();
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.textContent');
    await expect.poll(focused).toBe('Keep it');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await send('GET', '/api/v2/policies', undefined, key)).status).toBe(200);

    await revoke.click();
    await page.getByRole('button', { name: 'Revoke it' }).click();
    await page.getByRole('row', { name: /a laptop/ }).waitFor({ state: 'detached' });
    // The button that had the focus is gone, so the table has it.
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Keys');
    expect((await send('GET', '/api/v2/policies', undefined, key)).status).toBe(401);
    await page.getByRole('switch', { name: 'Show ended keys' }).click();
    await page.getByRole('row', { name: /a laptop .* revoked/ }).waitFor();
  });

  test('the table leaves room for the names of keys in a window of 800 pixels', async () => {
    const page = await openView(platform, '/access', { width: 800 });
    const name = page.getByRole('cell', { name: /^the member/ });
    await name.waitFor();
    expect((await name.boundingBox())!.width).toBeGreaterThanOrEqual(128);
  });

  test('a teamspace without keys shows what to do', async () => {
    const page = await openView(platform, '/access');
    await page.getByRole('combobox', { name: 'Teamspace' }).click();
    await page.getByRole('option', { name: 'Docs team (docs)' }).click();
    await page.getByText('Create a key for each person and program').waitFor();
    expect(new URL(page.url()).hash).toContain('teamspace=docs');
  });

  test('members are added, get another role and are removed, but the last owner stays', async () => {
    const page = await openView(platform, '/access?teamspace=docs&tab=members');
    await page.getByText('No members yet').waitFor();
    await page.getByRole('combobox', { name: 'User' }).fill('ada');
    await page.getByRole('button', { name: 'Add the member' }).click();
    const role = page.getByRole('combobox', { name: 'Role of ada' });
    await role.click();
    await page.getByRole('option', { name: 'Owner' }).last().click();
    await page.getByText('ada is owner of docs now.').waitFor();
    const held = await send('GET', '/api/v1/teamspaces/docs/members');
    expect(held.json['members']).toEqual([{ userId: 'ada', name: 'ada', role: 'owner' }]);
    await page.getByRole('button', { name: 'Remove ada' }).click();
    await page.getByRole('button', { name: 'Remove them' }).click();
    await page.getByText('That did not work').waitFor();
    await page
      .getByText(/would have no owner|last owner/i)
      .first()
      .waitFor();
  });

  test('projects are created and deleted', async () => {
    const page = await openView(platform, '/access?tab=projects');
    await page.getByText('No projects yet').waitFor();
    await page.getByRole('textbox', { name: 'Project' }).fill('web-team');
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'Project' }).waitFor();
    await page.getByRole('button', { name: 'Delete web-team' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByText('No projects yet').waitFor();
    const left = await send('GET', '/api/v1/teamspaces/default/projects');
    expect(left.json['projects']).toEqual([]);
  });

  test('a draft of a policy shows which libraries it would exclude, and applies after it is saved', async () => {
    const page = await openView(platform, '/access?tab=policies');
    await page.getByText('1 library visible, 0 left out').waitFor();
    await page.getByText('By quality').click();
    await page.getByLabel('Minimum trust score').fill('8');
    await page.getByText('0 libraries visible, 1 left out; 1 more than now, 0 back.').waitFor();
    await page.getByText('Its trust score is 5; at least 8 is required').waitFor();
    const context = '/api/v2/context?libraryId=/acme/handbook&query=keys&type=json';
    expect((await send('GET', context)).status).toBe(200);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. Members get answers from 0 libraries.').waitFor();
    expect((await send('GET', context)).json['error']).toBe('access_denied');
    await page.getByText('All', { exact: true }).click();
    await page.getByText('1 library visible, 0 left out; 0 more than now, 1 back.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. Members get answers from 1 library.').waitFor();
  });

  test('an admin grants integrations to a teamspace and revokes them, and members see which', async () => {
    const granted = async () => (await send('GET', '/api/v1/teamspaces/docs')).json['integrations'];
    const made = await send('POST', '/api/v1/keys', { name: 'of docs', teamspace: 'docs' });
    const page = await openView(platform, '/access?teamspace=docs&tab=integrations');
    await page.getByText('No integration is set').waitFor();
    await send('PUT', '/api/v1/integrations/git/git.example.org', { token: 'never-shown' });
    await send('PUT', '/api/v1/integrations/pages', { token: 'never-shown' });
    await page.reload();
    await page.getByRole('switch', { name: 'git.example.org' }).click();
    await page.getByText('docs may use git.example.org now.').waitFor();
    expect(await granted()).toEqual(['git/git.example.org']);
    await page.getByRole('switch', { name: 'Pages (Notion)' }).click();
    await page.getByText('docs may use git.example.org, Pages (Notion) now.').waitFor();
    await send('DELETE', '/api/v1/integrations/git/git.example.org');
    await page.reload();
    await page.getByText('Not set').waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole('switch', { name: 'git.example.org' }).click();
    await page.getByRole('switch', { name: 'git.example.org' }).waitFor({ state: 'detached' });
    expect(await granted()).toEqual(['pages']);
    await send('PATCH', '/api/v1/teamspaces/docs', { plan: 'free' });

    const ofDocs = { ...platform, keyOf: () => String(made.json['key']) };
    const member = await openView(ofDocs, '/access?tab=integrations', { as: 'member' });
    await member.getByRole('listitem').filter({ hasText: 'Pages (Notion)' }).waitFor();
    await member.getByText('The plan of docs is free').waitFor();
    await expect.poll(() => member.getByRole('switch').count()).toBe(0);
  });

  test('members see what they may read, and which role the rest requires', async () => {
    const page = await openView(platform, '/access', { as: 'member' });
    await page.getByText('This needs a key of the role admin, or one that belongs').waitFor();
    await page.getByRole('tab', { name: 'Members' }).click();
    await page.getByText('This needs a key of an owner or admin of teamspace').waitFor();
    await page.getByRole('tab', { name: 'Policies' }).click();
    await page.getByText('You can read these').waitFor();
    await expect.poll(() => page.getByLabel('Websites').isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  test('a request that takes long shows a placeholder, and a failed one shows the error', async () => {
    const page = await openView(platform, '/connect');
    const seen = Promise.withResolvers<void>();
    const list = '**/api/v1/keys';
    await page.route(list, async (route) => {
      await seen.promise;
      const json = { error: 'search_failed', message: 'The database does not answer.' };
      await route.fulfill({ status: 503, json });
    });
    await page.getByRole('link', { name: 'Access' }).click();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    seen.resolve();
    await page.getByText('The database does not answer.').waitFor();
    await page.unroute(list);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /the admin/ }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('shows both roles of a new key on the narrowest phone', async () => {
    const page = await openView(platform, '/access', { width: 320 });
    await page.getByRole('button', { name: 'New key' }).click();
    const roles = page.getByRole('radiogroup', { name: 'Role' });

    const [inner, outer] = await roles.evaluate(({ scrollWidth, clientWidth }) => [
      scrollWidth,
      clientWidth,
    ]);
    expect(inner).toBeLessThanOrEqual(outer);
  });

  test.each([1280, 390])(
    'shows keys and members with long names whole at %d pixels',
    async (width) => {
      const id = `u${width}`.padEnd(63, 'x');
      const name = 'n'.repeat(100);
      await send('POST', '/api/v1/users', { id, name, email: `${'e'.repeat(60)}@example.org` });
      await send('PUT', `/api/v1/teamspaces/long/members/${id}`, { role: 'owner' });
      await send('POST', '/api/v1/keys', { name, teamspace: 'long', userId: id });
      const page = await openView(platform, '/access?teamspace=long', { width });
      for (const label of ['Keys', 'Members']) {
        await page.getByRole('tab', { name: label }).click();
        const table = page.getByRole('region', { name: label });
        const [inner, outer] = await table.evaluate(({ scrollWidth, clientWidth }) => [
          scrollWidth,
          clientWidth,
        ]);
        expect([label, inner]).toEqual([label, outer]);
      }
    },
  );

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is readable at %d pixels in %s', async (width, scheme) => {
    const page = await openView(platform, '/access', { width, scheme });
    await page.getByRole('row', { name: /the admin/ }).waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    for (const tab of ['Members', 'Policies']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByText(/No members yet|1 library visible/).waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
    }
  });
});
