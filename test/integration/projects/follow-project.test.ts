import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../../src/base/http/clock.ts';
import { followProject } from '../../../src/cli/processes/up/follow-project.ts';

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
