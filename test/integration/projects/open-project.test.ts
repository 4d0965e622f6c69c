import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openProject } from '../../../src/cli/project/open-project.ts';
import { closeServer, listen, loopback } from '../../support/web-server.ts';

test('a project that was read leaves no connection to a package index open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-open-project-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const manifest = { name: 'shop', dependencies: { '@acme/queue': '1.0.0' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const ended: Promise<unknown>[] = [];
  // The server lets clients keep a connection for ten minutes.
  const index = createServer({ keepAliveTimeout: 600_000 }, (_request, response) => {
    response.writeHead(404).end();
  });
  index.on('connection', (socket) => ended.push(once(socket, 'close')));
  const port = await listen(index);
  onTestFinished(() => closeServer(index));

  await openProject(
    folder,
    { packageIndexes: `npm=http://127.0.0.1:${port}`, allowedRanges: loopback },
    { onProgress: () => {}, signal: new AbortController().signal },
  );

  expect(ended).not.toEqual([]);
  await Promise.all(ended);
});
