import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { apiServer, operatorToken, type ApiServer } from '../api/api-server.ts';
import { askLegacy, askModern, callTool, post } from '../mcp/rpc.ts';
import { makeLibrary } from '../../support/library.ts';
import { openStores } from '../../support/stores.ts';

const search = '/api/v2/libs/search?libraryName=web&query=web';
const context = '/api/v2/context?libraryId=/acme/web&query=route';
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

afterEach(() => void vi.useRealTimers());

/** Advances the clock. Sockets need the real clock. */
function at(time: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) });
}

async function newKey(server: ApiServer): Promise<string> {
  return (await server.send('POST', '/api/v1/keys', { name: 'a key' })).json.key;
}

test('a key over the limit learns when to retry, and the retry succeeds', async () => {
  at('2030-01-31T12:00:00Z');
  const server = await apiServer({ settings: { requestsPerMinutePerKey: 2 } });
  const key = bearer(await newKey(server));
  const first = await server.get(search, key);
  expect(first.status).toBe(200);
  expect(first.headers.get('ratelimit-limit')).toBe('2');
  expect(first.headers.get('ratelimit-remaining')).toBe('1');
  expect(first.headers.get('ratelimit-reset')).toBe(String(Date.now() / 1000 + 60));
  expect(first.headers.get('retry-after')).toBeNull();
  expect((await server.get(context, key)).status).toBe(200);

  at('2030-01-31T12:00:20Z');
  const { status, headers, json } = await server.get(search, key);
  expect([status, json.error]).toEqual([429, 'rate_limit_exceeded']);
  expect(json.message).toMatch(/2 requests a minute\. Try again in 40 seconds/);
  expect(headers.get('retry-after')).toBe('40');
  expect(headers.get('ratelimit-limit')).toBe('2');
  expect(headers.get('ratelimit-remaining')).toBe('0');
  expect(headers.get('ratelimit-reset')).toBe(String(Date.now() / 1000 + 40));

  at('2030-01-31T12:01:00Z');
  expect((await server.get(search, key)).status).toBe(200);
});

test('keys are counted separately from their address', async () => {
  const server = await apiServer({
    settings: { requestsPerMinutePerKey: 1, requestsPerMinutePerAddress: 1 },
  });
  const [one, other] = [bearer(await newKey(server)), bearer(await newKey(server))];
  const statuses = [];
  for (const headers of [{}, {}, one, one, other]) {
    statuses.push((await server.get(search, headers)).status);
  }
  expect(statuses).toEqual([200, 429, 200, 429, 200]);
});

test('the operator has no limit, and neither have health checks', async () => {
  const server = await apiServer({
    settings: { requestsPerMinutePerKey: 1, requestsPerMinutePerAddress: 1 },
  });
  for (let n = 0; n < 3; n++) {
    const asked = await server.get(search, bearer(operatorToken));
    expect([asked.status, asked.headers.get('ratelimit-limit')]).toEqual([200, null]);
    for (const path of ['/api/health', '/api/ready', '/metrics', '/api/openapi.json', '/ping']) {
      const { status } = await fetch(server.url + path);
      expect([path, status]).toEqual([path, 200]);
    }
  }
});

test('attempts with invalid keys are limited by address at every endpoint', async () => {
  const server = await apiServer({ settings: { requestsPerMinutePerAddress: 3 } });
  const bad = bearer('lct_bad');
  expect((await server.get(search, bad)).status).toBe(401);
  expect((await server.get('/api/v1/keys', bad)).status).toBe(401);
  const refused = await askModern(server.url, 'tools/list', {}, bad);
  expect(refused.status).toBe(401);
  expect((await server.get(search, bad)).status).toBe(429);
  const late = await askModern(server.url, 'tools/list', {}, bad);
  expect([late.status, late.json.error.message]).toEqual([
    429,
    expect.stringContaining('Rate limit exceeded'),
  ]);
  for (const name of ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
    expect([name, late.headers.get(name)]).toEqual([name, expect.stringMatching(/^\d+$/)]);
  }
  expect((await server.send('POST', '/api/v1/enterprise/export', {}, bad)).status).toBe(429);
});

test('an X-Forwarded-For of an untrusted sender is ignored', async () => {
  const server = await apiServer({ settings: { requestsPerMinutePerAddress: 1 } });
  expect((await server.get(search, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
  expect((await server.get(search, { 'x-forwarded-for': '192.0.2.2' })).status).toBe(429);
});

test('behind a trusted proxy, callers are counted by the address that the proxy saw, not by a forged one', async () => {
  const server = await apiServer({
    settings: { requestsPerMinutePerAddress: 1 },
    parts: { trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] },
  });
  const from = async (forwarded: string): Promise<number> =>
    (await server.get(search, { 'x-forwarded-for': forwarded })).status;
  expect(await from('192.0.2.1')).toBe(200);
  expect(await from('192.0.2.2')).toBe(200);
  expect(await from('198.51.100.1, 192.0.2.1')).toBe(429);
  expect(await from('192.0.2.1, 10.0.0.1')).toBe(429);
  expect(await from('192.0.2.3, 10.0.0.1:4711')).toBe(200);
  expect(await from('192.0.2.3:815, 10.0.0.2:4712')).toBe(429);
  expect(await from('2001:db8::1')).toBe(200);
  expect(await from('2001:db8::2')).toBe(429);
  expect(await from('nonsense')).toBe(200);
  expect(await from('more nonsense')).toBe(429);
});

test('an invalid range of proxies is refused at the start', async () => {
  const stores = await openStores();
  onTestFinished(stores.close);
  await expect(apiServer({ stores, parts: { trustedProxies: ['10.0.0.0/99'] } })).rejects.toThrow(
    /^trustedProxies \(LECTERN_TRUSTED_PROXIES\): .*10\.0\.0\.0\/8$/,
  );
});

test('a tool call counts once, and beyond the limit the model gets a text', async () => {
  const server = await apiServer({ settings: { requestsPerMinutePerAddress: 2 } });
  for (const method of ['tools/list', 'resources/list', 'server/discover']) {
    expect((await askModern(server.url, method)).status).toBe(200);
  }
  const given = { libraryName: 'web', query: 'web' };
  expect((await callTool(server.url, 'resolve-library-id', given)).text).toContain('/acme/web');
  const call = { name: 'query-docs', arguments: { libraryId: '/acme/web', query: 'route' } };
  const answered = await askLegacy(server.url, 'tools/call', call);
  expect(answered.json.result.content[0].text).toContain('### ');

  const refused = await callTool(server.url, 'query-docs', call.arguments);
  expect(refused).toEqual({
    text: expect.stringMatching(
      /^Rate limit exceeded: an address without an API key may make 2 requests a minute\. Try again in \d+ seconds?\.$/,
    ),
    isError: false,
  });
  expect((await server.get(search)).status).toBe(429);
});

test('every read of a resource in a batch counts, and beyond the limit it is refused', async () => {
  const server = await apiServer({
    settings: { requestsPerMinutePerAddress: 2 },
    libraries: [makeLibrary({ spec: { id: '/acme/web' } })],
  });
  const read = {
    jsonrpc: '2.0',
    method: 'resources/read',
    params: { uri: 'lectern://library/acme/web' },
  };
  const batch = [1, 2, 3].map((id) => ({ ...read, id }));
  const { text } = await post(server.url, JSON.stringify(batch));
  expect(text.match(/"result"/g)).toHaveLength(2);
  expect(text.match(/"error":\{"code":-32000,"message":"Rate limit exceeded/g)).toHaveLength(1);
  expect((await server.get('/api/v1/library?id=/acme/web')).status).toBe(429);
});
