import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../../src/base/http/clock.ts';
import { followProject } from '../../../src/cli/processes/up/follow-project.ts';
import { apiServer, operatorToken } from '../api/api-server.ts';

const minutes = 60_000;

test('a project whose folder is gone is reported once in five minutes, and read when it is back', async () => {
  const root = await mkdtemp(join(tmpdir(), 'lectern-follow-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = join(root, 'shop');
  const stopped = new AbortController();
  let now = Date.parse('2026-01-01');
  const start = now;
  const clock: Clock = {
    now: () => now,
    async sleep(milliseconds) {
      now += milliseconds;
      if (now - start === 7 * minutes) {
        await mkdir(folder);
        await writeFile(join(folder, 'package.json'), '{"name":"shop"}');
      }
      if (now - start > 9 * minutes) stopped.abort();
    },
  };
  const warnings: [minute: number, error: string][] = [];
  const log = {
    info: () => {},
    warn: ({ err }: { err: Error }) => warnings.push([(now - start) / minutes, err.message]),
  };

  await followProject({
    settings: { project: folder, packageIndexes: [], allowedRanges: [] },
    // No server listens there.
    url: 'http://127.0.0.1:1',
    token: 'x',
    log,
    signal: stopped.signal,
    clock,
  });

  expect(warnings).toEqual([
    [0, expect.stringContaining('ENOENT')],
    [5, expect.stringContaining('ENOENT')],
    [7, expect.stringContaining('No server at http://127.0.0.1:1')],
  ]);
});

test('libraries stay while an installation is under way, and follow what it installed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-follow-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const writeJson = (path: string, content: object): Promise<void> =>
    writeFile(join(folder, path), JSON.stringify(content));
  const lock = (version: string): Promise<void> =>
    writeJson('package-lock.json', {
      name: 'shop',
      lockfileVersion: 3,
      packages: { '': { dependencies: { queue: '*' } }, 'node_modules/queue': { version } },
    });
  const unpack = (version: string): Promise<void> =>
    writeJson('node_modules/queue/package.json', { name: 'queue', version });
  await mkdir(join(folder, 'node_modules/queue'), { recursive: true });
  await writeFile(join(folder, 'node_modules/queue/README.md'), '# Queue\n\nRuns jobs.\n');
  await writeJson('package.json', { name: 'shop', dependencies: { queue: '*' } });
  await lock('1.0.0');
  await unpack('1.0.0');

  const api = await apiServer();
  const ids = async (): Promise<string[]> => (await api.registry.list()).map(({ spec }) => spec.id);
  const stopped = new AbortController();
  let now = 0;
  const seen: Record<string, string[]> = {};
  const steps: Record<number, () => Promise<void>> = {
    10: () => lock('2.0.0'),
    30: async () => {
      seen['while installing'] = await ids();
      await unpack('2.0.0');
    },
    60: async () => {
      seen['after the installation'] = await ids();
      // Nothing installs this version.
      await lock('3.0.0');
    },
    120: async () => stopped.abort(),
  };
  const clock: Clock = {
    now: () => now,
    async sleep(milliseconds) {
      now += milliseconds;
      await steps[now / 1_000]?.();
    },
  };
  await followProject({
    // No index listens there.
    settings: { project: folder, packageIndexes: ['npm=http://127.0.0.1:1'], allowedRanges: [] },
    url: api.url,
    token: operatorToken,
    log: { info: () => {}, warn: () => {} },
    signal: stopped.signal,
    clock,
  });
  seen['without the version'] = await ids();

  expect(seen).toEqual({
    'while installing': ['/packages/npm_queue-1.0.0'],
    'after the installation': ['/packages/npm_queue-2.0.0'],
    'without the version': [],
  });
});
