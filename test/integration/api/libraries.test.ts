import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  annotations,
  finalizer,
  resourceName,
  type Library,
} from '../../../src/resources/library.ts';
import { record } from '../../support/fake-stores.ts';
import { apiServer, operatorToken, startApi, type ApiServer } from './api-server.ts';

const git = { id: '/acme/web', source: { git: { url: 'https://example.com/acme/web.git' } } };

function library(facts: Partial<Library> = {}): Library {
  return {
    metadata: {
      name: resourceName('/acme/web'),
      uid: 'u1',
      generation: 1,
      resourceVersion: '1',
      creationTimestamp: '2026-01-02T03:04:05.000Z',
    },
    spec: { ...git, versions: ['v1'], formerIds: ['/old/home'] },
    status: { state: 'finalized', branch: 'main', lastUpdateDate: '2026-01-02T03:04:05.000Z' },
    ...facts,
  };
}

let shared: ApiServer;
beforeAll(async () => {
  shared = await startApi();
  return shared.close;
});

describe('POST /api/v1/libraries', () => {
  test('creates a Library that may read local paths, because only the operator may call it', async () => {
    const { send, registry } = await apiServer();
    const spec = { id: '/local/docs', source: { git: { url: '/srv/docs' } } };
    const { status, json } = await send('POST', '/api/v1/libraries', spec);
    expect(status).toBe(201);
    expect(json.libraryName).toBe('/local/docs');
    const [made] = await registry.list();
    expect(made?.spec).toEqual(spec);
    expect(made?.metadata.name).toBe(resourceName('/local/docs'));
    expect(made?.metadata.annotations).toEqual({
      [annotations.addedBy]: 'operator',
      [annotations.allowLocal]: 'true',
    });
  });

  test.each([
    [{ id: '/acme/web' }, /^Field "id": Library \/acme\/web already exists/],
    [{ id: '/old/home' }, /^Field "id": Library \/acme\/moved had the id \/old\/home before/],
    [
      { id: '/acme/new', formerIds: ['/acme/old', '/acme/web'] },
      /^Field "formerIds.1": Library \/acme\/web already exists/,
    ],
  ])('%j, which names a taken id, is duplicate_repo', async (named, message) => {
    const { send, registry } = await apiServer({ libraries: [library()] });
    const { status, json } = await send('POST', '/api/v1/libraries', { ...git, ...named });
    expect([status, json.error]).toEqual([409, 'duplicate_repo']);
    expect(json.message).toMatch(message);
    expect(await registry.list()).toHaveLength(1);
  });

  test.each([
    ['https://react.com/dev', 'https://react.dev', '/websites/react.dev'],
    ['https://react.dev', 'https://react.com/dev', '/websites/react.com_dev'],
  ])('%s keeps the short id that %s could have, too', async (first, second, id) => {
    const { send, registry } = await apiServer();
    const add = async (url: string) =>
      (await send('POST', '/api/v1/libraries', { source: { website: { url } } })).json.libraryName;

    expect([await add(first), await add(second)]).toEqual(['/websites/react_dev', id]);
    const sources = (await registry.list()).map(({ spec }) => spec.source.website?.url);
    expect(new Set(sources)).toEqual(new Set([first, second]));
  });

  test.each([
    [{}, /Field "source" is required/],
    [[], /The body must be an object/],
    [
      { ...git, id: 'acme/web' },
      /Field "id" must be \/owner\/name without spaces and @, not "acme\/web"/,
    ],
    [{ source: {} }, /Field "source": the source is empty/],
    [{ ...git, source: {} }, /source must have exactly one of git, website/],
    [
      { ...git, source: { git: git.source.git, openapi: { url: 'https://example.com/a' } } },
      /source must have exactly one of/,
    ],
    [{ ...git, source: { git: {} } }, /Field "source.git.url" is required/],
    [{ ...git, colour: 'red' }, /The body has the unknown field "colour"; known are id, title/],
    [
      { ...git, source: { git: { url: 'x', maxPages: 1 } } },
      /Field "source.git" has the unknown field "maxPages"/,
    ],
    [
      { id: '/a/b', source: { website: { url: 'https://example.com', maxPages: 0 } } },
      /Field "source.website.maxPages" must be 1 or more/,
    ],
    [
      { id: '/a/b', source: { website: { url: 'file:///etc/passwd' } } },
      /source.website.url must begin with http/,
    ],
    [
      { id: '/a/b', versions: ['v1'], source: { website: { url: 'https://example.com' } } },
      /versions belong to a git source only/,
    ],
    [{ ...git, suspend: 'no' }, /Field "suspend" must be true or false/],
  ])('%j is a validation_error that names the field', async (body, message) => {
    const { send, registry } = await apiServer();
    const { status, json } = await send('POST', '/api/v1/libraries', body);
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toMatch(message);
    expect(await registry.list()).toEqual([]);
  });

  test.each([
    ['{"id":', /not valid JSON/],
    ['"text"', /not valid JSON/],
    [undefined, /missing. Send a JSON object/],
  ])('the body %j is a validation_error', async (body, message) => {
    const { send } = shared;
    const { status, json } = await send('POST', '/api/v1/libraries', body);
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toMatch(message);
  });

  test.each([
    ['application/json', /not valid UTF-8/],
    ['application/json; charset=iso-8859-1', /unsupported charset: send the body in UTF-8/],
  ])('text in Latin-1 as %s is refused, not stored without its umlauts', async (type, message) => {
    const { url, registry } = await apiServer();

    const response = await fetch(`${url}/api/v1/libraries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': type },
      body: Buffer.from(JSON.stringify({ ...git, title: 'Tee für alle' }), 'latin1'),
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: 'validation_error',
      message: expect.stringMatching(message),
    });
    expect(await registry.list()).toEqual([]);
  });

  test.each([
    ['gzip', Buffer.from('{}')],
    ['deflate', Buffer.from('{}')],
    ['br', Buffer.from('{"id":1}')],
    ['gzip', gzipSync('{"id":1}').subarray(0, 14)],
  ])('a body that is not, or not wholly, in %s names Content-Encoding', async (encoding, body) => {
    const response = await fetch(`${shared.url}/api/v1/libraries`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${operatorToken}`,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
      body,
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: 'validation_error',
      message: expect.stringMatching(
        /^Body does not have the encoding that Content-Encoding names/,
      ),
    });
  });

  test('a body over 100 kB is payload_too_large', async () => {
    const { send } = shared;
    const body = { ...git, description: 'x'.repeat(100_001) };
    const { status, json } = await send('POST', '/api/v1/libraries', body);
    expect([status, json.error]).toEqual([413, 'payload_too_large']);
  });
});

