import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { fakeEmbedder } from '../../support/fake-stores.ts';
import { apiServer, startApi, type ApiServer } from '../api/api-server.ts';
import {
  accepted,
  askLegacy,
  askModern,
  modernHeaders,
  modernParams,
  post,
  type RpcAnswer,
} from './rpc.ts';

let shared: ApiServer;
let url: string;
beforeAll(async () => {
  shared = await startApi();
  ({ url } = shared);
  return shared.close;
});

const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};
const question = { libraryId: '/acme/web', query: 'How do I declare a route?' };

/** Sends a request with exactly this method and these headers, including Host and Origin. */
async function raw(method: string, headers: Record<string, string>, body = ''): Promise<RpcAnswer> {
  const sent = request(`${url}/mcp`, { method, headers });
  sent.end(body);
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  const answered = new Headers(response.headers as Record<string, string>);
  return {
    status: response.statusCode,
    headers: answered,
    text,
    json: text.startsWith('{') && JSON.parse(text),
  };
}

describe('the transport', () => {
  test('answers older revisions as an event, without a session', async () => {
    const { status, headers, text, json } = await askLegacy(url, 'initialize', initialize);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(headers.has('mcp-session-id')).toBe(false);
    expect(text).toMatch(/^event: message\ndata: /m);
    expect(json.result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'lectern', version: '1.2.3' },
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
      },
    });
    expect(json.result.instructions).toContain('current documentation');
  });

  test('answers the stateless revision as JSON, with its capabilities and its name', async () => {
    const { status, headers, json } = await askModern(url, 'server/discover');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(json.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      serverInfo: { name: 'lectern', version: '1.2.3' },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'lectern', version: '1.2.3' } },
    });
    const called = await askModern(url, 'tools/call', { name: 'query-docs', arguments: question });
    expect(called.json.result.resultType).toBe('complete');
  });

  test('shows clients its icon and website in both eras', async () => {
    const favicon = await readFile('dashboard/public/favicon.svg', 'base64');
    const shown = {
      websiteUrl: expect.stringMatching(/^https:\/\//),
      icons: [
        { src: `data:image/svg+xml;base64,${favicon}`, mimeType: 'image/svg+xml', sizes: ['any'] },
      ],
    };
    const legacy = await askLegacy(url, 'initialize', initialize);
    expect(legacy.json.result.serverInfo).toMatchObject(shown);
    const modern = await askModern(url, 'server/discover');
    expect(modern.json.result).toMatchObject({
      serverInfo: shown,
      _meta: { 'io.modelcontextprotocol/serverInfo': shown },
    });
    const other = await askModern(url, 'tools/list');
    expect(other.json.result['_meta']).toEqual({
      'io.modelcontextprotocol/serverInfo': { name: 'lectern', version: '1.2.3' },
    });
  });

  test('accepts notifications of both eras with 202 and no body', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(await post(url, body)).toMatchObject({ status: 202, text: '' });
    const cancelled = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: modernParams({ requestId: 1 }),
    };
    const headers = modernHeaders('notifications/cancelled');
    expect(await post(url, JSON.stringify(cancelled), headers)).toMatchObject({
      status: 202,
      text: '',
    });
  });

  test.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s is 405 and names POST', async (method) => {
    const { status, headers, json } = await raw(method, { accept: 'text/event-stream' });
    expect([status, headers.get('allow'), json.error.code]).toEqual([405, 'POST, OPTIONS', -32000]);
  });

  test.each(['application/json', 'text/event-stream', '*/*', ''])(
    'a client that accepts only %j gets 406',
    async (accept) => {
      const { status, json } = await askLegacy(url, 'initialize', initialize, { accept });
      expect([status, json.error.code, json.id]).toEqual([406, -32000, null]);
    },
  );

  test.each(['', '{', 'null,', '{"jsonrpc":"2.0","id":1', '\u0000'])(
    'the body %j is a parse error',
    async (body) => {
      const { status, json } = await post(url, body);
      expect([status, json.error.code, json.id]).toEqual([400, -32700, null]);
    },
  );

  test('a body of another type is 415, one too large 413', async () => {
    const typed = await post(url, '{}', { 'content-type': 'text/plain' });
    expect([typed.status, typed.json.error.code]).toEqual([415, -32000]);
    const large = await post(url, JSON.stringify({ text: 'x'.repeat(100_001) }));
    expect([large.status, large.json.error.code]).toEqual([413, -32000]);
  });

  test('every response links to the authorization metadata, and allows pages of this machine', async () => {
    const metadata = `${url}/.well-known/oauth-protected-resource`;
    const { host } = new URL(url);
    const origin = 'http://localhost:5173';
    const answers = [
      await raw('OPTIONS', { host, origin }),
      await raw('GET', { host, origin }),
      await post(url, '{', { origin }),
      await askModern(url, 'tools/list', {}, { origin }),
      await askLegacy(url, 'initialize', initialize, { origin }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 405, 400, 200, 200]);
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-methods')).toContain('GET,POST,OPTIONS,DELETE');
      const allowed = headers.get('access-control-allow-headers');
      for (const name of [
        'Mcp-Method',
        'Mcp-Name',
        'MCP-Protocol-Version',
        'X-API-Key',
        'SERVICE_API_KEY',
      ])
        expect(allowed).toContain(name);
      expect(headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`);
    }
    const described = await (await fetch(metadata)).json();
    expect(described).toMatchObject({ resource: `${url}/mcp`, authorization_servers: [] });
  });

  test('a page whose name was re-bound to this machine is refused', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'content-type': 'application/json', accept: accepted };
    const { host } = new URL(url);
    for (const forged of [
      { host: 'evil.example' },
      { host, origin: 'https://evil.example' },
      { host, origin: 'null' },
    ]) {
      const { status, json } = await raw('POST', { ...headers, ...forged }, body);
      expect([status, json.error]).toEqual([403, 'access_denied']);
    }
    const own = await post(url, body, { origin: 'http://localhost:6274' });
    expect(own.status).toBe(200);
  });

  test('a batch of the older revisions is answered completely, and a too long one is refused', async () => {
    const one = (id: number): object => ({ jsonrpc: '2.0', id, method: 'tools/list' });
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const { status, text } = await post(url, JSON.stringify([one(1), cancel, one(2)]));
    expect(status).toBe(200);
    expect([...text.matchAll(/"id":(\d)/g)].map(([, id]) => id)).toEqual(['1', '2']);
    const long = await post(url, JSON.stringify(Array.from({ length: 51 }, (_, id) => one(id))));
    expect([long.status, long.json.error.code]).toEqual([400, -32600]);
  });

  test('an unknown revision is refused in a header, and in a handshake the newest is offered', async () => {
    const headers = { 'mcp-protocol-version': '2024-01-01' };
    const refused = await askLegacy(url, 'tools/list', {}, headers);
    expect([refused.status, refused.json.error.code]).toEqual([400, -32000]);
    expect(refused.json.error.message).toContain('2026-07-28, 2025-11-25');
    const offered = await askLegacy(url, 'initialize', { ...initialize, protocolVersion: 'x' });
    expect(offered.json.result.protocolVersion).toBe('2025-11-25');
    expect((await askLegacy(url, 'ping')).json.result).toEqual({});
  });

  test('/ping answers pong, and unknown paths name the path of the protocol', async () => {
    expect(await (await fetch(`${url}/ping`)).json()).toEqual({ status: 'ok', message: 'pong' });
    expect((await shared.get('/sse')).json.message).toContain('/mcp');
  });
});

describe('the stateless revision', () => {
  test.each<[string, object, object, number]>([
    ['no metadata', { _meta: undefined }, {}, -32602],
    ['metadata without a version', { _meta: {} }, {}, -32602],
    [
      'metadata without capabilities',
      { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
      {},
      -32602,
    ],
    ['another method in its header', {}, { 'mcp-method': 'tools/call' }, -32020],
    ['another revision in its header', {}, { 'mcp-protocol-version': '2025-06-18' }, -32020],
  ])('refuses a request with %s', async (_case, params, headers, code) => {
    const body = {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/list',
      params: { ...modernParams(), ...params },
    };
    const answer = await post(url, JSON.stringify(body), {
      ...modernHeaders('tools/list'),
      ...headers,
    });
    expect([answer.status, answer.json.error.code, answer.json.id]).toEqual([400, code, 7]);
  });

  test('refuses a tool call whose header names another tool, or none', async () => {
    const params = { name: 'query-docs', arguments: question };
    const other = await askModern(url, 'tools/call', params, { 'mcp-name': 'resolve-library-id' });
    expect([other.status, other.json.error.code]).toEqual([400, -32020]);
    const encoded = `=?base64?${Buffer.from('query-docs').toString('base64')}?=`;
    const same = await askModern(url, 'tools/call', params, { 'mcp-name': encoded });
    expect(same.status).toBe(200);
  });

  test('names the supported revisions to a client of another revision', async () => {
    const body = {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/list',
      params: modernParams({}, {}, '2030-01-01'),
    };
    const headers = { ...modernHeaders('tools/list'), 'mcp-protocol-version': '2030-01-01' };
    const { status, json } = await post(url, JSON.stringify(body), headers);
    expect([status, json.error.code]).toEqual([400, -32022]);
    expect(json.error.data).toEqual({ supported: ['2026-07-28'], requested: '2030-01-01' });
  });

  test.each(['initialize', 'ping', 'logging/setLevel', 'nothing/there'])(
    '%s is no method of it: 404',
    async (method) => {
      const { status, json } = await askModern(url, method);
      expect([status, json.error.code, json.id]).toEqual([404, -32601, 7]);
    },
  );

  test('has no batches', async () => {
    const one = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: modernParams() };
    const { status, json } = await post(url, JSON.stringify([one]), modernHeaders('tools/list'));
    expect([status, json.error.code]).toEqual([400, -32600]);
  });
});

describe('long calls', () => {
  /** Returns an embedder that waits until the test lets it answer, and the signal that it received. */
  function heldEmbedder(): {
    embedder: ReturnType<typeof fakeEmbedder>;
    release: () => void;
    asked: () => AbortSignal | undefined;
  } {
    const inner = fakeEmbedder();
    const held = Promise.withResolvers<void>();
    let given: AbortSignal | undefined;
    return {
      embedder: {
        ...inner,
        async embed(texts, ...more) {
          given = more.find((one): one is AbortSignal => one instanceof AbortSignal);
          given ??= new AbortController().signal;
          await Promise.race([held.promise, given.aborted ? undefined : once(given, 'abort')]);
          return inner.embed(texts, ...more);
        },
      },
      release: () => held.resolve(),
      asked: () => given,
    };
  }

  test.each(['modern', 'legacy'] as const)(
    'send progress to a client of the %s era that requested it, then the result',
    async (era) => {
      const { embedder, release } = heldEmbedder();
      const { url: own } = await apiServer({ parts: { embedder } });
      const params = { name: 'query-docs', arguments: question };
      const withToken =
        era === 'modern'
          ? modernParams(params, { progressToken: 'p1' })
          : { ...params, _meta: { progressToken: 'p1' } };
      const response = await fetch(`${own}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: accepted,
          ...(era === 'modern' && modernHeaders('tools/call', 'query-docs')),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: withToken }),
      });
      const events: { method?: string; params?: object; result?: object }[] = [];
      let text = '';
      for await (const chunk of response.body!) {
        text += Buffer.from(chunk).toString();
        if (text.includes('notifications/progress')) release();
      }
      for (const [, data] of text.matchAll(/^data: (\{.*\})$/gm)) events.push(JSON.parse(data!));
      expect(events[0]).toMatchObject({
        method: 'notifications/progress',
        params: { progressToken: 'p1', progress: 1 },
      });
      expect(events.at(-1)).toMatchObject({ id: 9, result: { content: [{ type: 'text' }] } });
    },
  );

  test.each(['modern', 'legacy'] as const)(
    'end when the client of the %s era disconnects',
    async (era) => {
      const { embedder, asked } = heldEmbedder();
      const { url: own } = await apiServer({ parts: { embedder } });
      const gone = new AbortController();
      const params = { name: 'query-docs', arguments: question };
      const call = fetch(`${own}/mcp`, {
        method: 'POST',
        signal: gone.signal,
        headers: {
          'content-type': 'application/json',
          accept: accepted,
          ...(era === 'modern' && modernHeaders('tools/call', 'query-docs')),
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 9,
          method: 'tools/call',
          params: era === 'modern' ? modernParams(params) : params,
        }),
      }).then((response) => response.text());
      await vi.waitFor(() => expect(asked()).toBeDefined(), 30_000);
      gone.abort();
      await expect(call).rejects.toThrow('aborted');
      await vi.waitFor(() => expect(asked()?.aborted).toBe(true), 30_000);
    },
  );
});

