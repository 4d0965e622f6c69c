import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SqlCatalog } from '../../../src/store/metadata/catalog.ts';
import { openSqliteDatabase } from '../../../src/store/metadata/database.ts';
import { apiServer, operatorToken, startApi, type ApiServer } from '../api/api-server.ts';
import { callTool } from '../mcp/rpc.ts';
import type { LibrarySpec } from '../../../src/resources/library.ts';
import { makeLibrary } from '../../support/library.ts';

const search = '/api/v2/libs/search?libraryName=web&query=web';
const context = '/api/v2/context?libraryId=/acme/web&query=route';
const metrics = '/api/v2/libs/metrics?libraryId=/acme/web';
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const asOperator = bearer(operatorToken);
const library = (id: string, spec: Partial<LibrarySpec> = {}) =>
  makeLibrary({ spec: { id, ...spec } });

afterEach(() => void vi.useRealTimers());

/** Advances the clock. Sockets need the real clock. */
function at(time: string): void {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(time);
}

async function keyOf(server: ApiServer, facts: object = {}): Promise<Record<string, string>> {
  const { status, json } = await server.send('POST', '/api/v1/keys', { name: 'laptop', ...facts });
  expect(status).toBe(201);
  return bearer(json.key);
}

const spendingOf = (teamspace: string) => `/api/v1/teamspaces/${teamspace}/spending`;

