import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPostgresDatabase } from '../support/postgres-database.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { apiServer, startApi, type ApiServer } from '../integration/api/api-server.ts';

const search = '/api/v2/libs/search?libraryName=web&query=web';

const mcpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

/** On a busy machine, a healthy database may need longer than usual. Then a replica would count alone. */
const countMs = 30_000;

const database = await createPostgresDatabase();
afterAll(() => database.cleanUp());
// Sockets need real timers.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(async () => {
  vi.useRealTimers();
  await database.empty();
});

async function statuses(servers: ApiServer[], headers = {}): Promise<number[]> {
  const answers = [];
  for (const server of servers) answers.push((await server.get(search, headers)).status);
  return answers;
}

test('replicas share the counts of a key and of an address, and reset them together', async () => {
  const settings = { requestsPerMinutePerKey: 3, requestsPerMinutePerAddress: 2, countMs };
  const one = await apiServer({ settings, database: await database.open() });
  const other = await apiServer({ settings, database: await database.open() });
  expect(await statuses([one, other, one, other])).toEqual([200, 200, 429, 429]);
  const { json } = await one.send('POST', '/api/v1/keys', { name: 'a key' });
  const key = { authorization: `Bearer ${json.key}` };
  expect(await statuses([one, other, one, other, one], key)).toEqual([200, 200, 200, 429, 429]);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await statuses([other, one, other])).toEqual([200, 200, 429]);
});

test('a replica whose clock is hours ahead blocks callers of the others for no more than a minute', async () => {
  const settings = { requestsPerMinutePerAddress: 2, countMs };
  const ahead = await apiServer({ settings, database: await database.open() });
  const other = await apiServer({ settings, database: await database.open() });
  const now = Date.now();
  vi.setSystemTime(now + 8 * 3_600_000);
  expect(await statuses([ahead, ahead, ahead])).toEqual([200, 200, 429]);
  vi.setSystemTime(now);
  expect(await statuses([other, other, other])).toEqual([200, 200, 429]);
  expect(await statuses([ahead])).toEqual([429]);
  vi.setSystemTime(now + 60_000);
  expect(await statuses([ahead, other, ahead])).toEqual([200, 200, 429]);
});

test('thirty concurrent requests to two replicas pass only up to the limit', async () => {
  const settings = { requestsPerMinutePerAddress: 10, countMs };
  const replicas = [
    await apiServer({ settings, database: await database.open() }),
    await apiServer({ settings, database: await database.open() }),
  ];
  const asking = Array.from({ length: 30 }, (_, n) => statuses([replicas[n % 2]!]));
  const answers = (await Promise.all(asking)).flat();
  expect(answers.filter((status) => status === 200)).toHaveLength(10);
  expect(answers.filter((status) => status === 429)).toHaveLength(20);
});

test('a caller over the limit causes no more statements', async () => {
  const settings = { requestsPerMinutePerAddress: 1, countMs };
  const server = await apiServer({ settings, database: await database.open() });
  await statuses([server, server, server, server]);
  const rows = await database.query<{ key: string; points: string }>('select * from rate_limits');
  expect(rows).toMatchObject([{ key: 'address:127.0.0.1', points: '1' }]);
});

test.each(['stop', 'silence'] as const)(
  'if Postgres is unavailable (%s), each replica counts alone and keeps answering',
  async (how) => {
    const { hostname, port } = database.url;
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    const url = new URL(database.url);
    url.port = String(proxy.port);
    const settings = { requestsPerMinutePerAddress: 4 };
    const server = await startApi({
      settings,
      database: await database.open({ url: url.href, connectTimeoutMs: 2_000 }),
    });
    try {
      expect(await statuses([server, server])).toEqual([200, 200]);
      await proxy[how]();
      expect(await statuses([server, server, server, server, server])).toEqual([
        200, 200, 200, 200, 429,
      ]);
      await proxy.start();
      vi.advanceTimersByTime(60_000);
      expect(await statuses([server])).toEqual([200]);
      const rows = await database.query<{ points: string }>('select * from rate_limits');
      expect(rows).toMatchObject([{ points: '1' }]);
    } finally {
      await proxy.start();
      await server.close();
      await proxy.stop();
    }
  },
);

test('while Postgres is away a key cannot be checked: callers with one get 503, and are not counted by their address', async () => {
  const { hostname, port } = database.url;
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const url = new URL(database.url);
  url.port = String(proxy.port);
  const server = await startApi({
    settings: { requestsPerMinutePerAddress: 2, requestsPerMinutePerKey: 100 },
    database: await database.open({ url: url.href, connectTimeoutMs: 2_000 }),
  });
  try {
    const { json } = await server.send('POST', '/api/v1/keys', { name: 'a key' });
    const key = { authorization: `Bearer ${json.key}` };
    expect(await statuses([server], key)).toEqual([200]);
    await proxy.stop();
    // Longer than the cache trusts a key.
    vi.setSystemTime(Date.now() + 6_000);
    expect(await statuses([server, server, server, server], key)).toEqual([503, 503, 503, 503]);
    const tool = { method: 'POST', headers: { ...key, ...mcpHeaders }, body: listTools };
    expect((await fetch(`${server.url}/mcp`, tool)).status).toBe(503);
    // Callers without a key from the same address still have both requests of the minute, although the store is down.
    expect(await statuses([server, server, server])).toEqual([503, 503, 429]);
    await proxy.start();
    vi.setSystemTime(Date.now() + 60_000);
    expect(await statuses([server], key)).toEqual([200]);
  } finally {
    await proxy.start();
    await server.close();
    await proxy.stop();
  }
});

test.each(['access_keys', 'usage', 'teamspaces'])(
  'without the table %s in Postgres, no response is 500',
  async (table) => {
    const server = await startApi({ database: await database.open() });
    try {
      const { json } = await server.send('POST', '/api/v1/keys', { name: 'a key' });
      const key = { authorization: `Bearer ${json.key}` };
      await database.query(`alter table ${table} rename to away`);
      const paths = [search, '/api/v1/keys', '/api/v1/usage', '/api/v1/teamspaces'];
      const answers = [];
      for (const path of paths) answers.push((await server.get(path, key)).status);
      expect(answers).toContain(503);
      expect(answers).not.toContain(500);
    } finally {
      await database.query(`alter table away rename to ${table}`);
      await server.close();
    }
  },
);