describe('the operator token', () => {
  const changes: [string, string, unknown][] = [
    ['POST', '/api/v1/libraries', git],
    ['DELETE', '/api/v1/library?id=/acme/web', undefined],
    ['POST', '/api/v1/refresh', { libraryName: '/acme/web' }],
  ];

  test.each(changes)(
    '%s %s without it is invalid_api_key and changes nothing',
    async (method, path, body) => {
      const { send, registry } = await apiServer({ libraries: [library()] });
      const before = await registry.list();
      for (const authorization of ['', 'Bearer wrong', 'Basic abc', 'Bearer ', '5'.repeat(64)]) {
        const { status, json, headers } = await send(method, path, body, { authorization });
        expect([status, json.error]).toEqual([401, 'invalid_api_key']);
        expect(json.message).toContain("Keys of this server begin with 'lct_'");
        expect(headers.get('www-authenticate')).toBe('Bearer');
      }
      expect(await registry.list()).toEqual(before);
    },
  );
});

describe('GET /api/v1/libraries and /api/v1/library', () => {
  test('show state, progress, versions and the address of the source', async () => {
    const run = {
      id: 'r1',
      phase: 'indexing' as const,
      startedAt: '2026-01-02T03:04:05.000Z',
      total: 10,
      fetched: 5,
      documents: 4,
      snippets: 9,
      embedded: 3,
      skipped: 0,
    };
    const version = {
      name: '',
      revision: 'abc',
      documents: 1,
      snippets: 2,
      tokens: 30,
      updatedAt: '2026-01-02T03:04:05.000Z',
    };
    const condition = {
      type: 'Ready',
      status: 'True' as const,
      reason: 'Progressing',
      message: 'Indexing',
      lastTransitionTime: '2026-01-02T03:04:05.000Z',
    };
    const status = {
      state: 'processing' as const,
      title: 'Web',
      totalSnippets: 2,
      totalTokens: 30,
      versions: [{ ...version, model: 'openai:models.internal/minilm@384' }],
      conditions: [condition],
      run,
    };
    const { get } = await apiServer({ libraries: [library({ status })] });
    const expected = {
      id: '/acme/web',
      title: 'Web',
      description: '',
      sourceType: 'git',
      source: 'https://example.com/acme/web.git',
      imported: false,
      mayRun: false,
      visibility: 'public',
      state: 'processing',
      message: 'Indexing',
      suspended: false,
      queued: false,
      totalSnippets: 2,
      totalTokens: 30,
      embeddedPercent: 100,
      failures: 0,
      versions: [version],
      run,
    };
    expect((await get('/api/v1/libraries')).json).toEqual({ libraries: [expected], total: 1 });
    const one = await get('/api/v1/library?id=/acme/web');
    expect(one.json).toEqual({ ...expected, runs: [] });
  });

  test('a library without a status yet is initial', async () => {
    const { get } = await apiServer({ libraries: [library({ status: {} })] });
    const { json } = await get('/api/v1/library?id=/acme/web');
    expect(json).toMatchObject({
      state: 'initial',
      queued: true,
      message: 'Waiting for its first run',
      versions: [],
    });
  });

  test('an unknown id is library_not_found, a malformed id is invalid_library_id, a missing one is a validation_error', async () => {
    const { get } = shared;
    expect((await get('/api/v1/library?id=/acme/none')).json.error).toBe('library_not_found');
    expect((await get('/api/v1/library?id=acme')).json.error).toBe('invalid_library_id');
    const versioned = await get('/api/v1/library?id=/acme/web@v1');
    expect([versioned.status, versioned.json.error]).toEqual([400, 'invalid_library_id']);
    expect(versioned.json.message).toContain('without a version');
    expect((await get('/api/v1/library')).json.error).toBe('validation_error');
  });

  test('a registry that fails is internal_error', async () => {
    const locked = async () => Promise.reject(new Error('locked'));
    const methods = { list: locked, create: locked, patch: locked, delete: locked };
    const watch = (): never => {
      throw new Error('locked');
    };
    const registry = { ...methods, get: locked, watch };
    const { get } = await apiServer({ parts: { registry } });
    expect((await get('/api/v1/libraries')).status).toBe(500);
  });
});

