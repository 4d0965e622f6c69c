import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const bin = new URL('../../bin/lectern.js', import.meta.url).pathname;

/** Returns an empty folder, and a server that answers so. */
async function prepared(answer: RequestListener) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-stopped-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const server = createServer(answer).listen(0);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { folder, server, url: `http://127.0.0.1:${port}` };
}

function start(...args: string[]) {
  const child = spawn(process.execPath, [bin, ...args], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'lectern export leaves no part of its file if it ends at %s',
  async (signal) => {
    const { folder, server, url } = await prepared((_request, response) => {
      response.write('PK');
    });
    const child = start('export', '/acme/saw', '--out', join(folder, 'saws.zip'), '--url', url);

    await once(server, 'request');
    child.kill(signal);
    const [, ended] = (await once(child, 'close')) as [null, string];

    expect(ended).toBe(signal);
    expect(await readdir(folder)).toEqual([]);
  },
);

test.each(['SIGINT', 'SIGTERM'] as const)(
  'lectern add --project ends at %s while the server indexes',
  async (signal) => {
    const saw = { name: 'saw', library: '/acme/saw', indexed: false, state: 'tag' };
    const mill = { name: 'mill', dependencies: [saw] };
    const followed = Promise.withResolvers<void>();
    const { folder, url } = await prepared(({ method }, response) => {
      if (method === 'GET') followed.resolve();
      const answer = method === 'GET' ? mill : { project: mill, changes: [] };
      response.end(JSON.stringify(answer));
    });
    const manifest = { name: 'mill', dependencies: { saw: '1.0.0' } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const child = start('add', '--project', folder, '--offline', '--url', url);

    await followed.promise;
    child.kill(signal);
    const [, ended] = (await once(child, 'close')) as [null, string];

    expect(ended).toBe(signal);
  },
);
