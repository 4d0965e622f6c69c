import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resourceName, type LibrarySpec } from '../../../src/resources/library.ts';
import { account, startConfluence } from '../../doubles/confluence-server.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { makeLibrary } from '../../support/library.ts';
import type { CheckedResponse } from '../../support/openapi-check.ts';
import { loopback, redirect, startWebServer, type WebServer } from '../../support/web-server.ts';
import { patientPreviews, startApi, type ApiServer } from '../api/api-server.ts';

const token = 'planted-token-0123456789';

let folder: string;
let git: GitServer;
let locked: GitServer;
let web: WebServer;
let server: ApiServer;
let headers: { authorization: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-preview-'));
  const served = join(folder, 'served');
  const work = await TestRepository.create(join(folder, 'work'), { 'README.md': '# Pencils\n' });
  for (const tag of ['v1.9.0', 'v1.10.0']) await work.git('tag', tag);
  await work.git('branch', 'drafts/next');
  await work.publish(join(served, 'team', 'pencils.git'));
  const empty = await TestRepository.create(join(folder, 'nothing'));
  await empty.publish(join(served, 'team', 'empty.git'));
  git = await startGitServer({ root: served });
  const credentials = { username: 'git', password: token };
  locked = await startGitServer({ root: served, credentials });
  web = await startWebServer();
  server = await startApi({
    libraries: [
      makeLibrary({
        spec: {
          id: '/team/taken',
          teamspace: 'docs',
          source: { git: { url: `${git.origin}/team/taken` } },
        },
      }),
      makeLibrary({
        spec: {
          id: '/team/hidden',
          visibility: 'private',
          teamspace: 'other',
          source: { git: { url: `${git.origin}/team/hidden` } },
        },
      }),
    ],
    parts: { preview: previewIn(folder) },
  });
  headers = await memberOf('docs');
  await server.send('POST', '/api/v1/teamspaces', { id: 'small', plan: 'free' });
});
afterAll(async () => {
  await server.close();
  await Promise.all([git.close(), locked.close(), web[Symbol.asyncDispose]()]);
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  web.pages.clear();
  web.requests.length = 0;
  git.reset();
});

const previewIn = (workDir: string) => ({
  ...patientPreviews,
  allowedRanges: loopback,
  workDir,
  gitCredentials: async () => undefined,
});

async function memberOf(teamspace: string): Promise<{ authorization: string }> {
  const { key } = await server.keys.create({ name: 'x', role: 'member', teamspace });
  return { authorization: `Bearer ${key}` };
}

async function preview(
  body: Record<string, unknown>,
  as = headers,
): Promise<CheckedResponse['json']> {
  const { status, json } = await server.send('POST', '/api/v1/preview', body, as);
  expect([status, json]).toMatchObject([200, {}]);
  return json;
}

