import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceName, type Library } from '../../src/resources/library.ts';
import { libraryId } from '../../src/indexing/sources/library-id.ts';
import { TestRepository } from '../support/git-repository.ts';
import { startGitServer, type GitServer } from '../support/git-server.ts';
import { loopback, startWebServer, type WebServer } from '../support/web-server.ts';
import { finished, storeHandbook } from './harness/content.ts';
import { mainPlatforms, startPlatform, type Platform } from './harness/platform.ts';
import { expectAccessible, expectNoOverflow, openView } from './harness/view.ts';

const token = 'planted-token-0123456789';
const prose = 'Hold the pencil and turn it in the sharpener until its point is fine. '.repeat(5);

let folder: string;
let git: GitServer;
let locked: GitServer;
let web: WebServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-add-'));
  const work = await TestRepository.create(join(folder, 'work'), {
    'README.md': `# Pencils\n\n## Sharpen\n\n${prose}\n`,
  });
  await work.git('tag', 'v1.10.0');
  await work.publish(join(folder, 'served', 'team', 'pencils.git'));
  await work.publish(join(folder, 'served', 'team', 'crayons.git'));
  const root = join(folder, 'served');
  git = await startGitServer({ root });
  locked = await startGitServer({ root, credentials: { username: 'git', password: token } });
  const page = (path: string): string => `<url><loc>${web.origin}${path}</loc></url>`;
  web = await startWebServer({
    '/': `<!doctype html><title>Pencil guide</title><p>${prose}</p>`,
    '/llms.txt': {
      headers: { 'content-type': 'text/plain' },
      body: '# Pencils\n\n- [Sharpen](/sharpen.md)\n- [Draw](/draw.md)\n',
    },
  });
  web.pages.set('/sitemap.xml', {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset>${['/', '/sharpen', '/draw'].map(page).join('')}</urlset>`,
  });
});
afterAll(async () => {
  await Promise.all([git.close(), locked.close(), web[Symbol.asyncDispose]()]);
  await rm(folder, { recursive: true });
});

/** The preview beside the form. */
const shownBy = (page: Page) => page.getByRole('region', { name: 'What would be indexed' });

describe.each(mainPlatforms)('adding to %s', (name) => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(name, { LECTERN_ALLOWED_RANGES: loopback.join(',') });
    await storeHandbook(platform.stores);
    await platform.stores.registry.create(
      finished({
        spec: {
          id: '/team/taken',
          teamspace: 'default',
          source: { git: { url: `${git.origin}/team/taken.git` } },
        },
      }),
    );
    const made = await fetch(`${platform.url}/api/v1/teamspaces/default/projects`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${platform.keyOf('admin')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ id: 'stationery', name: 'Stationery' }),
    });
    if (!made.ok) throw new Error(await made.text());
  });
  afterAll(() => platform.close());

  const idOf = ({ origin }: GitServer, name: string): string =>
    libraryId({ git: { url: `${origin}/team/${name}.git` } });
  const added = (id: string): Promise<Library | undefined> =>
    platform.stores.registry.get(resourceName(id));

  test('a repository is recognized, previewed, and added with the keyboard only', async () => {
    const page = await openView(platform, '/add', { as: 'member' });
    await shownBy(page).getByText('Type or paste an address').waitFor();
    const label = 'document.activeElement?.labels?.[0]?.textContent';
    while ((await page.evaluate(label)) !== 'Address *') await page.keyboard.press('Tab');

    await page.keyboard.type(`${git.origin}/team/pencils.git`);

    await expect.poll(() => page.getByRole('radio', { name: 'Other Git' }).isChecked()).toBe(true);
    await shownBy(page).getByText(idOf(git, 'pencils'), { exact: true }).waitFor();
    await shownBy(page).getByText('v1.10.0').waitFor();
    expect(await added(idOf(git, 'pencils'))).toBeUndefined();

    await page.keyboard.press('Enter');

    await page.waitForURL(({ hash }) => hash === `#/libraries${idOf(git, 'pencils')}`);
    expect((await added(idOf(git, 'pencils')))?.spec.source).toEqual({
      git: { url: `${git.origin}/team/pencils.git` },
    });
  });

  test('a private repository is read with the entered token', async () => {
    const page = await openView(platform, '/add', { as: 'member' });
    await page.getByLabel('Address').fill(`${locked.origin}/team/crayons.git`);
    await shownBy(page).getByText('It could not be read').waitFor();
    await page.getByRole('switch', { name: 'Private' }).click();
    await page.getByLabel('Access token').fill(token);
    await shownBy(page).getByText('Default branch').waitFor();
    await page.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: 'Stationery' }).click();
    await page.getByRole('button', { name: 'More settings' }).click();
    await page.getByRole('combobox', { name: 'Branch or tag' }).fill('v1.10.0');
    await page.getByRole('combobox', { name: 'Folders', exact: true }).fill('docs');
    await page.keyboard.press('Enter');

    await page.getByRole('button', { name: 'Add', exact: true }).click();

    await page.waitForURL(({ hash }) => hash === `#/libraries${idOf(locked, 'crayons')}`);
    const { spec } = (await added(idOf(locked, 'crayons')))!;
    expect(spec).toMatchObject({
      visibility: 'private',
      projectRef: { name: 'stationery' },
      source: { git: { branch: 'v1.10.0', folders: ['docs'] } },
    });
    expect(spec.secretRef).toBeDefined();
  });

  test('a website shows its pages, and offers its llms.txt', async () => {
    const page = await openView(platform, '/add', { as: 'member' });
    await page.getByLabel('Address').fill(web.origin);
    await shownBy(page).getByText('/sharpen').waitFor();
    await shownBy(page).getByText('Pencil guide').waitFor();

    await shownBy(page).getByRole('button', { name: 'Use it instead' }).click();

    await shownBy(page).getByText('Sharpen, Draw').waitFor();
    await expect.poll(() => page.getByRole('radio', { name: 'llms.txt' }).isChecked()).toBe(true);
  });

  test('a mistake is shown beside its field, in the words of the server', async () => {
    const page = await openView(platform, '/add', { as: 'member' });
    await page.getByLabel('Address').fill('https://me:x@git.example/a/b');
    await page.getByText('Must not carry credentials').waitFor();
    await page.getByLabel('Address').fill(web.origin);
    await page.getByRole('button', { name: 'More settings' }).click();
    await page.getByLabel('Page limit').fill('0');
    await page.getByText('Must be 1 or more').waitFor();

    await page.getByRole('button', { name: 'Add', exact: true }).click();

    await page.getByRole('alert').getByText('Must be 1 or more').waitFor();
    expect(page.url()).toMatch(/#\/add$/);
  });

  test('an existing library is linked, and can be read again', async () => {
    const page = await openView(platform, '/add', { as: 'member' });
    await page.getByLabel('Address').fill(`${git.origin}/team/taken.git`);
    await shownBy(page).getByRole('link', { name: '/team/taken' }).waitFor();

    await page.getByRole('button', { name: 'Read again' }).click();

    await page.waitForURL(/#\/libraries\/team\/taken$/);
    const said = page.getByText('Library /team/taken already exists. Lectern reads it again');
    expect(await said.innerText()).toContain('with its current settings');
  });

  test('a library of another teamspace cannot be read again, and the page says why', async () => {
    const source = { git: { url: `${git.origin}/team/foreign.git` } };
    const spec = { id: '/team/foreign', teamspace: 'others', source };
    await platform.stores.registry.create(finished({ spec }));
    const page = await openView(platform, '/add', { as: 'member' });
    await page.getByLabel('Address').fill(`${git.origin}/team/foreign.git`);
    await shownBy(page).getByRole('link', { name: '/team/foreign' }).waitFor();
    await shownBy(page).getByText('it is not a library of teamspace default').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).waitFor();
    await expect.poll(() => page.getByText('You can read it again').count()).toBe(0);
  });

  test('a wiki without an integration says who can set it, and nothing is added', async () => {
    const page = await openView(platform, '/add', { as: 'member' });
    await page.getByLabel('Address').fill('https://acme.atlassian.net/wiki/spaces/DOC');
    const why = 'the wiki integration is not configured; ask an admin to set it';
    await shownBy(page).getByText('It cannot be added').waitFor();
    await shownBy(page).getByText(why).waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'It was not added' }).getByText(why).waitFor();
    expect(page.url()).toMatch(/#\/add$/);
    const kinds = (await platform.stores.registry.list()).flatMap(({ spec }) =>
      Object.keys(spec.source),
    );
    expect(kinds).not.toContain('wiki');
  });

  test('a file is uploaded, and refused if it is not an API description', async () => {
    const page = await openView(platform, '/add', { as: 'member' });
    const choose = async (text: string): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'File' }).click();
      const file = { name: 'pets.json', mimeType: 'application/json', buffer: Buffer.from(text) };
      await (await chooser).setFiles(file);
    };
    await page.getByText('OpenAPI file', { exact: true }).click();
    await choose('{"name": "pets"}');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').getByText('it is no API description').waitFor();

    await page.getByRole('button', { name: 'Remove the file' }).click();
    const info = { title: 'Pets', version: '1' };
    await choose(JSON.stringify({ openapi: '3.1.0', info, paths: { '/pets': { get: {} } } }));
    await page.getByRole('button', { name: 'Add', exact: true }).click();

    await page.waitForURL(/#\/libraries\/docs\/pets$/);
    expect((await added('/docs/pets'))?.spec.source.openapi?.upload?.fileName).toBe('pets.json');
  });

  test('a preview that takes long says so, and a failed preview can be repeated', async () => {
    const page = await openView(platform, '/add', { as: 'member' });
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/preview', async (route) => {
      await held.promise;
      const json = { error: 'internal_error', message: 'An error occurred.' };
      await route.fulfill({ status: 500, json });
    });
    await page.getByLabel('Address').fill(web.origin);
    await page.getByRole('status', { name: 'Reading the source' }).waitFor();
    held.resolve();
    await shownBy(page).getByText('Something went wrong on the server.').waitFor();
    await page.unroute('**/api/v1/preview');

    await page.getByRole('button', { name: 'Try again' }).click();

    await shownBy(page).getByText('Pencil guide').waitFor();
    await expect
      .poll(() => shownBy(page).getByText('Something went wrong on the server.').count())
      .toBe(0);
  });

  test('a visitor without a key learns what the view requires', async () => {
    const page = await openView(platform, '/add', { as: 'anonymous' });
    await page
      .getByText('This view is for people who are signed in, with the role member')
      .waitFor();
    await expect.poll(() => page.getByLabel('Address').count()).toBe(0);
  });

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is readable at %d pixels in %s', async (width, scheme) => {
    const page = await openView(platform, '/add', { as: 'member', width, scheme });
    await page.getByRole('button', { name: 'More settings' }).click();
    await page.getByLabel('Address').fill(web.origin);
    await shownBy(page).getByRole('button', { name: 'Use it instead' }).waitFor();
    await page.getByLabel('Page limit').fill('0');
    await page.getByText('Must be 1 or more').waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});