describe('DELETE /api/v1/library', () => {
  test('deletes no library whose id has other capitals', async () => {
    const { send, registry } = await apiServer({ libraries: [library()] });

    const { status, json } = await send('DELETE', '/api/v1/library?id=/Acme/Web');

    expect([status, json.error]).toEqual([404, 'library_not_found']);
    expect(json.message).toContain('To delete /acme/web, write its id exactly.');
    expect(await registry.list()).toHaveLength(1);
  });

  test('removes the Library', async () => {
    const { send, registry } = await apiServer({ libraries: [library()] });
    const { status, json } = await send('DELETE', '/api/v1/library?id=/acme/web');
    expect([status, json.libraryName]).toEqual([200, '/acme/web']);
    expect(await registry.list()).toEqual([]);
    expect((await send('DELETE', '/api/v1/library?id=/acme/web')).json.error).toBe(
      'library_not_found',
    );
  });
});

describe('POST /api/v1/refresh', () => {
  const refresh = { libraryName: '/acme/web' };

  test('requests a run once; a second request reports the queued run', async () => {
    const { send, registry } = await apiServer({ libraries: [library()] });
    const first = await send('POST', '/api/v1/refresh', refresh);
    expect([first.status, first.json.message]).toEqual([
      200,
      'Refresh of /acme/web started successfully.',
    ]);
    const requested = (await registry.list())[0]?.metadata.annotations?.[annotations.requestedAt];
    expect(new Date(requested ?? '').toISOString()).toBe(requested);
    const second = await send('POST', '/api/v1/refresh', refresh);
    expect([second.status, second.json.message]).toEqual([
      200,
      'Refresh of /acme/web is already queued.',
    ]);
    expect((await registry.list())[0]?.metadata.annotations?.[annotations.requestedAt]).toBe(
      requested,
    );
  });

  test('during a run requests one more run, so that later commits are read', async () => {
    const { send, registry } = await apiServer({
      libraries: [library({ status: { state: 'processing' } })],
    });
    const requested = async (): Promise<string | undefined> =>
      (await registry.list())[0]?.metadata.annotations?.[annotations.requestedAt];

    const first = await send('POST', '/api/v1/refresh', refresh);

    expect([first.status, first.json.message]).toEqual([
      200,
      'Refresh of /acme/web is already running; another one follows after it.',
    ]);
    const remembered = await requested();
    expect(new Date(remembered ?? '').toISOString()).toBe(remembered);
    const second = await send('POST', '/api/v1/refresh', refresh);
    expect([second.status, second.json.message]).toEqual([first.status, first.json.message]);
    expect(await requested()).toBe(remembered);
  });

  test('a failed run is tried again at once', async () => {
    const { send, registry } = await apiServer({
      libraries: [library({ status: { state: 'error', failures: 3 } })],
    });
    await send('POST', '/api/v1/refresh', refresh);
    expect((await registry.list())[0]?.metadata.annotations).toHaveProperty([
      annotations.requestedAt,
    ]);
  });

  test('the id may have the capitals that the Git host shows', async () => {
    const { send, registry } = await apiServer({ libraries: [library()] });
    const { status } = await send('POST', '/api/v1/refresh', { libraryName: '/Acme/Web' });
    expect(status).toBe(200);
    expect((await registry.list())[0]?.metadata.annotations).toHaveProperty([
      annotations.requestedAt,
    ]);
  });

  test.each(['main', 'v1'])('the branch %s, which is served, is accepted', async (branch) => {
    const { send } = await apiServer({ libraries: [library()] });
    expect((await send('POST', '/api/v1/refresh', { ...refresh, branch })).status).toBe(200);
  });

  test('an unknown branch is branch_not_found, and the message names the known ones', async () => {
    const { send } = await apiServer({ libraries: [library()] });
    const { status, json } = await send('POST', '/api/v1/refresh', { ...refresh, branch: 'dev' });
    expect([status, json.error]).toEqual([404, 'branch_not_found']);
    expect(json.message).toContain('Known: main, v1');
  });

  test('an unknown library, or one being deleted, is library_not_found', async () => {
    const deleted = library();
    deleted.metadata.deletionTimestamp = '2026-01-02T03:04:05.000Z';
    deleted.metadata.finalizers = [finalizer];
    const { send } = await apiServer({ libraries: [deleted] });
    expect((await send('POST', '/api/v1/refresh', refresh)).json.error).toBe('library_not_found');
    const none = await send('POST', '/api/v1/refresh', { libraryName: '/acme/none' });
    expect(none.json.error).toBe('library_not_found');
  });

  test.each([
    [{}, 'validation_error', /Field "libraryName" is required/],
    [{ libraryName: 7 }, 'validation_error', /Field "libraryName" must be text/],
    [{ libraryName: 'acme' }, 'invalid_library_id', /Field "libraryName" must be \/owner\/repo/],
    [{ ...refresh, force: true }, 'validation_error', /unknown field "force"/],
  ])('%j is %s', async (body, code, message) => {
    const { send } = await apiServer({ libraries: [library()] });
    const { status, json } = await send('POST', '/api/v1/refresh', body);
    expect([status, json.error]).toEqual([400, code]);
    expect(json.message).toMatch(message);
  });
});

test('one library is shown with the names that its content claims, and lists are without them', async () => {
  const names = [{ name: '@acme/web', origin: 'publishes' as const }];
  const { get } = await apiServer({
    libraries: [library()],
    records: [record('/acme/web', { names })],
  });
  const one = await get('/api/v1/library?id=/acme/web');
  expect(one.json.names).toEqual(names);
  const { json } = await get('/api/v1/libraries');
  expect(json.libraries[0]).not.toHaveProperty('names');
});