describe('usage', () => {
  test('answers are counted by day, key and client, with their tokens and cost', async () => {
    at('2030-01-31T23:59:00Z');
    const server = await apiServer();
    const key = await keyOf(server);
    await server.get(search, { ...key, 'x-context7-source': 'cli' });
    at('2030-02-01T00:01:00Z');
    await server.get(context, { 'x-context7-source': 'mcp-server' });
    await server.get(`${context}&type=json`, key);
    await callTool(server.url, 'query-docs', { libraryId: '/acme/web', query: 'route' }, key);

    const { status, json } = await server.get('/api/v1/usage?days=2', key);
    expect(status).toBe(200);
    const { tokens } = json.total;
    expect(tokens).toBeGreaterThan(0);
    expect(json).toEqual({
      teamspace: 'default',
      from: '2030-01-31',
      to: '2030-02-01',
      total: { requests: 4, tokens, cost: 0.04 },
      daily: [
        { date: '2030-01-31', requests: 1, tokens: 0, cost: 0.01 },
        { date: '2030-02-01', requests: 3, tokens, cost: 0.03 },
      ],
      byKey: [
        expect.objectContaining({ name: 'laptop', requests: 3, cost: 0.03 }),
        expect.objectContaining({ keyId: '', requests: 1, cost: 0.01 }),
      ],
      byClient: [
        { client: 'cli', requests: 1, tokens: 0, cost: 0.01 },
        expect.objectContaining({ client: 'mcp', requests: 2 }),
        expect.objectContaining({ client: 'txt', requests: 1 }),
      ],
      spending: { limit: null, spent: 0.03, resetsAt: '2030-03-01T00:00:00.000Z' },
    });
  });

  test('refused requests and unknown libraries are not counted, and the operator costs nothing', async () => {
    const server = await apiServer();
    await server.get('/api/v2/context?libraryId=/no/body&query=route');
    await server.get('/api/v2/libs/search?libraryName=zzzzzz&query=zzzzzz');
    await server.get(search, bearer('lct_bad'));
    await server.get(search, asOperator);
    const { json } = await server.get('/api/v1/usage', asOperator);
    expect(json.total).toEqual({ requests: 1, tokens: 0, cost: 0 });
  });

  test('a teamspace sees only its own usage, admins that of any', async () => {
    const server = await apiServer();
    const docs = await keyOf(server, { teamspace: 'docs' });
    await server.get(search, docs);
    const own = await server.get('/api/v1/usage', docs);
    expect(own.json).toMatchObject({ teamspace: 'docs', total: { requests: 1 } });
    for (const other of ['default', 'nowhere']) {
      const { status, json } = await server.get(`/api/v1/usage?teamspace=${other}`, docs);
      expect([status, json.error]).toEqual([404, 'team_not_found']);
    }
    const seen = await server.get('/api/v1/usage?teamspace=docs', asOperator);
    expect(seen.json.total.requests).toBe(1);
    expect((await server.get('/api/v1/usage')).status).toBe(401);
  });

  test('counts continue after a restart', async () => {
    at('2030-01-31T12:00:00Z');
    const folder = await mkdtemp(join(tmpdir(), 'lectern-usage-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const totals = [];
    for (const asked of [2, 3]) {
      const database = await openSqliteDatabase(join(folder, 'lectern.db'));
      const server = await startApi({ database });
      for (let n = 0; n < asked; n++) await server.get(search);
      await server.close();
      const rows = await database.selectFrom('usage').select('requests').execute();
      totals.push(rows.map(({ requests }) => requests));
      await database.destroy();
    }
    expect(totals).toEqual([[2], [5]]);
  });
});

describe('metrics of a library', () => {
  test('contain every day, by client, in the shape of the contract', async () => {
    at('2030-01-31T12:00:00Z');
    const server = await apiServer({ libraries: [library('/acme/web')] });
    const [one, other] = [await keyOf(server), await keyOf(server)];
    for (const key of [one, one, other]) {
      await callTool(server.url, 'query-docs', { libraryId: '/acme/web', query: 'route' }, key);
    }
    await server.get(context);
    await server.get(search);
    const { status, json } = await server.get(`${metrics}&days=2`, asOperator);
    expect(status).toBe(200);
    const none = { page: 0, txt: 0, mcp: 0, cli: 0 };
    expect(json).toEqual({
      total: { ...none, txt: 1, mcp: 3 },
      daily: [
        { date: '2030-01-30', ...none, total: 0 },
        { date: '2030-01-31', ...none, txt: 1, mcp: 3, total: 4 },
      ],
      mcpClients: {
        dailyData: [
          { date: '2030-01-30', uniqueUsersByClient: {}, totalUniqueUsers: 0 },
          { date: '2030-01-31', uniqueUsersByClient: { mcp: 2 }, totalUniqueUsers: 2 },
        ],
      },
      topics: [],
      countries: [],
    });
    expect((await server.get(metrics, asOperator)).json.daily).toHaveLength(30);
  });

  test('end with the library, so that the next library of that id begins without them', async () => {
    at('2030-01-31T12:00:00Z');
    const folder = await mkdtemp(join(tmpdir(), 'lectern-usage-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const database = await openSqliteDatabase(join(folder, 'lectern.db'));
    onTestFinished(() => database.destroy());
    const server = await apiServer({ database, libraries: [library('/acme/web')] });
    const catalog = new SqlCatalog(database);
    const counted = async () => (await server.get(metrics, asOperator)).json.total.txt;
    for (const uses of [1, 2]) {
      await server.get(context);
      expect(await counted()).toBe(1);

      await catalog.remove('/acme/web');

      expect(await counted()).toBe(0);
      const { json } = await server.get('/api/v1/usage', asOperator);
      expect(json.total).toMatchObject({ requests: uses, cost: uses / 100 });
      expect(json.daily).toHaveLength(1);
    }
  });

  test('of a private library are for its teamspace, of others for admins; for other callers they do not exist', async () => {
    const secret = library('/docs/secret', { visibility: 'private', teamspace: 'docs' });
    const heldBack = makeLibrary({
      spec: { id: '/docs/guide', teamspace: 'docs' },
      status: { credential: 'integration' },
    });
    const server = await apiServer({ libraries: [library('/acme/web'), secret, heldBack] });
    const docs = await keyOf(server, { teamspace: 'docs' });
    const member = await keyOf(server);
    const admin = await keyOf(server, { role: 'admin' });
    const ask = async (id: string, headers: Record<string, string>) => {
      const { status, json } = await server.get(`/api/v2/libs/metrics?libraryId=${id}`, headers);
      return [status, json.message?.replace(id, '?')];
    };
    const unknown = await ask('/no/body', member);
    expect(unknown[0]).toBe(404);
    for (const id of ['/docs/secret', '/docs/guide']) {
      expect(await ask(id, docs)).toEqual([200, undefined]);
      expect(await ask(id, admin)).toEqual([200, undefined]);
      expect(await ask(id, member)).toEqual(unknown);
    }
    expect(await ask('/acme/web', docs)).toEqual(unknown);
    expect(await ask('/acme/web', admin)).toEqual([200, undefined]);
    expect((await ask('/acme/web', {}))[0]).toBe(401);
  });

  test.each(['days=0', 'days=366', 'days=a', 'libraryId=x'])('%s is refused', async (query) => {
    const server = await apiServer();
    const id = query.startsWith('days') ? '&libraryId=/acme/web' : '';
    const { status, json } = await server.get(`/api/v2/libs/metrics?${query}${id}`, asOperator);
    expect([status, json.message]).toEqual([
      400,
      expect.stringContaining(`"${query.split('=')[0]}"`),
    ]);
  });
});

describe('a spending limit', () => {
  let shared: ApiServer;
  beforeAll(async () => {
    shared = await startApi();
    return shared.close;
  });

  test('stops search, context and tools at the limit, until it is raised', async () => {
    at('2030-01-31T12:00:00Z');
    const server = await apiServer();
    const key = await keyOf(server);
    const set = await server.send('PUT', spendingOf('default'), { limit: 0.02 });
    expect([set.status, set.json]).toEqual([
      200,
      { limit: 0.02, spent: 0, resetsAt: '2030-02-01T00:00:00.000Z' },
    ]);
    expect((await server.get(search, key)).status).toBe(200);
    expect((await server.get(context)).status).toBe(200);
    for (const path of [search, context]) {
      const { status, json } = await server.get(path, key);
      expect([status, json.error]).toEqual([402, 'spending_limit_exceeded']);
      expect(json.message).toMatch(/spending limit of \$0\.02 reached .* 2030-02-01/);
    }
    const given = { libraryId: '/acme/web', query: 'route' };
    const { text, isError } = await callTool(server.url, 'query-docs', given, key);
    expect([text, isError]).toEqual([expect.stringContaining('spending limit of $0.02'), false]);
    expect((await server.get(search, asOperator)).status).toBe(200);
    expect((await server.get('/api/v1/libraries', key)).status).toBe(200);

    await server.send('PUT', spendingOf('default'), { limit: 0.03 });
    expect((await server.get(search, key)).status).toBe(200);
    expect((await server.get(search, key)).status).toBe(402);
    at('2030-02-01T00:00:00Z');
    expect((await server.get(search, key)).status).toBe(200);
    const { json } = await server.get(spendingOf('default'), key);
    expect(json).toEqual({ limit: 0.03, spent: 0.01, resetsAt: '2030-03-01T00:00:00.000Z' });
  });

  test('of one teamspace does not affect another', async () => {
    await shared.send('PUT', spendingOf('docs'), { limit: 0 });
    const docs = await keyOf(shared, { teamspace: 'docs' });
    expect((await shared.get(search, docs)).status).toBe(402);
    expect((await shared.get(search)).status).toBe(200);
    const freed = await shared.send('PUT', spendingOf('docs'), { limit: null });
    expect(freed.json.limit).toBeNull();
    expect((await shared.get(search, docs)).status).toBe(200);
  });

  test('is visible to the teamspace, and can be changed by its owners and admins', async () => {
    const docs = await keyOf(shared, { teamspace: 'docs' });
    expect((await shared.get(spendingOf('docs'), docs)).status).toBe(200);
    const refused = await shared.send('PUT', spendingOf('docs'), { limit: 1 }, docs);
    expect([refused.status, refused.json.error]).toEqual([403, 'forbidden']);
    for (const path of [spendingOf('default'), spendingOf('nowhere')]) {
      expect((await shared.get(path, docs)).json.error).toBe('team_not_found');
    }
    const admin = await keyOf(shared, { role: 'admin' });
    expect((await shared.send('PUT', spendingOf('docs'), { limit: 5 }, admin)).status).toBe(200);
  });

  test.each([{}, { limit: -1 }, { limit: '5' }, { limit: 2e9 }, { limit: 1, currency: 'EUR' }])(
    'of %j is refused',
    async (body) => {
      const { status, json } = await shared.send('PUT', spendingOf('docs'), body);
      expect([status, json.error]).toEqual([400, 'validation_error']);
    },
  );
});
