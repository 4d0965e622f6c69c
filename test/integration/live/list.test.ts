import { beforeAll, describe, expect, test } from 'vitest';
import { annotations, type Library } from '../../../src/resources/library.ts';
import { CountingRegistry } from '../../support/counting-registry.ts';
import { makeLibrary } from '../../support/library.ts';
import { openStores } from '../../support/stores.ts';
import { apiServer, operatorToken, startApi, type ApiServer } from '../api/api-server.ts';

const updated = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
const site = { website: { url: 'https://me:pa55word@docs.example/start?key=pa55word' } };
const libraries: Library[] = [
  makeLibrary({
    spec: { id: '/vercel/next.js', title: 'Next.js', description: 'The React framework' },
    status: { stars: 120, trustScore: 9, totalSnippets: 30, lastUpdateDate: updated(3) },
  }),
  makeLibrary({
    spec: { id: '/facebook/react', title: 'React' },
    status: { stars: 200, trustScore: 10, totalSnippets: 20, lastUpdateDate: updated(1) },
  }),
  makeLibrary({
    spec: { id: '/websites/docs_example', title: 'Manual', source: site },
    status: { trustScore: 5, totalSnippets: 10, lastUpdateDate: updated(2) },
  }),
  makeLibrary({
    spec: { id: '/acme/plans', title: 'Plans', visibility: 'private', teamspace: 'docs' },
    status: { state: 'error', totalSnippets: 5 },
  }),
  makeLibrary({
    spec: { id: '/local/notes', title: 'Notes', source: { git: { url: '/srv/quarry/notes' } } },
    status: { state: 'processing', totalSnippets: 1 },
  }),
  makeLibrary({
    spec: { id: '/acme/asked', title: 'Asked' },
    metadata: { annotations: { [annotations.requestedAt]: updated(4) } },
    status: { totalSnippets: 2 },
  }),
  makeLibrary({
    spec: { id: '/acme/brought', title: 'Brought', source: { import: { upload: 'x' } } },
    status: { totalSnippets: 3 },
  }),
];

let server: ApiServer;
let member: string;
beforeAll(async () => {
  server = await startApi({ libraries });
  member = (await server.keys.create({ name: 'x', role: 'member', teamspace: 'other' })).key;
  return server.close;
});

const operator = { authorization: `Bearer ${operatorToken}` };

async function list(query: string, headers: Record<string, string> = operator) {
  const { status, json } = await server.get(`/api/v1/libraries?${query}`, headers);
  expect(status).toBe(200);
  return json as { total: number; libraries: Record<string, unknown>[] };
}

async function ids(query: string, headers?: Record<string, string>): Promise<unknown[]> {
  return (await list(query, headers)).libraries.map(({ id }) => id);
}