describe('whatever is sent', () => {
  const methods = fc.constantFrom(
    'initialize',
    'ping',
    'tools/list',
    'tools/call',
    'resources/read',
    'server/discover',
    'notifications/cancelled',
    'completion/complete',
    '__proto__',
  );
  const message = fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '1.0', 2, null),
      id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.jsonValue()),
      method: fc.oneof(methods, fc.string(), fc.jsonValue()),
      params: fc.oneof(
        fc.jsonValue(),
        fc.record({ name: fc.constant('query-docs'), arguments: fc.jsonValue() }),
        fc.jsonValue().map((value) => modernParams({ name: 'query-docs', arguments: value })),
        fc.jsonValue().map((value) => ({ _meta: value })),
      ),
    },
    { requiredKeys: [] },
  );
  const body = fc.oneof(
    message.map((value) => JSON.stringify(value)),
    fc.array(message, { maxLength: 3 }).map((value) => JSON.stringify(value)),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc.string(),
  );
  const headers = fc.record(
    {
      'mcp-protocol-version': fc.constantFrom('2026-07-28', '2025-06-18', 'x'),
      'mcp-method': fc.oneof(methods, fc.constant('=?base64?%?=')),
      'mcp-name': fc.constantFrom('query-docs', '=?base64?x?=', ''),
    },
    { requiredKeys: [] },
  );

  test('is answered with JSON-RPC or accepted, never with a server error', async () => {
    await fc.assert(
      fc.asyncProperty(body, headers, async (text, given) => {
        const { status, json } = await post(url, text, given);
        expect([200, 202, 400, 404]).toContain(status);
        if (status !== 202) for (const one of [json].flat()) expect(one.jsonrpc).toBe('2.0');
      }),
      { numRuns: 300 },
    );
    expect((await askModern(url, 'tools/list')).status).toBe(200);
    expect(shared.logged().filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