describe('a preview of a repository', () => {
  test('shows the id, the source as it would be stored, and its branches and versions', async () => {
    const docsRepoUrl = `${git.origin}/team/pencils.git`;

    const shown = await preview({ type: 'git', docsRepoUrl, folders: ['docs'], title: 'Pencils' });

    expect(shown).toEqual({
      id: `/127.0.0.1_${new URL(git.origin).port}/team_pencils`,
      title: 'Pencils',
      source: { git: { url: docsRepoUrl, folders: ['docs'] } },
      private: false,
      problems: [],
      found: {
        url: docsRepoUrl,
        defaultBranch: 'main',
        branches: { total: 2, more: false, names: ['main', 'drafts/next'] },
        tags: { total: 2, more: false, names: ['v1.10.0', 'v1.9.0'] },
        pages: { total: 1, more: false, names: ['README.md'] },
        leftOut: ['docs: no file has this path, which folders names from the root'],
      },
    });
    // The server has sent only names.
    expect(git.requests.every(({ bytes }) => bytes < 2000)).toBe(true);
  });

  test('reports an unknown branch, and lists the existing ones', async () => {
    const { found, failure, problems } = await preview({
      type: 'git',
      docsRepoUrl: `${git.origin}/team/pencils.git`,
      branch: 'gone',
    });

    expect(problems).toEqual([]);
    expect(failure).toEqual({ reason: 'NotFound', message: expect.stringContaining('"gone"') });
    expect(found.branches.names).toContain('drafts/next');
  });

  test('reports an empty repository, and an unknown one', async () => {
    const empty = await preview({ type: 'git', docsRepoUrl: `${git.origin}/team/empty.git` });
    expect(empty.failure).toMatchObject({ reason: 'NoDocumentation' });
    const gone = await preview({ type: 'git', docsRepoUrl: `${git.origin}/team/gone.git` });
    expect(gone).toMatchObject({ problems: [], failure: { reason: 'NotFound' } });
    expect(gone).not.toHaveProperty('found');
  });

  test('sends a token to the host, makes the library private, and stores nothing', async () => {
    const docsRepoUrl = `${locked.origin}/team/pencils.git`;
    const without = await preview({ type: 'git', docsRepoUrl });
    expect(without.failure).toMatchObject({ reason: 'AccessDenied' });

    const shown = await preview({ type: 'git', docsRepoUrl, gitToken: token });

    expect(shown).toMatchObject({ private: true, problems: [], found: { defaultBranch: 'main' } });
    expect(JSON.stringify([shown, server.logged()])).not.toContain(token);
    expect(await server.registry.get(resourceName('/team/pencils'))).toBeUndefined();
    expect((await readdir(folder)).filter((name) => name.startsWith('git-'))).toEqual([]);
  });
});

describe('a preview of a website', () => {
  test('shows title, pages of the sitemaps that would be read, and an llms.txt', async () => {
    const html = (title: string) =>
      `<!doctype html><html lang="en"><link rel="alternate" hreflang="de" href="/docs/de/"><title>${title}</title><p>${'Turn the pencil. '.repeat(30)}</p>`;
    const pages = [
      '/docs/',
      '/docs/a',
      '/docs/a/',
      '/docs/de/a',
      '/docs/next/',
      '/docs/next/a',
      '/docs/blog/x',
      '/other',
      '/docs/x.png',
    ];
    web.pages.set('/', redirect('/docs/'));
    web.pages.set('/docs/', html('Pencil guide'));
    web.pages.set('/sitemap.xml', {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset>${pages.map((path) => `<url><loc>${web.origin}${path}</loc></url>`).join('')}</urlset>`,
    });
    web.pages.set('/llms.txt', { headers: { 'content-type': 'text/plain' }, body: '# Pencils\n' });

    const shown = await preview({
      type: 'website',
      websiteUrl: `${web.origin}/`,
      excludePatterns: ['/docs/blog'],
    });

    expect(shown).toMatchObject({
      id: expect.stringMatching(`^/websites/127_0_0_1_${web.port}~[0-9a-f]{16}$`),
      title: 'Pencil guide',
      problems: [],
      found: {
        url: `${web.origin}/docs/`,
        title: 'Pencil guide',
        pages: { total: 2, more: false, names: [`${web.origin}/docs/`, `${web.origin}/docs/a`] },
        llmstxt: `${web.origin}/llms.txt`,
        leftOut: [
          `${web.origin}/docs/de: 1 document is left out as translations (de); to read another language, start from its page`,
          `${web.origin}/docs/next: 2 documents are left out as other versions (next); to read another version, start from its page`,
        ],
      },
    });
  });

  test('reports that robots.txt forbids it, and requests nothing else', async () => {
    web.pages.set('/robots.txt', {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /\n',
    });

    const { failure } = await preview({ type: 'website', websiteUrl: `${web.origin}/` });

    expect(failure).toEqual({
      reason: 'AccessDenied',
      message: expect.stringContaining('robots.txt'),
    });
    expect(web.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
  });

  test('reports that scripts render the page, so that a run would read little', async () => {
    web.pages.set('/', '<!doctype html><title>App</title><script src="/app.js"></script>');
    const { found } = await preview({ type: 'website', websiteUrl: `${web.origin}/` });
    expect(found).toMatchObject({ title: 'App', note: expect.stringContaining('JavaScript') });
  });
});

describe('a preview of a file', () => {
  test('counts the pages that an llms.txt lists', async () => {
    const links = ['One', 'Two', 'Three'].map((name) => `- [${name}](/${name}.md)`).join('\n');
    web.pages.set('/llms.txt', {
      headers: { 'content-type': 'text/plain' },
      body: `# Anvils\n\n> All about anvils.\n\n${links}\n`,
    });

    const shown = await preview({ type: 'llmstxt', llmstxtUrl: `${web.origin}/llms.txt` });

    expect(shown).toMatchObject({
      title: 'Anvils',
      found: {
        description: 'All about anvils.',
        pages: { total: 3, names: ['One', 'Two', 'Three'] },
      },
    });
  });

  test('counts the operations of an API description in YAML', async () => {
    web.pages.set('/openapi.yaml', {
      headers: { 'content-type': 'application/yaml' },
      body: 'openapi: 3.1.0\ninfo: { title: Pets, version: 1.2 }\npaths:\n  /pets: { get: { summary: Lists }, post: { summary: Adds } }\n',
    });
    const shown = await preview({ type: 'openapi', openApiUrl: `${web.origin}/openapi.yaml` });
    expect(shown.found).toMatchObject({ title: 'Pets', version: '1.2', operations: 2 });
  });

  test('reports what is wrong with a file that is not an API description', async () => {
    web.pages.set('/openapi.json', '<!doctype html><title>Sign in</title>');
    const shown = await preview({ type: 'openapi', openApiUrl: `${web.origin}/openapi.json` });
    expect(shown.failure).toEqual({
      reason: 'Malformed',
      message: expect.stringContaining('an HTML page'),
    });
  });
});

