import { beforeAll, describe, expect, test } from 'vitest';
import type { Reranker } from '../../../src/models/embedder.ts';
import { fakeEmbedder, record, snippet } from '../../support/fake-stores.ts';
import { failedLibrary } from '../../support/library.ts';
import { openStores, storeSnippets } from '../../support/stores.ts';
import { callTool } from '../mcp/rpc.ts';
import { apiServer, queryString, startApi, type ApiServer } from './api-server.ts';

const ask = (libraryId: string, more: Record<string, string | string[]> = {}): string =>
  `/api/v2/context?${queryString({ libraryId, query: 'How do I declare a route?', ...more })}`;

let shared: ApiServer;
beforeAll(async () => {
  shared = await startApi();
  return shared.close;
});

describe('GET /api/v2/context', () => {
  test('responds with text by default, the best block first, of any kind', async () => {
    const { get } = shared;
    const { status, headers, text } = await get(
      ask('/acme/web', { query: 'declare route logging request' }),
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toBe(
      [
        '### Guide > Logging',
        'Source: https://example.com/blob/r1/docs/logging.md',
        'Loggers write one line for every request.',
        '-'.repeat(32),
        '### Declare a route',
        'Source: https://example.com/blob/r1/docs/routing.md#routes',
        'Routes take a path and a handler.',
        "```js\napp.get('/', handler)\n```",
      ].join('\n\n'),
    );
  });

  test('answers as JSON with the fields that clients read', async () => {
    const { get } = shared;
    const { json } = await get(
      ask('/acme/web', { type: 'json', query: 'declare route logging request' }),
    );
    const ranks = [...json.codeSnippets, ...json.infoSnippets].map(({ rank }) => rank);
    expect(new Set(ranks)).toEqual(new Set([1, 2]));
    expect(json).toEqual({
      codeSnippets: [
        {
          codeTitle: 'Declare a route',
          codeDescription: 'Routes take a path and a handler.',
          codeLanguage: 'js',
          codeTokens: 20,
          codeId: 'https://example.com/blob/r1/docs/routing.md#routes',
          pageTitle: 'Page',
          codeList: [{ language: 'js', code: "app.get('/', handler)" }],
          rank: expect.any(Number),
        },
      ],
      infoSnippets: [
        {
          pageId: 'https://example.com/blob/r1/docs/logging.md',
          breadcrumb: 'Guide > Logging',
          content: 'Loggers write one line for every request.',
          contentTokens: 20,
          rank: expect.any(Number),
        },
      ],
    });
  });

  test.each(['/acme/web/v1', '/acme/web@v1'])('%s answers only from the tag', async (libraryId) => {
    const { get } = shared;
    const { text } = await get(ask(libraryId));
    expect(text).toMatch(/^### Declare a route in v1\n/);
    expect(text).not.toContain('routing.md');
  });

  test('a version whose name contains a slash answers behind @, and as the version argument of the tool', async () => {
    const stores = await openStores();
    for (const version of ['release/2.x', '@scope/pkg@1.0.0']) {
      const content = [snippet('release', { title: `Declare a route in ${version}` })];
      const to = { libraryId: '/acme/web', version };
      await storeSnippets({ index: stores.index, embedder: fakeEmbedder() }, to, content);
    }
    const { get, url } = await apiServer({ stores });

    const asked = ['/acme/web@release/2.x', '/acme/web@@scope/pkg@1.0.0'];
    const answers = await Promise.all(asked.map(async (id) => (await get(ask(id))).text));
    expect(answers.map((text) => text.split('\n')[0])).toEqual([
      '### Declare a route in release/2.x',
      '### Declare a route in @scope/pkg@1.0.0',
    ]);
    const question = { libraryId: '/acme/web', version: 'release/2.x', query: 'route' };
    const { text } = await callTool(url, 'query-docs', question);
    expect(text).toContain('Declare a route in release/2.x');
    expect((await get(ask('/old/home@release/2.x'))).json.redirectUrl).toBe(
      '/acme/moved@release/2.x',
    );
  });

  test('an unknown tag is tag_not_found, and the message names the known tags', async () => {
    const { get } = shared;
    const { status, json } = await get(ask('/acme/web/v9'));
    expect([status, json.error]).toEqual([404, 'tag_not_found']);
    expect(json.message).toContain('Available tags: v1');
  });

  test('an unknown library is library_not_found', async () => {
    const { get } = shared;
    const { status, json } = await get(ask('/acme/none'));
    expect([status, json.error]).toEqual([404, 'library_not_found']);
    expect(json.message).toContain('/acme/none');
  });

  test('a library that moved answers 301 with redirectUrl and no Location', async () => {
    const { get } = shared;
    const { status, json, headers } = await get(ask('/old/home'));
    expect([status, json.error, json.redirectUrl]).toEqual([
      301,
      'library_redirected',
      '/acme/moved',
    ]);
    expect(headers.get('location')).toBeNull();
    expect((await get(ask('/old/home@v2'))).json.redirectUrl).toBe('/acme/moved/v2');
  });

  describe('a library whose first run failed', () => {
    const records = [record('/acme/broken', { state: 'error' })];
    const broken = failedLibrary('/acme/broken', 'git.example.org does not answer');

    test('is library_failed with the reason and what to do, in questions, tools and the list of snippets', async () => {
      const { get, url } = await apiServer({ records, libraries: [broken] });
      const { status, json } = await get(ask('/acme/broken'));
      expect([status, json.error]).toEqual([422, 'library_failed']);
      expect(json.message).toBe(
        'Library /acme/broken could not be indexed: git.example.org does not answer. Fix the cause, then refresh the library.',
      );
      const tool = await callTool(url, 'query-docs', { libraryId: '/acme/broken', query: 'route' });
      expect(tool.text).toContain('could not be indexed: git.example.org does not answer');
      const listed = await get('/api/v1/library/snippets?id=/acme/broken');
      expect([listed.status, listed.json.error]).toEqual([422, 'library_failed']);
    });

    test('is not finalized yet while another run is active or queued', async () => {
      const requestedAt = { 'lectern.dev/requestedAt': '2026-02-02T00:00:00Z' };
      const queued = { ...broken, metadata: { ...broken.metadata, annotations: requestedAt } };
      const { get } = await apiServer({ records, libraries: [queued] });
      const { status, json } = await get(ask('/acme/broken'));
      expect([status, json.error]).toEqual([202, 'library_not_finalized']);
    });
  });

  test('a library that was never indexed is library_not_finalized with status 202', async () => {
    const { get } = shared;
    const { status, json } = await get(ask('/acme/queued'));
    expect([status, json.error]).toEqual([202, 'library_not_finalized']);
  });

  test('a library without any snippet for the question is no_snippets_found', async () => {
    const { get } = await apiServer({ snippets: [] });
    const { status, json } = await get(ask('/acme/web'));
    expect([status, json.error]).toEqual([404, 'no_snippets_found']);
  });

  test.each([
    'acme/web',
    '/acme',
    '/acme/',
    '//web',
    '/acme/web/',
    '/a/b/c/d',
    '/acme/web@',
    '/acme/web@a//b',
    'x',
  ])('the id %j is invalid_library_id and the message shows the right form', async (libraryId) => {
    const { get } = shared;
    const { status, json } = await get(ask(libraryId));
    expect([status, json.error]).toEqual([400, 'invalid_library_id']);
    expect(json.message).toContain('/owner/repo');
  });

  test.each([
    ['libraryId', '', /"libraryId" must not be empty/],
    ['libraryId', `/a/${'b'.repeat(498)}`, /"libraryId" must have at most 500 characters, not 501/],
    ['libraryId', '/a/b\u0000', /"libraryId" must not contain control characters/],
    ['libraryId', ['/a/b', '/a/c'], /"libraryId" is given 2 times/],
    ['query', '', /"query" must not be empty/],
    ['query', ' \t\n\u3000', /"query" must not be empty/],
    ['query', 'q'.repeat(501), /"query" must have at most 500 characters, not 501/],
    ['query', 'a\u0007b', /"query" must not contain control characters/],
    ['query', ['a', 'b'], /"query" is given 2 times/],
    ['type', 'xml', /"type" must be one of json, txt, not "xml"/],
    ['type', '', /"type" must be one of json, txt/],
    ['type', 'x'.repeat(501), /"type" must be one of json, txt/],
    ['type', 'txt\u0000', /"type" must be one of json, txt/],
    ['type', ['json', 'txt'], /"type" is given 2 times/],
    ['fast', 'yes', /"fast" must be one of true, false, not "yes"/],
    ['fast', '', /"fast" must be one of true, false/],
    ['fast', 'x'.repeat(501), /"fast" must be one of true, false/],
    ['fast', 'true\u0000', /"fast" must be one of true, false/],
    ['fast', ['true', 'true'], /"fast" is given 2 times/],
    ['tokens', '', /"tokens" must be a whole number/],
    ['tokens', '1'.repeat(501), /"tokens" must be/],
    ['tokens', '500\u0000', /"tokens" must be a whole number/],
    ['tokens', '99', /"tokens" must be 100 or more/],
    ['tokens', '20001', /"tokens" must be 20000 or less/],
    ['tokens', 'many', /"tokens" must be a whole number/],
    ['tokens', ['500', '600'], /"tokens" is given 2 times/],
  ])('%s = %j is a validation_error with the reason', async (name, value, message) => {
    const { get } = shared;
    const { status, json } = await get(ask('/acme/web', { [name]: value }));
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toMatch(message);
  });

  test.each(['libraryId', 'query'])('without %s it is a validation_error', async (name) => {
    const { get } = shared;
    const parameters = { libraryId: '/acme/web', query: 'x', [name]: [] };
    const { status, json } = await get(`/api/v2/context?${queryString(parameters)}`);
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toBe(`Query parameter "${name}" is required.`);
  });

  test('500 characters, tabs, line ends and unknown parameters are accepted', async () => {
    const { get } = shared;
    const query = `route\t\r\n${'é'.repeat(492)}`;
    const { status } = await get(ask('/acme/web', { query, topic: 'x', researchMode: 'true' }));
    expect(status).toBe(200);
  });

  test('the tokens parameter bounds the answer', async () => {
    const many = Array.from({ length: 30 }, (_, n) =>
      snippet(`route${n}`, { title: `Declare a route ${n}`, tokens: 150 }),
    );
    const { get } = await apiServer({ snippets: many });
    const blocks = async (more: Record<string, string>): Promise<number> =>
      (await get(ask('/acme/web', more))).text.split('\n\n--------------------------------\n\n')
        .length;
    expect(await blocks({ tokens: '400' })).toBe(2);
    expect(await blocks({})).toBeGreaterThan(4);
  });

  test('the reranker orders the answer unless fast=true', async () => {
    const reranker: Reranker = {
      rerank: async (_question, texts) => texts.map((_, at) => texts.length - 1 - at),
    };
    const two = [
      snippet('near', { title: 'How do I declare a route' }),
      snippet('far', { title: 'A route elsewhere' }),
    ];
    const { get } = await apiServer({ parts: { reranker }, snippets: two });
    expect((await get(ask('/acme/web'))).text).toMatch(/^### A route elsewhere/);
    expect((await get(ask('/acme/web', { fast: 'true' }))).text).toMatch(/^### How do I declare/);
  });

  test.each([
    ['false', ['embed', 'search', 'rerank', 'select', 'total']],
    ['true', ['embed', 'search', 'select', 'total']],
  ])('with fast=%s headers have the time of each stage and the tokens', async (fast, stages) => {
    const reranker: Reranker = { rerank: async (_, texts) => texts.map((_text, at) => at) };
    const { get } = await apiServer({ parts: { reranker } });
    for (const type of ['json', 'txt']) {
      const { headers } = await get(ask('/acme/web', { fast, type, tokens: '400' }));
      const timings = (headers.get('server-timing') ?? '').split(', ');
      expect(timings.map((one) => one.split(';')[0])).toEqual(stages);
      const tokens = Number(headers.get('x-answer-tokens'));
      expect(tokens).toBeGreaterThan(20);
      expect(tokens).toBeLessThanOrEqual(400);
    }
  });

  test.each([
    ['throws', async () => Promise.reject(new Error('overloaded'))],
    ['answers nonsense', async () => [99, -1, Number.NaN, 0.5]],
  ])('a reranker that %s leaves the fused order', async (_name, rerank) => {
    const { get } = await apiServer({ parts: { reranker: { rerank } } });
    const { status, text } = await get(ask('/acme/web'));
    expect(status).toBe(200);
    expect(text).toMatch(/^### Declare a route\n/);
  });

  test('with a failing embedder, the answer comes from lexical search, and the log has a line', async () => {
    const embedder = {
      ...fakeEmbedder(),
      embed: async () => Promise.reject(new Error('no model')),
    };
    const { get, logged } = await apiServer({ parts: { embedder } });
    expect((await get(ask('/acme/web'))).status).toBe(200);
    expect(logged()).toContainEqual(expect.objectContaining({ reason: 'no model' }));
  });

  test('a failing index is internal_error without the cause, which is in the log', async () => {
    const index = {
      search: async () => Promise.reject(new Error('secret path /x')),
      versions: async () => [],
      page: async () => undefined,
      read: async () => undefined,
    };
    const { get, logged } = await apiServer({ parts: { index } });
    const { status, json, text } = await get(ask('/acme/web'), { 'x-request-id': 'r-1' });
    expect([status, json.error]).toEqual([500, 'internal_error']);
    expect(text).not.toContain('secret');
    const line = logged().find(({ requestId }) => requestId === 'r-1');
    expect(JSON.stringify(line)).toContain('secret path /x');
  });

  test('16 callers at once each get their answer', async () => {
    const { get } = shared;
    const callers = Array.from({ length: 16 }, async (_, caller) => {
      const texts: string[] = [];
      for (let n = 0; n < 10; n += 1) {
        texts.push((await get(ask('/acme/web', { query: `declare route ${caller} ${n}` }))).text);
      }
      return texts;
    });
    const texts = (await Promise.all(callers)).flat();
    expect(texts).toHaveLength(160);
    expect(texts.filter((text) => !text.includes('### Declare a route\n'))).toEqual([]);
  });
});
