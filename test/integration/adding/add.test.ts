import { beforeAll, describe, expect, test } from 'vitest';
import { annotations, resourceName, type Library } from '../../../src/resources/library.ts';
import { makeLibrary } from '../../support/library.ts';
import { apiServer, startApi, type ApiServer } from '../api/api-server.ts';

const token = 'planted-token-0123456789';
const page = '01234567-89ab-cdef-0123-456789abcdef';

const requests: [path: string, body: Record<string, unknown>, id: string, source: object][] = [
  [
    'repo/github',
    { docsRepoUrl: 'https://github.com/Expressjs/express', generateDocs: true },
    '/expressjs/express',
    { git: { url: 'https://github.com/Expressjs/express', indexSourceCode: true } },
  ],
  [
    'repo/gitlab',
    { docsRepoUrl: 'https://gitlab.com/group/sub/docs/-/tree/main/guide' },
    '/gitlab.com/group_sub_docs',
    { git: { url: 'https://gitlab.com/group/sub/docs', branch: 'main', folders: ['guide'] } },
  ],
  [
    'repo/bitbucket',
    { docsRepoUrl: 'https://bitbucket.org/acme/docs', skipVersionFiltering: true, versions: [] },
    '/acme/docs',
    { git: { url: 'https://bitbucket.org/acme/docs' } },
  ],
  [
    'repo/git',
    { docsRepoUrl: 'ssh://git@git.example.org/team/docs.git' },
    '/git.example.org/team_docs',
    { git: { url: 'ssh://git@git.example.org/team/docs.git' } },
  ],
  [
    'website',
    { websiteUrl: 'https://react.dev/learn/start', websiteBaseUrl: 'https://react.dev/learn' },
    '/websites/react.dev_learn',
    { website: { url: 'https://react.dev/learn/start', baseUrl: 'https://react.dev/learn' } },
  ],
  [
    'llmstxt',
    { llmstxtUrl: 'https://svelte.dev/llms.txt' },
    '/llmstxt/svelte.dev_llms.txt',
    { llmstxt: { url: 'https://svelte.dev/llms.txt' } },
  ],
  [
    'openapi',
    { openApiUrl: 'https://petstore3.swagger.io/api/v3/openapi.json' },
    '/openapi/petstore3.swagger.io_api_v3_openapi.json',
    { openapi: { url: 'https://petstore3.swagger.io/api/v3/openapi.json' } },
  ],
  ...['wiki', 'confluence'].map((path): (typeof requests)[number] => [
    path,
    { siteUrl: `https://${path}.example`, spaceKey: 'DOC', spaceName: 'Docs', pageIds: ['7'] },
    `/wiki/${path}_example_doc`,
    {
      wiki: {
        siteUrl: `https://${path}.example`,
        spaceKey: 'DOC',
        spaceName: 'Docs',
        pageIds: ['7'],
      },
    },
  ]),
  ...['pages', 'notion'].map((path): (typeof requests)[number] => [
    path,
    { workspaceId: 'w', workspaceName: `Acme ${path}`, pageIds: [page] },
    `/pages/acme_${path}`,
    { pages: { workspaceId: 'w', workspaceName: `Acme ${path}`, pageIds: [page] } },
  ]),
];

async function memberOf({ send }: ApiServer): Promise<{ authorization: string }> {
  const { json } = await send('POST', '/api/v1/keys', { name: 'ci', role: 'member' });
  return { authorization: `Bearer ${json.key}` };
}

