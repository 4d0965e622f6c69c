import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = new URL('../../..', import.meta.url).pathname;

test('npx lectern prints what lectern prints, and no warning of npm', async () => {
  // Removes npm settings of the machine.
  const none = (name: string): string => join(tmpdir(), 'lectern-no-such-folder', name);
  const own = { npm_config_userconfig: none('user'), npm_config_globalconfig: none('global') };
  // A notice of a new npm says nothing about this package.
  const quiet = { npm_config_update_notifier: 'false' };
  const env = { ...process.env, ...own, ...quiet };
  const { stdout, stderr } = await promisify(execFile)('npx', ['lectern', '--version'], {
    cwd: root,
    env,
  });
  expect([stdout, stderr]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\n$/), '']);
});
