import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labels, resourceName } from '../../../src/resources/library.ts';
import { libraryId } from '../../../src/indexing/sources/library-id.ts';
import { account, startConfluence } from '../../doubles/confluence-server.ts';
import {
  integrationToken,
  secretWord,
  startReadingInstall,
  type ReadingInstall,
} from '../credentials/reading-install.ts';

let install: ReadingInstall;
/** Id of the library of the private repository. */
let id: string;
beforeAll(async () => {
  install = await startReadingInstall();
  await install.integrate();
  id = libraryId({ git: { url: `${install.locked.origin}/team/plans.git` } });
});
afterAll(() => install.close());

/** Returns the responses of all operations that show a library or its content, for one caller. */
async function seenBy(headers: Record<string, string> = {}): Promise<string> {
  const { get, send } = install.api;
  const paths = [
    '/api/v1/libraries',
    '/api/parse-status',
    `/api/v1/library?id=${id}`,
    `/api/v1/library/snippets?id=${id}`,
    `/api/v2/libs/search?libraryName=plans&query=print`,
    `/api/v2/libs/search?libraryName=${encodeURIComponent(id)}&query=${secretWord}`,
  ];
  const answers = [await install.ask(id, headers)];
  for (const path of paths) answers.push(await get(path, headers));
  answers.push(await send('POST', '/api/export-libraries', { libraries: [id] }, headers));
  const bearer = { authorization: `Bearer ${install.license}` };
  answers.push(await send('POST', '/api/v1/enterprise/export', { library: id }, bearer));
  return answers.map(({ text }) => text).join('\n');
}

async function removed(): Promise<void> {
  const { registry } = install.stores;
  await registry.delete(resourceName(id));
  await expect.poll(() => registry.list(), { timeout: 30_000 }).toEqual([]);
}

describe('a private repository that the integration of its host may read', () => {
  test('is not read for a member of a teamspace without a grant, who learns what to request', async () => {
    const docsRepoUrl = `${install.locked.origin}/team/plans.git`;
    const member = await install.member('free');
    await install.api.send('POST', '/api/v2/add/repo/git', { docsRepoUrl }, member);

    const library = await install.until(id, 'error');

    expect(await install.stores.index.versions(id)).toEqual([]);
    const told = JSON.stringify(library.status.conditions);
    expect(told).toContain(`git/${install.locked.host}`);
    expect(told).toMatch(/teamspace free.*ask an admin/);
    expect(await seenBy()).not.toContain(secretWord);
    expect(await seenBy(member)).not.toContain(secretWord);
    await removed();
  });

  test('shows nothing in a preview to a member of such a teamspace', async () => {
    const docsRepoUrl = `${install.locked.origin}/team/plans.git`;
    const member = await install.member('free');
    install.locked.reset();

    const body = { type: 'git', docsRepoUrl };
    const { json } = await install.api.send('POST', '/api/v1/preview', body, member);

    expect(json.found).toBeUndefined();
    expect(json.failure).toMatchObject({
      message: expect.stringMatching(/ask an admin/),
      missingGrant: { teamspace: 'free', integration: `git/${install.locked.host}` },
    });
    expect(install.locked.requests.map(({ authorization }) => authorization)).not.toContainEqual(
      expect.stringMatching(/./),
    );
  });

  test('is private to its teamspace if a manifest names it', async () => {
    const url = `${install.locked.origin}/team/plans.git`;
    await install.stores.registry.create({
      metadata: { name: resourceName(id), labels: { [labels.managedBy]: 'default' } },
      spec: { id, source: { git: { url } } },
    });

    await install.until(id, 'finalized');

    expect(await seenBy()).not.toContain(secretWord);
    expect(await seenBy(await install.member('other'))).not.toContain(secretWord);
    expect((await install.ask(id, await install.member('default'))).text).toContain(secretWord);
    await removed();
  });

  test('cannot be exported, not even by admins', async () => {
    const url = `${install.locked.origin}/team/plans.git`;
    await install.api.send('POST', '/api/v1/libraries', { id, source: { git: { url } } });
    await install.until(id, 'finalized');

    const { send } = install.api;
    const bearer = { authorization: `Bearer ${install.license}` };
    const one = await send('POST', '/api/v1/enterprise/export', { library: id }, bearer);
    const bulk = await send('POST', '/api/export-libraries', { libraries: [id] });

    expect([one.status, one.json.error]).toEqual([403, 'access_denied']);
    expect([bulk.status, bulk.json.error]).toEqual([403, 'access_denied']);
    await removed();
  });
});

