import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../src/cli/client/client.ts';
import {
  openDataDirectory,
  type DataDirectory,
} from '../../../src/cli/processes/up/data-directory.ts';

let data: string;
let directory: DataDirectory;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'lectern-token-'));
  directory = await openDataDirectory(data);
  return () => rm(data, { recursive: true });
});

/** A server that records its requests. */
async function listener(): Promise<{
  url: string;
  port: number;
  seen: IncomingMessage['headers'][];
}> {
  const seen: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, seen };
}

describe('the operator token of a data directory', () => {
  test('goes to the server of that directory, also by another name of the machine', async () => {
    const server = await listener();
    await directory.announce(server.url);
    const named = `http://localhost:${server.port}/`;
    for (const url of [server.url, named, `${server.url}/api`, `${server.url}/mcp/`]) {
      await createClient({ url, data }).json('/');
      expect(server.seen.pop()?.authorization).toBe(`Bearer ${directory.token}`);
    }
  });

  test('also goes there if the token in the environment is empty', async () => {
    const server = await listener();
    await directory.announce(server.url);
    await createClient({ url: server.url, data, token: '' }).json('/');
    expect(server.seen.pop()?.authorization).toBe(`Bearer ${directory.token}`);
  });

  test('goes to a server on every address of the machine by its loopback address', async () => {
    const server = await listener();
    await directory.announce(`http://0.0.0.0:${server.port}`);
    await createClient({ url: server.url, data }).json('/');
    expect(server.seen.pop()?.authorization).toBe(`Bearer ${directory.token}`);
  });

  test('is not sent to another server, whatever --url names', async () => {
    const [own, other] = [await listener(), await listener()];
    await directory.announce(own.url);
    await createClient({ url: other.url, data }).json('/');
    await createClient({ url: `${own.url}/elsewhere`, data }).json('/');
    expect([...other.seen, ...own.seen].map(({ authorization }) => authorization)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('is not sent after the server has ended', async () => {
    const server = await listener();
    await directory.announce(server.url);
    await directory.release();
    await createClient({ url: server.url, data }).json('/');
    expect(server.seen.pop()?.authorization).toBeUndefined();
  });

  test('is not sent after the server was killed, because another program may listen at its address', async () => {
    const server = await listener();
    await directory.release();
    // A killed process leaves its files.
    await writeFile(join(data, 'server.url'), `${server.url}\n`);
    await writeFile(join(data, 'lectern.lock'), '1');
    await createClient({ url: server.url, data }).json('/');
    expect(server.seen.pop()?.authorization).toBeUndefined();
  });

  test('belongs to an address in a file that only its owner can read', async () => {
    await directory.announce('http://127.0.0.1:7700');
    expect((await stat(join(data, 'server.url'))).mode & 0o777).toBe(0o600);
  });

  test('is not found with an invalid address', async () => {
    await writeFile(join(data, 'server.url'), 'not an address');
    const server = await listener();
    await createClient({ url: server.url, data }).json('/');
    expect(server.seen.pop()?.authorization).toBeUndefined();
  });
});

describe('a key that is given explicitly', () => {
  const key = 'lct_key';

  test('is sent to a server of this machine', async () => {
    const server = await listener();
    await createClient({ url: server.url, data, token: key }).json('/');
    expect(server.seen.pop()?.authorization).toBe(`Bearer ${key}`);
  });

  test.each(['http://docs.example.com', 'http://10.0.0.1:7700', 'http://localhost.example.com'])(
    'is not sent to %s over plain HTTP',
    async (url) => {
      const answer = createClient({ url, data, token: key }).json('/');
      await expect(answer).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringMatching(/over plain HTTP.*--allow-http/),
      });
      await expect(answer).rejects.not.toThrow(key);
    },
  );

  test('is sent there with allowHttp', async () => {
    const url = 'http://docs.invalid';
    const answer = createClient({ url, data, token: key, allowHttp: true }).json('/');
    await expect(answer).rejects.toMatchObject({ exitCode: 4 });
  });
});