describe('a preview of a wiki', () => {
  test('shows space and pages as the integration sees them', async () => {
    await using wiki = await startConfluence({ kind: 'data-center' });
    wiki.pages.set('7', { title: 'How to begin', storage: '<p>x</p>' });
    const fields = { siteUrl: wiki.site, token: account.token };
    await server.send('PUT', '/api/v1/integrations/wiki', fields);
    await server.send('PATCH', '/api/v1/teamspaces/docs', { integrations: ['wiki'] });

    const shown = await preview({ type: 'wiki', siteUrl: wiki.site, spaceKey: 'DOC' });

    await server.send('DELETE', '/api/v1/integrations/wiki');
    expect(shown).toMatchObject({
      title: 'Documentation',
      private: true,
      problems: [],
      found: { pages: { total: 1, more: false, names: ['How to begin'] } },
    });
  });

  test('reports a missing integration', async () => {
    const shown = await preview({ type: 'wiki', siteUrl: 'https://wiki.example', spaceKey: 'DOC' });
    expect(shown.problems).toMatchObject([
      { message: expect.stringContaining('the wiki integration is not configured; ask an admin') },
    ]);
    expect(shown).not.toHaveProperty('found');
  });
});

describe('a preview of a refused source', () => {
  test.each<[what: string, body: Record<string, unknown>, field: string | undefined, code: string]>(
    [
      ['a missing URL', { type: 'git' }, 'docsRepoUrl', 'validation_error'],
      ['no URL', { type: 'github', docsRepoUrl: 'pencils' }, 'docsRepoUrl', 'validation_error'],
      [
        'credentials in a URL',
        { type: 'git', docsRepoUrl: 'https://me:secret-in-url@git.example/a/b' },
        'docsRepoUrl',
        'validation_error',
      ],
      [
        'another host',
        { type: 'github', docsRepoUrl: 'https://gitlab.com/a/b' },
        'docsRepoUrl',
        'validation_error',
      ],
      [
        'a number out of bounds',
        { type: 'website', websiteUrl: 'https://docs.example', maxPages: 0 },
        'maxPages',
        'validation_error',
      ],
      [
        'a file of another name',
        { type: 'llmstxt', llmstxtUrl: 'https://docs.example/x.txt' },
        'llmstxtUrl',
        'validation_error',
      ],
      ['a page that is none', { type: 'pages', pageIds: ['x'] }, 'pageIds.0', 'validation_error'],
      [
        'a project that is not there',
        { type: 'git', docsRepoUrl: 'https://git.example/a/b', projectId: 'nowhere' },
        'projectId',
        'validation_error',
      ],
    ],
  )('reports %s, at its field', async (_, body, field, code) => {
    const { problems, found, failure } = await preview(body);
    expect(problems).toEqual([{ code, field, message: expect.stringMatching(/\.$/) }]);
    expect([found, failure]).toEqual([undefined, undefined]);
    expect(problems[0].message).not.toContain('secret-in-url');

    const path = { pages: 'pages', website: 'website', llmstxt: 'llmstxt' }[String(body['type'])];
    const { type, ...rest } = body;
    const to = `/api/v2/add/${path ?? `repo/${String(type)}`}`;
    const refused = await server.send('POST', to, rest, headers);
    expect(refused.json).toEqual({ error: code, message: problems[0].message });
  });

  test('reports a plan without private libraries, and does not read the source', async () => {
    const docsRepoUrl = `${git.origin}/team/pencils.git`;
    const body = { type: 'git', docsRepoUrl, private: true };

    const { problems, found } = await preview(body, await memberOf('small'));

    expect(problems).toMatchObject([{ code: 'forbidden', field: 'private' }]);
    expect(found).toBeUndefined();
    expect(git.requests).toEqual([]);
  });

  test('reports an existing library that may be read again', async () => {
    const body = { type: 'git', docsRepoUrl: `${git.origin}/team/taken` };
    const there = await preview(body);
    expect(there).toMatchObject({
      duplicate: '/team/taken',
      problems: [{ code: 'duplicate_repo', message: expect.stringContaining('Refresh it') }],
    });
    const again = await preview({ ...body, force: true });
    expect(again).toMatchObject({ duplicate: '/team/taken', problems: [] });
  });

  test('reports a taken id, but not its library', async () => {
    const shown = await preview({ type: 'git', docsRepoUrl: `${git.origin}/team/hidden` });
    expect(shown.problems).toEqual([
      { code: 'duplicate_repo', message: 'The id /team/hidden is taken. Choose another one.' },
    ]);
    expect(shown).not.toHaveProperty('duplicate');
  });
});