describe('POST /api/v2/add/...', () => {
  let shared: ApiServer;
  let member: { authorization: string };
  beforeAll(async () => {
    shared = await startApi();
    member = await memberOf(shared);
    await shared.send('PUT', '/api/v1/integrations/pages', { token });
    const granted = { integrations: ['wiki', 'pages'] };
    await shared.send('PATCH', '/api/v1/teamspaces/default', granted);
    return shared.close;
  });

  test.each(requests)('%s makes a Library of it', async (path, body, id, source) => {
    const named = { ...body, title: 'Title', description: 'Words' };
    if ('siteUrl' in body) {
      const fields = { siteUrl: body.siteUrl, token };
      await shared.send('PUT', '/api/v1/integrations/wiki', fields);
    }
    const { status, json } = await shared.send('POST', `/api/v2/add/${path}`, named, member);
    expect([status, json]).toEqual([
      200,
      { libraryName: id, message: `Library ${id} was added and is queued for indexing.` },
    ]);
    const made = await shared.registry.get(resourceName(id));
    expect(made?.metadata.annotations).toEqual({ [annotations.addedBy]: 'member' });
    expect(made?.spec).toEqual({
      id,
      title: 'Title',
      description: 'Words',
      ...(/^(wiki|confluence|pages|notion)$/.test(path) && { visibility: 'private' }),
      teamspace: 'default',
      source: expect.objectContaining(source),
    });
  });

  test('a token is stored in a secret that the Library names, and never shown', async () => {
    const server = await apiServer();
    const { send, registry, secrets, logged } = server;
    const body = { docsRepoUrl: 'https://codeberg.org/acme/docs', gitToken: token };
    const added = await send('POST', '/api/v2/add/repo/git', body, await memberOf(server));
    expect(added.status).toBe(200);
    const made = await registry.get(resourceName('/acme/docs'));
    const name = made?.spec.secretRef?.name ?? '';
    expect(name.startsWith(`${made?.metadata.name}-git-`)).toBe(true);
    expect(made?.spec).not.toHaveProperty('suspend');
    expect(await secrets.get(name)).toEqual({ username: 'git', password: token });
    const shown = [
      JSON.stringify(made),
      added.text,
      (await send('GET', '/api/v1/library?id=/acme/docs')).text,
      JSON.stringify(logged()),
    ].join();
    expect(shown).not.toContain(token);
  });

  test('if the secret cannot be stored, no library remains', async () => {
    const down = async () => Promise.reject(new Error('the store is away'));
    const parts = { secrets: { get: down, put: down, update: down, delete: down } };
    const { send, registry } = await apiServer({ parts });
    const body = { docsRepoUrl: 'https://github.com/acme/docs', gitToken: token };
    const { status, text } = await send('POST', '/api/v2/add/repo/github', body);
    expect(status).toBe(500);
    expect(text).not.toContain(token);
    expect(await registry.list()).toEqual([]);
  });

  test('several concurrent requests for one library add one', async () => {
    const { send, registry } = await apiServer();
    const body = { websiteUrl: 'https://vite.dev' };
    const all = await Promise.all([1, 2, 3].map(() => send('POST', '/api/v2/add/website', body)));
    expect(all.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409']);
    expect(await registry.list()).toHaveLength(1);
  });
});

test('versions of a repository are those of the Library', async () => {
  const { send, registry } = await apiServer();
  const body = { docsRepoUrl: 'https://github.com/acme/docs', versions: ['v1.0.0', 'next'] };
  expect((await send('POST', '/api/v2/add/repo/github', body)).status).toBe(200);
  expect((await registry.list())[0]?.spec.versions).toEqual(['v1.0.0', 'next']);
});

describe('an existing library', () => {
  const existing = (parts: Partial<Library['spec']> = {}): Library =>
    makeLibrary({ spec: { id: '/acme/docs', source: docs, ...parts } });
  const docs = { git: { url: 'https://github.com/acme/docs.git' } };
  const request = { docsRepoUrl: 'https://github.com/Acme/docs', folders: ['guide'] };

  test('is duplicate_repo, and does not change', async () => {
    const { send, registry } = await apiServer({ libraries: [existing()] });
    const { status, json } = await send('POST', '/api/v2/add/repo/github', request);
    expect([status, json.error]).toEqual([409, 'duplicate_repo']);
    expect(json.message).toContain('send "force": true');
    expect((await registry.list())[0]?.metadata.annotations).toBeUndefined();
  });

  test('is read again with force, with its current settings', async () => {
    const { send, registry } = await apiServer({ libraries: [existing()] });
    const body = { ...request, force: true };
    const { status, json } = await send('POST', '/api/v2/add/repo/github', body);
    expect([status, json.libraryName]).toEqual([200, '/acme/docs']);
    expect(json.message).toContain('reads it again with its current settings');
    const [library] = await registry.list();
    expect(library?.spec.source).toEqual(docs);
    expect(library?.metadata.annotations).toHaveProperty(['lectern.dev/requestedAt']);
  });

  test.each([
    [
      'with another source',
      existing({ id: '/git.example/acme_docs' }),
      { docsRepoUrl: 'https://git.example/acme/docs.git' },
    ],
    [
      'is being deleted',
      { ...existing(), metadata: { ...existing().metadata, deletionTimestamp: 'now' } },
      request,
    ],
  ])('stays a duplicate with force if it %s', async (why, library, wanted) => {
    const { send } = await apiServer({ libraries: [library] });
    const body = { ...wanted, force: true };
    const { status, json } = await send('POST', '/api/v2/add/repo/git', body);
    expect([status, json.error]).toEqual([409, 'duplicate_repo']);
    expect(json.message).toContain(why);
  });

  test.each([
    ['a repository of another known host', 'https://gitlab.com/acme/docs'],
    ['one that an earlier version let any host have', 'https://git.evil.example/acme/docs'],
  ])('is held by %s, and the id with the host is given', async (_what, url) => {
    const { send } = await apiServer({ libraries: [existing({ source: { git: { url } } })] });
    const { status, json } = await send('POST', '/api/v2/add/repo/github', request);
    expect([status, json.libraryName]).toEqual([200, '/github.com/acme_docs']);
    const preview = { type: 'github', ...request };
    const again = await send('POST', '/api/v1/preview', preview);
    expect(again.json).toMatchObject({ duplicate: '/github.com/acme_docs' });
    const before = await send('POST', '/api/v2/add/repo/git', { docsRepoUrl: url, force: true });
    expect([before.status, before.json.libraryName]).toEqual([200, '/acme/docs']);
  });

  test('is found if it was applied under another name', async () => {
    const renamed = existing();
    renamed.metadata.name = 'applied-by-hand';
    const catalogued = { get: async () => ({ id: '/acme/docs' }), search: async () => [] };
    const { send } = await apiServer({
      libraries: [renamed],
      parts: { catalog: catalogued as never },
    });
    const { status } = await send('POST', '/api/v2/add/repo/github', request);
    expect(status).toBe(409);
  });

  test('the former id of a library counts as taken', async () => {
    const { send } = await apiServer();
    const body = { docsRepoUrl: 'https://github.com/old/home' };
    const { status, json } = await send('POST', '/api/v2/add/repo/github', body);
    expect([status, json.error]).toEqual([409, 'duplicate_repo']);
    expect(json.message).toContain('/acme/moved had the id /old/home before');
  });
});

describe('an invalid request to add', () => {
  let shared: ApiServer;
  beforeAll(async () => {
    shared = await startApi();
    return shared.close;
  });

  test.each([
    ['repo/github', {}, /Field "docsRepoUrl" is required/],
    ['repo/git', { docsRepoUrl: '/etc' }, /Field "docsRepoUrl"/],
    ['repo/git', { docsRepoUrl: 'file:///etc' }, /Field "docsRepoUrl"/],
    ['repo/git', { docsRepoUrl: 'ext::sh -c id' }, /Field "docsRepoUrl"/],
    ['repo/git', { docsRepoUrl: `https://a:${token}@example.org/a/b` }, /send them as gitToken/],
    [
      'repo/github',
      { docsRepoUrl: 'a/b', gitToken: `${token} x` },
      /"gitToken" must not contain spaces/,
    ],
    ['repo/github', { docsRepoUrl: 'a/b', gitToken: 7 }, /Field "gitToken" must be text/],
    [
      'repo/github',
      { docsRepoUrl: 'a/b', branches: ['x'] },
      /unknown field "branches"; known are docsRepoUrl/,
    ],
    [
      'repo/github',
      { docsRepoUrl: 'a/b', private: 'yes' },
      /Field "private" must be true or false/,
    ],
    [
      'repo/git',
      { docsRepoUrl: 'a/b', versions: 'v1' },
      /Field "versions" must be a list, not text/,
    ],
    [
      'repo/git',
      { docsRepoUrl: 'a/b', versions: ['v1', '--upload-pack=x'] },
      /^Field "versions": "--upload-pack=x" cannot name a tag or branch; expected for instance/,
    ],
    ['repo/git', { docsRepoUrl: 'a/b', versions: ['v1', 'v1'] }, /Field "versions" names v1 twice/],
    [
      'repo/git',
      { docsRepoUrl: 'a/b', folders: Array.from({ length: 51 }, String) },
      /^Field "folders" must have at most 50 entries, not 51\.$/,
    ],
    ['repo/git', { docsRepoUrl: 'a/b', branch: '-x' }, /^Field "branch": "-x" cannot name a tag/],
    [
      'website',
      { websiteUrl: 'https://x.dev', title: '\u202Eved.tcaer' },
      /^Field "title" must not contain control or bidirectional characters\.$/,
    ],
    ['website', { websiteUrl: 'gopher://x' }, /Field "websiteUrl"/],
    ['website', { websiteUrl: 'https://x.dev', maxPages: 0 }, /Field "maxPages" must be 1 or more/],
    ['llmstxt', { llmstxtUrl: 'https://x.dev/robots.txt' }, /Field "llmstxtUrl"/],
    ['openapi', { openApiUrl: 'https://a\u0000b' }, /Field "openApiUrl" must not contain control/],
    ['wiki', { siteUrl: 'https://w.example' }, /Field "spaceKey" is required/],
    ['pages', { pageIds: [] }, /Field "pageIds"/],
    ['pages', { pageIds: ['nothing'] }, /Field "pageIds.0"/],
  ])('%s with %j is a validation_error that names the field', async (path, body, message) => {
    const { status, json, text } = await shared.send('POST', `/api/v2/add/${path}`, body);
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toMatch(message);
    expect(text).not.toContain(token);
  });

  test('needs a key', async () => {
    for (const [path, body] of requests) {
      const { status, json } = await shared.send('POST', `/api/v2/add/${path}`, body, {});
      expect([path, status, json.error]).toEqual([path, 401, 'invalid_api_key']);
    }
    expect(await shared.registry.list()).toEqual([]);
    expect(JSON.stringify(shared.logged())).not.toContain(token);
  });
});
