import { afterAll, afterEach, expect, test } from 'vitest';
import { SqlCatalog } from '../../src/store/metadata/catalog.ts';
import { SqlUsage } from '../../src/store/metadata/usage.ts';
import type { UsageRow } from '../../src/identity/usage/use.ts';
import { apiServer, operatorToken } from '../integration/api/api-server.ts';
import { createPostgresDatabase } from '../support/postgres-database.ts';

const search = '/api/v2/libs/search?libraryName=web&query=web';
const context = '/api/v2/context?libraryId=/acme/web&query=route';
const asOperator = { authorization: `Bearer ${operatorToken}` };

const database = await createPostgresDatabase();
afterAll(() => database.cleanUp());
afterEach(database.empty);

test('answers and costs of two replicas add up', async () => {
  const replicas = [
    await apiServer({ database: await database.open() }),
    await apiServer({ database: await database.open() }),
  ];
  for (const { get } of replicas) {
    for (const path of [search, context, context]) expect((await get(path)).status).toBe(200);
  }
  // The replica writes its own counts before it answers.
  await replicas[0]!.get('/api/v1/usage', asOperator);
  const { json } = await replicas[1]!.get('/api/v1/usage', asOperator);
  expect(json.total).toMatchObject({ requests: 6, cost: 0.06 });
  expect(json.byKey).toMatchObject([{ keyId: '', requests: 6 }]);
  expect(json.spending).toMatchObject({ limit: null, spent: 0.06 });
});

test('a limit that was set at one replica applies at another after its next read', async () => {
  const [one, other] = [
    await apiServer({ database: await database.open() }),
    await apiServer({ database: await database.open() }),
  ];
  expect((await one.get(search)).status).toBe(200);
  const spending = '/api/v1/teamspaces/default/spending';
  await one.send('PUT', spending, { limit: 0.02 });
  expect((await other.get(search)).status).toBe(200);
  await other.get(spending, asOperator);
  await one.get(spending, asOperator);
  expect([(await one.get(search)).status, (await other.get(search)).status]).toEqual([402, 402]);
});

test('rows that several processes add concurrently are all counted', async () => {
  const stores = [new SqlUsage(await database.open()), new SqlUsage(await database.open())];
  const day = '2026-01-31';
  const rows = Array.from({ length: 200 }, (_, n): UsageRow => ({
    teamspace: 'default',
    day,
    keyId: `key ${String(n).padStart(3, '0')}`,
    libraryId: '/acme/web',
    operation: 'context',
    form: 'txt',
    client: 'mcp',
    requests: 1,
    tokens: 3_000_000_000,
    cost: 10_000,
  }));
  await Promise.all(Array.from({ length: 10 }, (_, n) => stores[n % 2]!.add(rows)));
  const [store] = stores;
  const { byDay, byKey, byClient } = await store!.ofTeamspace('default', day);
  const sum = { requests: 2_000, tokens: 6_000_000_000_000, cost: 20_000_000 };
  expect(byDay).toEqual([{ day, ...sum }]);
  expect(byClient).toEqual([{ client: 'mcp', ...sum }]);
  expect(byKey).toHaveLength(200);
  expect(await store!.ofLibrary('/acme/web', day)).toEqual({
    byDay: [{ day, client: 'mcp', requests: 2_000 }],
    mcpUsers: [{ day, users: 200 }],
  });
  expect(await store!.spent('default', day)).toBe(20_000_000);
  await store!.forget(day);
  expect(await store!.spent('default', day)).toBe(20_000_000);
  await store!.setLimit('default', 5);
  await store!.setLimit('docs', 7);
  expect(await store!.caps(day)).toEqual(
    new Map([
      ['default', { limit: 5, spent: 20_000_000 }],
      ['docs', { limit: 7, spent: 0 }],
    ]),
  );
  await store!.forget('2026-02-01');
  expect(await store!.spent('default', day)).toBe(0);
});

test('a removed library leaves its counts to the totals of its teamspace', async () => {
  const metadata = await database.open();
  const store = new SqlUsage(metadata);
  const day = '2026-01-31';
  const rows = Array.from({ length: 500 }, (_, n): UsageRow => ({
    teamspace: 'default',
    day,
    keyId: `key ${n}`,
    libraryId: n % 2 === 0 ? '/acme/web' : '/acme/docs',
    operation: 'context',
    form: 'txt',
    client: 'mcp',
    requests: 1,
    tokens: 3_000_000_000,
    cost: 10_000,
  }));
  for (const removals of [1, 2]) {
    await store.add(rows);

    await new SqlCatalog(metadata).remove('/acme/web');

    expect(await store.ofLibrary('/acme/web', day)).toEqual({ byDay: [], mcpUsers: [] });
    const { byDay } = await store.ofTeamspace('default', day);
    expect(byDay).toMatchObject([{ requests: 500 * removals, cost: 5_000_000 * removals }]);
  }
});