describe('a token that a member gives with a private repository', () => {
  test('makes it readable only for their teamspace, even if they request a public library', async () => {
    const docsRepoUrl = `${install.locked.origin}/team/plans.git`;
    const body = { docsRepoUrl, gitToken: integrationToken, private: false };
    await install.api.send('POST', '/api/v2/add/repo/git', body, await install.member('docs'));
    await install.until(id, 'finalized');

    expect(await seenBy()).not.toContain(secretWord);
    expect(await seenBy(await install.member('other'))).not.toContain(secretWord);
    expect((await install.api.get('/api/v1/libraries')).json.libraries).toEqual([]);
    expect((await install.ask(id, await install.member('docs'))).text).toContain(secretWord);
    await removed();
  });
});

describe('a wiki space', () => {
  test('cannot be added without an integration or a grant, and leaves nothing behind', async () => {
    await using wiki = await startConfluence({ kind: 'data-center' });
    const { send, registry } = install.api;
    const body = { siteUrl: wiki.site, spaceKey: 'DOC' };
    const member = await install.member('docs');

    const without = await send('POST', '/api/v2/add/wiki', body, member);
    await send('PUT', '/api/v1/integrations/wiki', { siteUrl: wiki.site, token: account.token });
    const ungranted = await send('POST', '/api/v2/add/wiki', body, member);
    const preview = await send('POST', '/api/v1/preview', { type: 'wiki', ...body }, member);
    const elsewhere = { ...body, siteUrl: 'https://wiki.example' };
    const other = await send('POST', '/api/v2/add/wiki', elsewhere);
    await send('DELETE', '/api/v1/integrations/wiki');
    const pages = await send('POST', '/api/v2/add/pages', { pageIds: ['a'.repeat(32)] });

    expect([without.status, without.json.message]).toEqual([
      400,
      expect.stringContaining('the wiki integration is not configured; ask an admin to set it'),
    ]);
    expect([ungranted.status, ungranted.json.message]).toEqual([
      403,
      expect.stringContaining('lectern teamspaces grant docs wiki'),
    ]);
    const missingGrant = { teamspace: 'docs', integration: 'wiki' };
    expect(ungranted.json).toEqual({
      error: 'forbidden',
      message: expect.any(String),
      missingGrant,
    });
    expect(preview.json.problems).toEqual([
      { code: 'forbidden', message: expect.any(String), missingGrant },
    ]);
    expect([other.status, other.json.message]).toEqual([
      400,
      expect.stringContaining('the wiki integration reads'),
    ]);
    expect([pages.status, pages.json.message]).toEqual([
      400,
      expect.stringContaining('the pages integration is not configured'),
    ]);
    expect(wiki.requests).toEqual([]);
    expect(await registry.list()).toEqual([]);
  });

  test('of another teamspace gets another id, and neither teamspace sees the library of the other', async () => {
    await using wiki = await startConfluence({ kind: 'data-center' });
    wiki.pages.set('7', { title: 'Print', storage: `<p>Print a page: ${secretWord}.</p>` });
    const { send } = install.api;
    await send('PUT', '/api/v1/integrations/wiki', { siteUrl: wiki.site, token: account.token });
    const body = { siteUrl: wiki.site, spaceKey: 'DOC' };
    const added: string[] = [];
    for (const teamspace of ['docs', 'other']) {
      await send('PATCH', `/api/v1/teamspaces/${teamspace}`, { integrations: ['wiki'] });
      const own = await install.member(teamspace);
      const { json } = await send('POST', '/api/v2/add/wiki', body, own);
      const again = await send('POST', '/api/v2/add/wiki', { ...body, force: true }, own);
      expect(again.json.libraryName).toBe(json.libraryName);
      added.push(json.libraryName);
    }

    const [first = '', second = ''] = added;
    expect(second).toBe(`${first}~other`);
    await install.until(first, 'finalized');
    await install.until(second, 'finalized');
    const other = await install.member('other');
    expect((await install.ask(second, other)).text).toContain(secretWord);
    expect((await install.ask(first, other)).status).toBe(404);
    expect((await install.ask(second, await install.member('docs'))).status).toBe(404);
    for (const one of added) expect((await install.ask(one)).status).toBe(404);
    await send('DELETE', '/api/v1/integrations/wiki');
    for (const one of added) await install.stores.registry.delete(resourceName(one));
    await expect.poll(() => install.stores.registry.list(), { timeout: 30_000 }).toEqual([]);
  });
});
