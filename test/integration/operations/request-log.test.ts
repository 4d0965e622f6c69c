import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { fakeEmbedder } from '../../support/fake-stores.ts';
import { apiServer, operatorToken, queryString, type ApiServer } from '../api/api-server.ts';

const question = `/api/v2/context?${queryString({ libraryId: '/acme/web', query: 'routes' })}`;

/** Waits for the log line of a request. The server can write it just after the client has the response. */
async function lineOf(server: ApiServer, requestId: string): Promise<Record<string, unknown>> {
  return vi.waitFor(() => {
    const lines = server
      .logged()
      .filter((line) => line['requestId'] === requestId && 'status' in line);
    expect(lines).toHaveLength(1);
    return lines[0]!;
  }, 30_000);
}

describe('the log of requests', () => {
  test('has a line for each, with the route and never the URL', async () => {
    const server = await apiServer();

    await server.get(`${question}&api_key=planted-in-the-query`, { 'x-request-id': 'r-1' });

    expect(await lineOf(server, 'r-1')).toMatchObject({
      level: 20,
      msg: 'request',
      method: 'GET',
      route: '/api/v2/context',
      status: 200,
      ms: expect.any(Number),
      role: 'anonymous',
      teamspace: 'default',
      client: '127.0.0.1',
    });
    expect(JSON.stringify(server.logged())).not.toContain('planted');
  });

  test('names the key by its id', async () => {
    const server = await apiServer();
    const { key, record } = await server.keys.create({
      name: 'ci',
      role: 'member',
      teamspace: 'docs',
    });
    const headers = { authorization: `Bearer ${key}`, 'x-request-id': 'r-2' };

    await server.get(question, headers);

    expect(await lineOf(server, 'r-2')).toMatchObject({ keyId: record.id, teamspace: 'docs' });
    expect(JSON.stringify(server.logged())).not.toContain(key);
  });

  test('names only the address from a trusted proxy', async () => {
    const behind = await apiServer({ parts: { trustedProxies: ['127.0.0.1'] } });
    const open = await apiServer();
    const headers = { 'x-forwarded-for': '192.0.2.7', 'x-request-id': 'r-proxy' };

    await behind.get(question, headers);
    await open.get(question, headers);

    expect(await lineOf(behind, 'r-proxy')).toMatchObject({ client: '192.0.2.7' });
    expect(await lineOf(open, 'r-proxy')).toMatchObject({ client: '127.0.0.1' });
  });

  test('shows changes and refusals at the level info', async () => {
    const server = await apiServer();
    const authorization = `Bearer ${operatorToken}`;

    await server.send('DELETE', '/api/v1/library?id=/no/library', undefined, {
      authorization,
      'x-request-id': 'r-3',
    });
    await server.get(question, { authorization: 'Bearer nobodys', 'x-request-id': 'r-4' });
    await server.get('/no/such/path', { 'x-request-id': 'r-5' });

    expect(await lineOf(server, 'r-3')).toMatchObject({ level: 30, role: 'operator', status: 404 });
    expect(await lineOf(server, 'r-4')).toMatchObject({ level: 30, status: 401 });
    expect(await lineOf(server, 'r-5')).toMatchObject({ level: 30, route: 'unknown' });
  });

  test('names what a change is about, and nothing else of the request', async () => {
    const server = await apiServer();
    const headers = { authorization: `Bearer ${operatorToken}` };
    const send = (id: string, ...request: [method: string, path: string, body?: object]) =>
      server.send(request[0], request[1], request[2], { ...headers, 'x-request-id': id });
    const gitToken = 'planted-in-the-body';

    await send('a-1', 'DELETE', '/api/v1/library?id=/no/library&api_key=planted-in-the-query');
    await send('a-2', 'POST', '/api/v1/refresh', { libraryName: '/acme/web', gitToken });
    await send('a-3', 'DELETE', '/api/v1/teamspaces/blue/members/ada');
    await send('a-4', 'POST', '/api/v1/keys', { name: 'ci', role: 'admin', teamspace: 'default' });

    expect(await lineOf(server, 'a-1')).toMatchObject({ about: { id: '/no/library' } });
    expect(await lineOf(server, 'a-2')).toMatchObject({ about: { libraryName: '/acme/web' } });
    expect(await lineOf(server, 'a-3')).toMatchObject({
      about: { teamspace: 'blue', userId: 'ada' },
    });
    expect(await lineOf(server, 'a-4')).toMatchObject({
      about: { role: 'admin', teamspace: 'default' },
    });
    expect(JSON.stringify(server.logged())).not.toContain('planted');
  });

  test('names the tool that was called, and shows one that changes something', async () => {
    const server = await apiServer();
    const call = async (name: string, args: object, requestId: string): Promise<void> => {
      const response = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${operatorToken}`,
          'x-request-id': requestId,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: args },
        }),
      });
      await response.text();
    };

    await call('query-docs', { libraryId: '/acme/web', query: 'routes' }, 'r-6');
    await call('refresh-library', { libraryId: '/acme/web' }, 'r-7');

    expect(await lineOf(server, 'r-6')).toMatchObject({
      level: 20,
      route: '/mcp',
      role: 'operator',
      tool: 'query-docs',
      outcome: 'answered',
    });
    expect(await lineOf(server, 'r-7')).toMatchObject({ level: 30, tool: 'refresh-library' });
  });

  test('adds the request id to lines during the request, also after its body was read', async () => {
    const embedder = {
      ...fakeEmbedder(),
      embed: async () => Promise.reject(new Error('no model')),
    };
    const server = await apiServer({ parts: { embedder } });

    await server.get(question, { 'x-request-id': 'r-8' });

    expect(server.logged()).toContainEqual(
      expect.objectContaining({ requestId: 'r-8', reason: 'no model', level: 40 }),
    );
  });

  test('has the cause of a failure in the same line, without the properties of the error', async () => {
    const cause = Object.assign(new Error('https://bob:planted-word@es:9200 refused'), {
      meta: { headers: { authorization: 'planted' } },
    });
    const catalog = {
      get: async () => Promise.reject(new Error('no catalog', { cause })),
      search: async () => [],
      load: async () => undefined,
      count: async () => 0,
      each: async () => undefined,
    };
    const server = await apiServer({ parts: { catalog } });

    const { status } = await server.get(question, { 'x-request-id': 'r-9' });

    const line = await lineOf(server, 'r-9');
    expect([status, line['level']]).toEqual([500, 50]);
    expect(line['err']).toMatchObject({ cause: { message: 'https://***@es:9200 refused' } });
    expect(JSON.stringify(line)).not.toContain('planted');
  });

  test('cannot be forged by anything a caller sends', async () => {
    const server = await apiServer();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const forged = '%0a%7b%22level%22:30,%22msg%22:%22forged%22%7d%0d%0a';
    socket.end(
      `GET /api/v1/library?id=${forged}${forged} HTTP/1.1\r\nHost: localhost\r\n` +
        `X-Request-Id: a\tb{"msg":"forged"}\r\nUser-Agent: forged\r\nConnection: close\r\n\r\n`,
    );
    const [answer] = (await once(socket.setEncoding('latin1'), 'data')) as [string];

    expect(answer).toMatch(/^HTTP\/1\.1 4/);
    expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
    await vi.waitFor(() => expect(server.logged().length).toBeGreaterThan(0), 30_000);
    expect(JSON.stringify(server.logged())).not.toContain('forged');
  });
});
