import { once } from 'node:events';
import { channel } from 'node:diagnostics_channel';
import {
  Agent,
  get as httpGet,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Registry } from 'prom-client';
import { startServer } from '../../../src/api/server.ts';
import { startHealthServer } from '../../../src/kubernetes/health-server.ts';
import { record } from '../../support/fake-stores.ts';
import { apiServer, operatorToken, startApi, type ApiServer } from './api-server.ts';

/** Sends bytes unchanged, and reads until the server closes the connection. */
async function raw(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

let shared: ApiServer;
beforeAll(async () => {
  shared = await startApi();
  return shared.close;
});

describe('every route', () => {
  test('an unknown path is not_found as JSON', async () => {
    const { get, send } = shared;
    for (const path of ['/api', '/api/v2/nothing', '/api/v2/context/more', '/%2e%2e/x']) {
      expect((await get(path)).json.error).toBe('not_found');
    }
    expect((await send('POST', '/api/v9', {})).json.error).toBe('not_found');
  });

  // The rules of a proxy in front, such as one that hides /metrics, compare letters exactly.
  test.each(['/Metrics', '/API/health', '/api/V1/libraries', '/Ping', '/Favicon.svg'])(
    '%s is unknown, because its letters are others',
    async (path) => {
      expect((await shared.get(path)).json.error).toBe('not_found');
    },
  );

  test('the tool server is unknown in other letters', async () => {
    const { status } = await shared.send('POST', '/MCP', { jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(status).toBe(404);
  });

  test.each([
    ['POST', '/api/v2/context', 'GET, HEAD'],
    ['PUT', '/api/v2/libs/search', 'GET, HEAD'],
    ['DELETE', '/api/v1/libraries', 'GET, POST, HEAD'],
    ['GET', '/api/v1/refresh', 'POST'],
    ['PATCH', '/api/health', 'GET, HEAD'],
    ['PUT', '/api/v1/integrations/git/git.example/test', 'POST'],
    ['POST', '/api/v1/integrations/git/git.example', 'PUT, DELETE'],
  ])('%s %s is method_not_allowed and Allow has %s', async (method, path, allowed) => {
    const { send } = shared;
    const { status, json, headers } = await send(method, path);
    expect([status, json.error]).toEqual([405, 'method_not_allowed']);
    expect(headers.get('allow')).toBe(allowed);
  });

  test('a path that cannot be decoded gets a response', async () => {
    const { url } = shared;
    const response = await fetch(`${url}/api/%zz`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'not_found' });
  });

  test.each([
    ['query=gr%F6%DFe', 'query'],
    ['query=a&libraryName=%C3', 'libraryName'],
    ['query=%ed%a0%80', 'query'],
  ])('a query in another encoding than UTF-8 is refused by name: %s', async (query, name) => {
    const { status, json } = await shared.get(`/api/v2/libs/search?${query}`);
    expect([status, json]).toEqual([
      400,
      {
        error: 'validation_error',
        message: `Query parameter "${name}" is not valid UTF-8: percent-encode its text in UTF-8.`,
      },
    ]);
  });

  test('a parameter that no operation has may have any encoding', async () => {
    const { status } = await shared.get('/api/v2/libs/search?query=a&libraryName=web&utm_term=%F6');
    expect(status).toBe(200);
  });

  test.each(['gr%C3%B6%C3%9Fe', '100%', '%EF%BF%BD', '%f0%9f%a6%89'])(
    'a query in UTF-8 is accepted: %s',
    async (name) => {
      const { json } = await shared.get(`/api/v2/libs/search?query=a&libraryName=${name}`);
      expect(json.error).not.toBe('validation_error');
    },
  );

  test("the caller's request id comes back; a strange one is replaced", async () => {
    const { get } = shared;
    const own = await get('/api/health', { 'x-request-id': 'build-7.a_b' });
    expect(own.headers.get('x-request-id')).toBe('build-7.a_b');
    const strange = await get('/api/health', { 'x-request-id': 'a b"<' });
    expect(strange.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('no response names the framework, and all have security headers', async () => {
    const { get } = shared;
    const { headers } = await get('/nothing');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('Host names on a loopback address', () => {
  const add = (host: string, port: string) => ({
    method: 'POST',
    host: '127.0.0.1',
    port,
    path: '/api/v1/libraries',
    headers: { host, authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
  });

  async function statusFor(host: string): Promise<number | undefined> {
    const { url } = await apiServer();
    const outgoing = request(add(host, new URL(url).port));
    outgoing.end(
      JSON.stringify({ id: '/a/b', source: { openapi: { url: 'https://example.com' } } }),
    );
    const [response] = await once(outgoing, 'response');
    response.resume();
    return response.statusCode;
  }

  test.each(['127.0.0.1:7700', 'localhost', 'docs.localhost:1', '[::1]:7700', '127.1.2.3'])(
    '%s may change things',
    async (host) => {
      expect(await statusFor(host)).toBe(201);
    },
  );

  test.each([
    'evil.example',
    'localhost.evil.example:7700',
    '10.0.0.1',
    '127.0.0.1.evil.example',
    '[::2]',
  ])('%s is refused', async (host) => {
    expect(await statusFor(host)).toBe(403);
  });
});

describe('operation', () => {
  test('health responds with the version', async () => {
    const { get } = shared;
    const { json } = await get('/api/health');
    expect(json).toMatchObject({
      status: 'healthy',
      version: '1.2.3',
      setup: 'complete',
      license: 'none',
      licenseInfo: { valid: false, teamSize: null, expiresAt: null },
    });
  });

  test('health reports libraries and models without waiting for them', async () => {
    const { get } = await apiServer({ records: [record('/acme/served', { totalSnippets: 3 })] });

    const first = await get('/api/health');
    await get('/api/v2/context?libraryId=/acme/web&query=routes');
    const served = await vi.waitFor(async () => {
      const { json } = await get('/api/health');
      expect(json.repos_parsed).toBeGreaterThan(0);
      return json;
    }, 30_000);

    expect(first.json).not.toHaveProperty('repos_parsed');
    expect(first.json.connectivity.embedding).toBe('unknown');
    expect(served.connectivity.embedding).toBe('ok');
  });

  test('health responds while the stores are unavailable', async () => {
    const never = new Promise<never>(() => undefined);
    const wait = async () => never;
    const catalog = { get: wait, search: wait, load: wait, count: wait, each: wait };
    const { get } = await apiServer({ parts: { catalog } });
    expect((await get('/api/health')).status).toBe(200);
    expect((await get('/api/health')).json).not.toHaveProperty('repos_parsed');
  });

  test('ready is 200 while all dependencies respond', async () => {
    const { get } = await apiServer({ parts: { checks: { embedder: async () => 'fine' } } });
    const { status, json } = await get('/api/ready');
    expect(status).toBe(200);
    expect(json.checks).toEqual({ catalog: 'ok', index: 'ok', registry: 'ok', embedder: 'ok' });
  });

  test('ready reports optional dependencies that are down', async () => {
    const embedder = async (): Promise<void> => Promise.reject(new Error('no model'));
    const { get } = await apiServer({ parts: { checks: { embedder } } });
    const { status, json } = await get('/api/ready');
    expect([status, json.status]).toEqual([200, 'ready']);
    expect(json.checks).toMatchObject({ catalog: 'ok', embedder: 'failed' });
  });

  test('ready is 503 and names the dependencies that do not respond', async () => {
    const catalog = {
      get: async () => undefined,
      search: async () => [],
      load: async () => Promise.reject(new Error('disk gone')),
      count: async () => 0,
      each: async () => undefined,
    };
    const { get } = await apiServer({ parts: { catalog } });
    const { status, json } = await get('/api/ready');
    expect(status).toBe(503);
    expect(json.message).toContain('catalog');
    expect(json.checks).toMatchObject({ catalog: 'failed', index: 'ok' });
  });

  test('ready says only to the log why a dependency does not respond', async () => {
    const embedder = async (): Promise<void> =>
      Promise.reject(new Error('http://10.1.4.7:9200/ refuses the model large'));
    const server = await apiServer({ parts: { checks: { embedder } } });

    const { json } = await server.get('/api/ready');

    expect(JSON.stringify(json)).not.toContain('10.1.4.7');
    const told = server.logged().filter((line) => JSON.stringify(line).includes('10.1.4.7'));
    expect(told).toMatchObject([{ level: 40, dependency: 'embedder' }]);
  });

  test('ready asks a dependency once for callers at the same time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = Promise.withResolvers<void>();
    const embedder = vi.fn<() => Promise<void>>(() => asked.promise);
    const { get } = await apiServer({ parts: { checks: { embedder } } });

    const answers = [get('/api/ready'), get('/api/ready'), get('/api/ready')];
    await expect.poll(() => embedder.mock.calls.length).toBe(1);
    asked.resolve();

    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await get('/api/ready')).status).toBe(200);
    expect(embedder).toHaveBeenCalledOnce();
  });

  test('ready is 503 until the names of all libraries are in memory', async () => {
    const loading = Promise.withResolvers<void>();
    const catalog = {
      get: async () => undefined,
      search: async () => [],
      load: async () => loading.promise,
      count: async () => 0,
      each: async () => undefined,
    };
    const { get } = await apiServer({ parts: { catalog } });
    expect((await get('/api/ready')).status).toBe(503);

    loading.resolve();

    await expect.poll(async () => (await get('/api/ready')).status).toBe(200);
  });

  test('the document is served whole, version 2.0.0, with the schema of a Library in it', async () => {
    const { get } = shared;
    const { json } = await get('/api/openapi.json');
    expect(json.info.version).toBe('2.0.0');
    expect(json.components.schemas.LibrarySpec.required).toEqual(['id', 'source']);
    expect(Object.keys(json.paths)).toContain('/api/v2/context');
    // Parameters in the notation of OpenAPI, with any number of segments.
    expect(Object.keys(json.paths)).toContain('/api/projects/{projectId}/refresh');
  });

  test('metrics count requests by route, never by URL', async () => {
    const { get } = shared;
    await get('/api/v2/context?libraryId=/acme/web&query=route');
    await get('/made/up/path');
    const { text } = await get('/metrics');
    expect(text).toContain(
      'lectern_http_request_duration_seconds_count{method="GET",route="/api/v2/context",status="200"} 1',
    );
    expect(text).toContain('route="unknown",status="404"');
    expect(text).toContain('lectern_answer_stage_duration_seconds_count{stage="search"} 1');
    expect(text).not.toContain('made');
  });
});

describe('the server', () => {
  test('a port in use is an error with that reason', async () => {
    const { url } = shared;
    const port = Number(new URL(url).port);
    await expect(startServer(() => {}, { host: '127.0.0.1', port })).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${port}: it is in use; stop what listens there or choose another port.`,
    );
  });

  test('survives that the system refuses a connection, and tells it once a minute', async () => {
    const told: string[] = [];
    const log = { warn: ({ message }: { message: string }): void => void told.push(message) };
    const answer = (_request: unknown, response: ServerResponse): void => void response.end('ok');
    const api = await startServer(answer, { host: '127.0.0.1', port: 0, log });
    const checks = (): Record<string, boolean> => ({});
    const health = await startHealthServer({ port: 0, checks, registry: new Registry() });
    onTestFinished(async () => void (await Promise.all([api.close(), health.close()])));
    const servers = new Set<Server>();
    // Node reports each refused connection in this way, for example if the process may open no more files.
    const started = channel('http.server.request.start');
    const note = (message: unknown): void =>
      void servers.add((message as { server: Server }).server);
    started.subscribe(note);
    const urls = [api.url, `http://127.0.0.1:${health.port}/healthz`];
    for (const url of urls) await fetch(url);
    started.unsubscribe(note);

    for (const server of [...servers, ...servers]) {
      server.emit('error', new Error('accept EMFILE'));
    }

    expect(servers.size).toBe(2);
    expect(await Promise.all(urls.map(async (url) => (await fetch(url)).status))).toEqual([
      200, 200,
    ]);
    expect(told).toEqual(['A connection was refused: accept EMFILE']);
  });

  test('closing completes active requests and accepts no new ones', async () => {
    const started = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const server = await startServer(
      (_request, response) => {
        started.resolve();
        void go.promise.then(() => response.end('whole'));
      },
      { host: '127.0.0.1', port: 0 },
    );
    const answer = fetch(server.url).then((response) => response.text());
    await started.promise;
    const closed = server.close();
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
    go.resolve();
    expect(await answer).toBe('whole');
    await closed;
  });

  test('closing answers requests over idle connections, and then closes the connections', async () => {
    const server = await startServer((_request, response) => response.end('whole'), {
      host: '127.0.0.1',
      port: 0,
    });
    const ask = async (agent: Agent): Promise<object> => {
      const asked = httpGet(server.url, { agent });
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      const { connection } = response.headers;
      return { text: await text(response), reused: asked.reusedSocket, connection };
    };
    const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
    for (const agent of agents) await ask(agent);
    const closed = server.close({ idleMs: 60_000, graceMs: 60_000 });
    for (const agent of agents) {
      expect(await ask(agent)).toEqual({ text: 'whole', reused: true, connection: 'close' });
    }
    await closed;
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  });

  test('an idle connection is closed when its time to send a request is over', async () => {
    const server = await startServer((_request, response) => response.end('whole'), {
      host: '127.0.0.1',
      port: 0,
    });
    const agent = new Agent({ keepAlive: true });
    const asked = httpGet(server.url, { agent });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const ended = once(asked.socket!, 'close');
    expect(await text(response)).toBe('whole');
    await server.close({ idleMs: 50, graceMs: 60_000 });
    await ended;
    agent.destroy();
  });

  test('a request that never ends is cut off after the grace period', async () => {
    const started = Promise.withResolvers<void>();
    const server = await startServer(() => started.resolve(), { host: '127.0.0.1', port: 0 });
    const outcome = fetch(server.url).then(
      () => 'answered',
      () => 'cut off',
    );
    await started.promise;
    await server.close({ graceMs: 50 });
    expect(await outcome).toBe('cut off');
  });

  test('headers that trickle in are answered 408 and cut off', async () => {
    const { url } = await apiServer({ serving: { headersTimeoutMs: 100, requestTimeoutMs: 200 } });
    const answer = await raw(url, 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"error":"validation_error"');
  });

  test('headers and URLs that are too long are answered 431 as JSON', async () => {
    const { url } = shared;
    const response = await fetch(`${url}/api/v2/context?query=${'q'.repeat(40_000)}`);
    expect(response.status).toBe(431);
    expect(await response.json()).toMatchObject({ error: 'validation_error' });
  });

  test.each(['größe', 'how to'])(
    'a URL with %s is answered with how to encode it',
    async (query) => {
      const head = `GET /api/v2/libs/search?query=${query} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
      expect(await raw(shared.url, head)).toMatch(
        /^HTTP\/1\.1 400 .*"Malformed URL: percent-encode spaces and all characters beyond ASCII\."/s,
      );
    },
  );

  test('bytes that are not HTTP are answered 400', async () => {
    const { url } = shared;
    expect(await raw(url, 'no such protocol\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('500 characters of a parameter fit, whatever their encoding', async () => {
    const { get } = shared;
    const query = new URLSearchParams({ libraryName: 'web', query: '😀'.repeat(500) });
    expect((await get(`/api/v2/libs/search?${query.toString()}`)).status).toBe(200);
  });
});
