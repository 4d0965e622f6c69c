import { Command } from 'commander';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serverCommand } from './server-command.ts';

test('empty options and variables count as none', async () => {
  vi.stubEnv('LECTERN_URL', '').stubEnv('LECTERN_DATA', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const seen: unknown[] = [];
  const program = new Command();
  serverCommand(program, 'list', 'Lists').action((options: unknown) => void seen.push(options));

  await program.parseAsync(['node', 'lectern', 'list']);
  await program.parseAsync(['node', 'lectern', 'list', '--url', '', '--data', '']);

  const usual = { url: 'http://127.0.0.1:7700', data: './data' };
  expect(seen).toEqual([usual, usual]);
});