describe('GET /api/v1/libraries', () => {
  test('lists all libraries by id without parameters', async () => {
    const { total, libraries: listed } = await list('');
    expect(total).toBe(7);
    const all = listed.map(({ id }) => id);
    expect(all).toEqual(libraries.map(({ spec }) => spec.id).toSorted());
  });

  test('lists one page, with the total number', async () => {
    const { total, libraries: listed } = await list('limit=2&offset=1');
    expect(total).toBe(7);
    expect(listed.map(({ id }) => id)).toEqual(['/acme/brought', '/acme/plans']);
    expect(await ids('limit=2&offset=100')).toEqual([]);
  });

  test.each([
    ['react', ['/facebook/react', '/vercel/next.js']],
    ['nextjs', ['/vercel/next.js']],
    ['example MANUAL', ['/websites/docs_example']],
    ['docs.example/start', ['/websites/docs_example']],
    ['nothing of the kind', []],
  ])('finds %j during typing, the best match first', async (search, found) => {
    expect(await ids(`search=${encodeURIComponent(search)}`)).toEqual(found);
  });

  test.each([
    ['sort=stars&order=desc&limit=2', ['/facebook/react', '/vercel/next.js']],
    ['sort=updated&limit=3', ['/facebook/react', '/websites/docs_example', '/vercel/next.js']],
    ['sort=trust&order=asc&limit=1', ['/websites/docs_example']],
    ['sort=title&limit=2', ['/acme/asked', '/acme/brought']],
    ['sort=snippets&order=desc&limit=1', ['/vercel/next.js']],
    ['sort=id&search=react&order=desc', ['/vercel/next.js', '/facebook/react']],
    ['state=error', ['/acme/plans']],
    ['state=error,processing', ['/acme/plans', '/local/notes']],
    ['source=website', ['/websites/docs_example']],
    ['active=true', ['/acme/asked', '/local/notes']],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  test('sorts libraries without the value last, either way', async () => {
    for (const order of ['asc', 'desc']) {
      const [first] = (await ids(`sort=stars&order=${order}`)).slice(2);
      expect(['/vercel/next.js', '/facebook/react']).not.toContain(first);
    }
  });

  test.each([
    ['limit=0', /limit/],
    ['limit=501', /limit/],
    ['limit=10000000000', /"limit" must be 500 or less, not 10000000000/],
    ['offset=-1', /"offset" must be 0 or more, not -1/],
    ['state=done', /"state" must be one or more of initial, processing/],
    ['sort=age', /sort/],
    ['source=ftp', /source/],
  ])('%s is a validation_error', async (query, message) => {
    const { status, json } = await server.get(`/api/v1/libraries?${query}`);
    expect([status, json.error]).toEqual([400, 'validation_error']);
    expect(json.message).toMatch(message);
  });

  test('lists the summary of a library', async () => {
    const [asked] = (await list('search=/acme/asked')).libraries;
    expect(asked).toMatchObject({ queued: true, queuedAt: updated(4), imported: false });
    const [brought] = (await list('search=/acme/brought')).libraries;
    expect(brought).toMatchObject({ imported: true, sourceType: 'import', visibility: 'public' });
    const [next] = (await list('search=next.js')).libraries;
    expect(next).toMatchObject({ stars: 120, source: 'https://example.org/vercel/next.js.git' });
    const [site] = (await list('search=manual')).libraries;
    expect(site).toMatchObject({ source: 'https://docs.example/start' });
  });

  test('counts, lists and finds only libraries that the caller may see', async () => {
    const stranger = { authorization: `Bearer ${member}` };
    for (const caller of [stranger, {}]) {
      expect((await list('', caller)).total).toBe(6);
      expect(await ids('search=plans', caller)).toEqual([]);
      expect(await ids('state=error', caller)).toEqual([]);
    }
  });

  test('shows local paths only to the operator, and finds none for others', async () => {
    expect((await list('search=notes')).libraries[0]).toMatchObject({
      source: '/srv/quarry/notes',
    });
    expect(await ids('search=quarry')).toEqual(['/local/notes']);
    const stranger = { authorization: `Bearer ${member}` };
    expect((await list('search=notes', stranger)).libraries[0]).not.toHaveProperty('source');
    expect(await ids('search=quarry', stranger)).toEqual([]);
  });
});

describe('a list after a write', () => {
  test('includes all earlier additions, changes and deletions', async () => {
    const { get, send, registry } = await apiServer();
    const stateOf = async (id: string): Promise<unknown> => {
      const { json } = await get(`/api/v1/libraries?search=${id}`, operator);
      return json.libraries[0]?.queued;
    };
    await get('/api/v1/libraries?limit=1');
    for (let n = 0; n < 5; n += 1) {
      const id = `/acme/lib-${n}`;
      await send('POST', '/api/v1/libraries', { id, source: site });
      expect(await stateOf(id)).toBe(true);
      const name = (await registry.list())[0]!.metadata.name;
      await registry.patch(name, { status: { state: 'finalized' } });
      await send('POST', '/api/v1/refresh', { libraryName: id });
      expect(await stateOf(id)).toBe(true);
      await send('DELETE', `/api/v1/library?id=${id}`);
      expect(await stateOf(id)).toBeUndefined();
    }
  });
});

describe('the view of the registry', () => {
  test('needs no reads of the registry when it is complete', async () => {
    const stores = await openStores();
    const registry = new CountingRegistry(stores.registry);
    const { get } = await apiServer({ stores, libraries, parts: { registry } });
    await expect
      .poll(async () => {
        const before = registry.lists;
        expect((await get('/api/v1/libraries')).json.total).toBe(6);
        return registry.lists - before;
      })
      .toBe(0);
  });

  test.each([
    ['an id that only its Library has', 'GET', '/api/v1/library?id=/acme/renamed', 200],
    ['an unknown id', 'GET', '/api/v1/library?id=/acme/unknown', 404],
    ['the active runs', 'GET', '/api/parse-status', 200],
    ['a test of an integration', 'POST', '/api/v1/integrations/git%2Fgit.example/test', 200],
    ['a change of an integration', 'PUT', '/api/v1/integrations/git%2Fgit.example', 200],
    ['a change of a teamspace', 'PATCH', '/api/v1/teamspaces/docs', 200],
    ['the end of a teamspace', 'DELETE', '/api/v1/teamspaces/other', 200],
  ])('handles %s without a read of the whole registry', async (_what, method, path, expected) => {
    const stores = await openStores();
    const registry = new CountingRegistry(stores.registry);
    const renamed = makeLibrary({
      spec: { id: '/acme/renamed' },
      metadata: { name: 'a-name-of-its-own' },
    });
    const { get, send } = await apiServer({
      stores,
      libraries: [...libraries, renamed],
      parts: { registry },
    });
    const token = { token: 'planted-token-0123456789' };
    await send('PUT', '/api/v1/integrations/git%2Fgit.example', token);
    await expect
      .poll(async () => {
        const before = registry.lists;
        await get('/api/v1/libraries');
        return registry.lists - before;
      })
      .toBe(0);

    const before = registry.lists;
    const bodies: Record<string, object> = { PUT: token, PATCH: { plan: 'pro' } };
    const { status, json } = await send(method, path, bodies[method]);

    expect([status, json]).toEqual([expected, expect.anything()]);
    expect(registry.lists - before).toBe(0);
  });

  test('reads the registry while the watch fails, and watches it again', async () => {
    const stores = await openStores();
    const watching = { fails: true, tries: 0 };
    const registry = new CountingRegistry(stores.registry);
    const follow = registry.watch.bind(registry);
    registry.watch = (signal, onSynced) => {
      watching.tries += 1;
      if (watching.fails) throw new Error('the watch broke');
      return follow(signal, onSynced);
    };
    const { get, logged } = await apiServer({ stores, libraries, parts: { registry } });
    expect((await get('/api/v1/libraries')).json.total).toBe(6);
    expect(registry.lists).toBe(1);
    expect(logged()).toContainEqual(expect.objectContaining({ message: 'the watch broke' }));
    watching.fails = false;
    await expect
      .poll(
        async () => {
          const before = registry.lists;
          await get('/api/v1/libraries');
          return registry.lists - before;
        },
        { timeout: 20_000 },
      )
      .toBe(0);
    expect(watching.tries).toBeGreaterThan(1);
  });
});
