import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runLectern } from '../support/lectern.ts';

const bin = new URL('../../bin/lectern.js', import.meta.url).pathname;
const handshake = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: handshake,
});

/** Starts `lectern mcp` as a client does. No server runs. */
function start(): { child: ChildProcessWithoutNullStreams; ended: Promise<unknown[]> } {
  const child = spawn(process.execPath, [bin, 'mcp', '--url', 'http://127.0.0.1:9']);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended: once(child, 'close') };
}

describe('lectern mcp', () => {
  test('answers all requests before it ends with its input, and prints nothing else', async () => {
    const { child, ended } = start();
    child.stdin.end(initialize);
    const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(await ended).toEqual([0, null]);
    expect(errors).toBe('');
    expect(printed.split('\n')).toHaveLength(2);
    expect(JSON.parse(printed)).toMatchObject({
      id: 1,
      result: { serverInfo: { name: 'lectern' } },
    });
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends at %s', async (signal) => {
    const { child, ended } = start();
    child.stdin.write(`${initialize}\n`);
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
  });

  test('ends without an error when the client no longer reads its output', async () => {
    const { child, ended } = start();
    child.stdin.write(`${initialize}\n`);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    child.stdin.on('error', () => undefined).write(`${initialize}\n`);
    const errors = await text(child.stderr);
    expect(await ended).toEqual([0, null]);
    expect(errors).toBe('');
  });

  test('takes the project from an address as clients of HTTP have it', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url, request.headers['x-lectern-project'] as string | undefined);
      response.writeHead(503).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const params = { name: 'query-docs', arguments: { libraryId: '/acme/web', query: 'route' } };
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const address = `http://127.0.0.1:${port}/mcp?project=shop`;
    const child = spawn(process.execPath, [bin, 'mcp', '--url', address]);
    onTestFinished(() => void child.kill('SIGKILL'));

    child.stdin.end(call);

    expect(JSON.parse(await text(child.stdout))).toMatchObject({ id: 1 });
    expect(asked).toEqual(['/mcp', 'shop']);
  });

  test.each(['nonsense', 'ftp://example.com'])('refuses the address %s', async (url) => {
    const { code, stderr } = await runLectern(['mcp', '--url', url]);
    expect(code).toBe(2);
    expect(stderr).toContain('--url must be an address such as http://127.0.0.1:7700');
  });
});
