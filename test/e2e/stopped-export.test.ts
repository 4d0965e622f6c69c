import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const bin = new URL('../../bin/lectern.js', import.meta.url).pathname;

test.each(['SIGINT', 'SIGTERM'] as const)(
  'lectern export leaves no part of its file if it ends at %s',
  async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-stopped-export-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const server = createServer((_request, response) => void response.write('PK')).listen(0);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const args = ['export', '/acme/saw', '--out', join(folder, 'saws.zip')];
    const url = ['--url', `http://127.0.0.1:${port}`];
    const child = spawn(process.execPath, [bin, ...args, ...url], { stdio: 'ignore' });

    await once(server, 'request');
    child.kill(signal);
    const [, ended] = (await once(child, 'close')) as [null, string];

    expect(ended).toBe(signal);
    expect(await readdir(folder)).toEqual([]);
  },
);
