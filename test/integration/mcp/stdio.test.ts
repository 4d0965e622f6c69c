import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRemoteService } from '../../../src/api/mcp/remote-service.ts';
import type { McpService } from '../../../src/api/mcp/service.ts';
import { serveStdio } from '../../../src/api/mcp/stdio.ts';
import { operatorToken, startApi, type ApiServer } from '../api/api-server.ts';
import { modernParams } from './rpc.ts';

let shared: ApiServer;
beforeAll(async () => {
  shared = await startApi();
  return shared.close;
});

type Message = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- tests look into answers of every shape

/** A tool server over streams, and the messages that it wrote. */
interface Connection {
  write: (line: string | object) => void;
  written: Message[];
  /** Resolves with the response to this id. */
  answer: (id: unknown) => Promise<Message>;
  /** Ends the input and waits until the server ends. */
  end: () => Promise<void>;
}

function connect(
  service: McpService = createRemoteService({ url: shared.url, version: '9' }),
): Connection {
  const input = new PassThrough();
  const output = new PassThrough();
  const stopped = new AbortController();
  const written: Message[] = [];
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const lines = text.split('\n');
    text = lines.pop()!;
    written.push(...lines.map((line): Message => JSON.parse(line)));
  });
  const served = serveStdio({ service, version: '9', input, output, signal: stopped.signal });
  onTestFinished(() => stopped.abort());
  return {
    written,
    write: (line) =>
      void input.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`),
    answer: (id) =>
      vi.waitFor(
        () => {
          const found = written.find((one) => one['id'] === id && !('method' in one));
          expect(found).toBeDefined();
          return found!;
        },
        { timeout: 30_000 },
      ),
    async end() {
      input.end();
      await served;
    },
  };
}

const request = (id: unknown, method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const initialize = request('init', 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});
const call = (name: string, args: object): object => ({ name, arguments: args });
const question = { libraryId: '/acme/web', query: 'How do I declare a route?' };

describe('the tool server over stdin and stdout', () => {
  test('serves clients of both eras on one connection', async () => {
    const { write, answer } = connect();
    write(request(1, 'server/discover', modernParams()));
    write(initialize);
    expect((await answer(1))['result'].supportedVersions).toEqual(['2026-07-28']);
    expect((await answer('init'))['result'].protocolVersion).toBe('2025-11-25');
    write(request(2, 'tools/call', modernParams(call('query-docs', question))));
    write(request(3, 'tools/call', call('query-docs', question)));
    const [modern, legacy] = [await answer(2), await answer(3)];
    expect(legacy['result'].content[0].text).toContain('### Declare a route');
    expect(modern['result'].content).toEqual(legacy['result'].content);
    expect(modern['result'].resultType).toBe('complete');
  });

  test('answers each request of a batch, which revision 2025-03-26 has', async () => {
    const { write, answer, end, written } = connect();
    const listed = { jsonrpc: '2.0', method: 'notifications/initialized' };
    write([request(1, 'ping'), listed, request(2, 'tools/call', call('query-docs', question))]);
    expect((await answer(1))['result']).toEqual({});
    expect((await answer(2))['result'].content[0].text).toContain('### Declare a route');
    await end();
    expect(written).toHaveLength(2);
  });

  test('completes all requests after the end of its input, and then ends', async () => {
    for (const params of [
      call('query-docs', question),
      modernParams(call('query-docs', question)),
    ]) {
      const { write, end, written } = connect();
      write(request(5, 'tools/call', params));
      await end();
      expect(written.at(-1)?.['result'].content[0].text).toContain('### Declare a route');
    }
  });

  test('shows the tools that its key may use', async () => {
    const apiKey = operatorToken;
    const { write, answer } = connect(
      createRemoteService({ url: shared.url, version: '9', apiKey }),
    );
    write(request(1, 'tools/list', modernParams()));
    write(request(2, 'tools/call', modernParams(call('list-libraries', {}))));
    write(request(3, 'tools/call', modernParams(call('nothing', {}))));
    expect((await answer(1))['result'].tools).toHaveLength(5);
    expect((await answer(2))['result'].content[0].text).toBe('There are no libraries yet.');
    expect((await answer(3))['error'].code).toBe(-32602);
  });

  test('an unknown resource has the error code of each era', async () => {
    const { write, answer } = connect();
    const uri = 'lectern://library/no/body';
    write(request(1, 'resources/read', { uri }));
    write(request(2, 'resources/read', modernParams({ uri })));
    expect((await answer(1))['error']).toMatchObject({ code: -32002, data: { uri } });
    expect((await answer(2))['error']).toMatchObject({ code: -32602, data: { uri } });
  });

  test('keeps its tools while the server is down, and calls report that', async () => {
    const down = createRemoteService({ url: 'http://127.0.0.1:9', version: '9' });
    const { write, answer } = connect(down);
    write(initialize);
    write(request(1, 'tools/list'));
    write(request(2, 'tools/call', call('query-docs', question)));
    expect((await answer('init'))['result'].serverInfo.name).toBe('lectern');
    expect((await answer(1))['result'].tools).toHaveLength(2);
    expect((await answer(2))['result'].content[0].text).toMatch(
      /^The Lectern server at http:\/\/127\.0\.0\.1:9 cannot be used: .*\. Check that it runs/,
    );
  });

  test('asks again if the kept connection was closed meanwhile, as during a sleep of the machine', async () => {
    const answered = new WeakSet<Socket>();
    const server = createServer((incoming, response) => {
      if (answered.has(incoming.socket)) {
        incoming.socket.resetAndDestroy();
        return;
      }
      answered.add(incoming.socket);
      const result = { content: [{ type: 'text', text: 'an answer' }] };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => server.close().closeAllConnections());
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const { write, answer } = connect(createRemoteService({ url, version: '9' }));
    for (const id of [1, 2, 3]) {
      write(request(id, 'tools/call', call('query-docs', question)));
      expect((await answer(id))['result'].content[0].text).toBe('an answer');
    }
  });

  test('does not wait forever for a server that does not respond', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => silent.close().closeAllConnections());
    const { port } = silent.address() as AddressInfo;
    const service = createRemoteService({
      url: `http://127.0.0.1:${port}`,
      version: '9',
      timeoutMs: 200,
    });
    const { write, answer } = connect(service);
    write(request(2, 'tools/call', call('query-docs', question)));
    expect((await answer(2))['result'].content[0].text).toContain('no answer within 0.2 s');
  });

  test('reports what responds at a wrong address', async () => {
    const wrong = createRemoteService({ url: `${shared.url}/api/v2`, version: '9' });
    const { write, answer } = connect(wrong);
    write(request(2, 'tools/call', modernParams(call('query-docs', question))));
    expect((await answer(2))['result'].content[0].text).toContain('Unknown path');
  });

  test.each([
    ['no JSON', '{', -32700, null],
    ['a line of two million characters', `"${'x'.repeat(2_000_000)}"`, -32700, null],
    ['a batch without messages', '[]', -32600, null],
    ['a batch in a batch', '[[]]', -32600, null],
    ['a batch of 51 messages', `[${'1,'.repeat(50)}1]`, -32600, null],
    ['no version of JSON-RPC', '{"id":4,"method":"ping"}', -32600, 4],
    ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
    ['params that are no object', '{"jsonrpc":"2.0","id":4,"method":"ping","params":1}', -32600, 4],
  ])(
    '%s is reported as an error, and the next message is handled',
    async (_case, line, code, id) => {
      const { write, answer, written } = connect();
      write(line);
      write('');
      write(request(1, 'server/discover', modernParams()));
      await answer(1);
      expect(written[0]).toMatchObject({ id, error: { code } });
    },
  );

  test('a request that is cancelled ends at the server and is not answered', async () => {
    for (const wrap of [modernParams, (params: object) => params]) {
      const asked = Promise.withResolvers<AbortSignal>();
      const service: McpService = {
        tools: async () => [],
        read: () => Promise.reject(new Error('not asked')),
        async call(_name, _given, signal) {
          asked.resolve(signal);
          await once(signal, 'abort');
          throw new Error('cancelled');
        },
      };
      const { write, answer, end, written } = connect(service);
      write(request(1, 'tools/call', wrap(call('query-docs', question))));
      const signal = await asked.promise;
      write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
      await vi.waitFor(() => expect(signal.aborted).toBe(true), 30_000);
      write(request(2, 'tools/list', modernParams()));
      await answer(2);
      await end();
      expect(written.map(({ id }) => id)).toEqual([2]);
    }
  });

  test('for any input, it writes only JSON-RPC and continues', async () => {
    const message = fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '1.0'),
        id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
        method: fc.oneof(
          fc.constantFrom('initialize', 'tools/call', 'notifications/cancelled', 'ping'),
          fc.string(),
        ),
        params: fc.oneof(
          fc.jsonValue(),
          fc.jsonValue().map((value) => modernParams({ name: 'x', arguments: value })),
          fc.jsonValue().map((value) => ({ requestId: value, _meta: value })),
        ),
        result: fc.jsonValue(),
        error: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const line = fc.oneof(
      message.map((value) => JSON.stringify(value)),
      fc.string().map((text) => text.replaceAll('\n', ' ')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
        const { write, answer, end, written } = connect();
        for (const one of lines) write(one);
        write(request('the last', 'server/discover', modernParams()));
        await answer('the last');
        await end();
        for (const one of written) expect(one['jsonrpc']).toBe('2.0');
      }),
      { numRuns: 60 },
    );
  });
});