describe('a preview', () => {
  test('creates nothing', async () => {
    const before = await server.registry.list();
    await preview({ type: 'git', docsRepoUrl: `${git.origin}/team/pencils.git`, force: true });
    const specs = (libraries: { spec: LibrarySpec }[]) => libraries.map(({ spec }) => spec.id);
    expect(specs(await server.registry.list())).toEqual(specs(before));
  });

  test('requires a member', async () => {
    const body = { type: 'git', docsRepoUrl: `${git.origin}/team/pencils.git` };
    expect((await server.send('POST', '/api/v1/preview', body, {})).status).toBe(401);
    expect(git.requests).toEqual([]);
  });

  test('of no known type is refused', async () => {
    const { status, json } = await server.send('POST', '/api/v1/preview', { type: 'ftp' }, headers);
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toContain('"type"');
  });

  test('stops reading the source when its client disconnects', async () => {
    const asked = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    web.pages.set('/robots.txt', (request) => {
      asked.resolve();
      request.socket.once('close', () => gone.resolve());
    });
    const leaving = new AbortController();
    const answer = fetch(`${server.url}/api/v1/preview`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'website', websiteUrl: `${web.origin}/` }),
      signal: leaving.signal,
    });
    await asked.promise;

    leaving.abort();

    await expect(answer).rejects.toThrow('abort');
    await gone.promise;
  });
});
