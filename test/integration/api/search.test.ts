import { beforeAll, describe, expect, test } from 'vitest';
import type { Reranker } from '../../../src/models/embedder.ts';
import { record } from '../../support/fake-stores.ts';
import { callTool } from '../mcp/rpc.ts';
import { apiServer, queryString, startApi, type ApiServer } from './api-server.ts';

const search = (parameters: Record<string, string | string[]>): string =>
  `/api/v2/libs/search?${queryString({ libraryName: 'web', query: 'How do I declare a route?', ...parameters })}`;

let shared: ApiServer;
beforeAll(async () => {
  shared = await startApi();
  return shared.close;
});

describe('GET /api/v2/libs/search', () => {
  test('responds with the library in the shape of the contract', async () => {
    const { get } = shared;
    const { status, json } = await get(search({ libraryName: 'Web' }));
    expect(status).toBe(200);
    expect(json).toEqual({
      results: [
        {
          id: '/acme/web',
          title: 'Web',
          description: '',
          branch: 'main',
          lastUpdateDate: '2026-01-02T03:04:05.000Z',
          state: 'finalized',
          totalTokens: 10,
          totalSnippets: 1,
          stars: 0,
          trustScore: 5,
          benchmarkScore: 0,
          versions: ['v1'],
        },
      ],
      searchFilterApplied: false,
    });
  });

  test('a library without a run is found, without a date', async () => {
    const { get } = shared;
    const { json } = await get(search({ libraryName: 'queued' }));
    expect(json.results[0].state).toBe('initial');
    expect(json.results[0]).not.toHaveProperty('lastUpdateDate');
  });

  test('a version in the name is split off and reported', async () => {
    const { get } = shared;
    const { json } = await get(search({ libraryName: 'web v15.1' }));
    expect(json.results[0].id).toBe('/acme/web');
    expect(json.requestedVersion).toBe('v15.1');
  });

  test('a version at the end of the name of the library is reported, and no other number', async () => {
    const { get } = shared;
    const web = await get(search({ libraryName: 'web15' }));
    expect(web.json).toMatchObject({ results: [{ id: '/acme/web' }], requestedVersion: '15' });
    const queued = await get(search({ libraryName: 'acme15 queued' }));
    expect(queued.json.results[0].id).toContain('queued');
    expect(queued.json).not.toHaveProperty('requestedVersion');
  });

  test('an unknown name is no_libraries_found, and the message repeats the name', async () => {
    const { get } = shared;
    const { status, json } = await get(search({ libraryName: 'nonexistent' }));
    expect([status, json.error]).toEqual([404, 'no_libraries_found']);
    expect(json.message).toContain('"nonexistent"');
  });

  test.each([
    ['libraryName', '', /"libraryName" must not be empty/],
    ['libraryName', ' ', /"libraryName" must not be empty/],
    ['libraryName', 'n'.repeat(501), /"libraryName" must have at most 500 characters/],
    ['libraryName', 'a\u0000', /"libraryName" must not contain control characters/],
    ['libraryName', ['a', 'b'], /"libraryName" is given 2 times/],
    ['libraryName', [], /"libraryName" is required/],
    ['query', '', /"query" must not be empty/],
    ['query', 'q'.repeat(501), /"query" must have at most 500 characters/],
    ['query', 'a\u001b[2J', /"query" must not contain control characters/],
    ['query', ['a', 'b', 'c'], /"query" is given 3 times/],
    ['query', [], /"query" is required/],
    ['fast', 'TRUE', /"fast" must be one of true, false/],
    ['fast', '', /"fast" must be one of true, false/],
    ['fast', 'x'.repeat(501), /"fast" must be one of true, false/],
    ['fast', 'true\u0000', /"fast" must be one of true, false/],
    ['fast', ['true', 'false'], /"fast" is given 2 times/],
  ])('%s = %j is a validation_error with the reason', async (name, value, message) => {
    const { get } = shared;
    const { status, json } = await get(search({ [name]: value }));
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toMatch(message);
  });

  test('only the ctx7 command line may omit the query', async () => {
    const { get } = shared;
    const path = search({ query: [] });
    expect((await get(path, { 'X-Context7-Source': 'cli' })).status).toBe(200);
    expect((await get(path, { 'X-Context7-Source': 'mcp-server' })).status).toBe(400);
    expect((await get(search({ query: '' }), { 'X-Context7-Source': 'cli' })).status).toBe(400);
  });

  test('among libraries of one name, the first is the one whose content answers, unless fast=true', async () => {
    const { get } = await apiServer({
      records: [record('/zeta/web', { title: 'Web', stars: 900 })],
    });
    const ids = async (fast: string): Promise<string[]> =>
      (await get(search({ fast }))).json.results.map(({ id }: { id: string }) => id);
    expect(await ids('true')).toEqual(['/zeta/web', '/acme/web']);
    expect(await ids('false')).toEqual(['/acme/web', '/zeta/web']);
  });

  describe('with a reranker', () => {
    const records = [
      record('/anvil/forge', { title: 'Anvil', description: 'Shapes iron' }),
      record('/anvil/press', { title: 'Anvil', description: 'Prints books' }),
    ];
    const path = (fast: string): string => search({ libraryName: 'anvil', query: 'novels', fast });
    const ids = (json: { results: { id: string }[] }): string[] => json.results.map(({ id }) => id);

    test('it orders the libraries by the question, unless fast=true', async () => {
      const seen: [question: string, texts: string[]][] = [];
      const reranker: Reranker = {
        async rerank(question, texts) {
          seen.push([question, texts]);
          return [texts.findIndex((text) => text.includes('Prints books'))];
        },
      };
      const { get } = await apiServer({ parts: { reranker }, records });
      expect(ids((await get(path('true'))).json)).toEqual(['/anvil/forge', '/anvil/press']);
      expect(seen).toEqual([]);
      expect(ids((await get(path('false'))).json)).toEqual(['/anvil/press', '/anvil/forge']);
      expect(seen).toEqual([
        [
          'anvil: novels',
          ['Anvil (/anvil/forge)\nShapes iron', 'Anvil (/anvil/press)\nPrints books'],
        ],
      ]);
    });

    test('the tool resolve-library-id gives the reranked order', async () => {
      const reranker: Reranker = { rerank: async () => [1, 0] };
      const { url } = await apiServer({ parts: { reranker }, records });
      const { text } = await callTool(url, 'resolve-library-id', {
        libraryName: 'anvil',
        query: 'novels',
      });
      expect(text.indexOf('/anvil/press')).toBeLessThan(text.indexOf('/anvil/forge'));
    });

    test.each<[string, Reranker['rerank']]>([
      ['fails', async () => Promise.reject(new Error('no model'))],
      ['answers nonsense', async () => [7, -1, 0.5]],
    ])('a reranker that %s leaves the order by name', async (_case, rerank) => {
      const { get } = await apiServer({ parts: { reranker: { rerank } }, records });
      expect(ids((await get(path('false'))).json)).toEqual(['/anvil/forge', '/anvil/press']);
    });
  });

  test('a failing catalog is search_failed, and the log has the cause', async () => {
    const catalog = {
      get: async () => undefined,
      search: async () => Promise.reject(new Error('disk gone')),
      load: async () => undefined,
      count: async () => 0,
      each: async () => undefined,
    };
    const { get, logged } = await apiServer({ parts: { catalog } });
    const { status, json, text } = await get(search({}));
    expect([status, json.error]).toEqual([503, 'search_failed']);
    expect(text).not.toContain('disk gone');
    expect(JSON.stringify(logged())).toContain('disk gone');
  });
});
