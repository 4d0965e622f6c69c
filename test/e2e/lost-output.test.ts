import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const bin = new URL('../../bin/lectern.js', import.meta.url).pathname;

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'lectern-lost-output-'));
});
afterEach(async () => {
  await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const options = (): string[] => ['--data', data, '--port', '0', '--threads', '1', '--manifest', ''];

/** Returns the address of the server, which it writes to its data directory when it listens. */
const address = (): Promise<string> =>
  vi.waitFor(async () => {
    const url = await readFile(join(data, 'server.url'), 'utf8');
    expect(url).not.toBe('');
    return url.trim();
  }, 60_000);

test('a command whose reader ends early, such as `head`, ends without an error', async () => {
  const child = spawn(process.execPath, [bin, 'license', 'keygen', '--out', join(data, 'key')]);
  child.stdout.destroy();
  let told = '';
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];

  expect(code).toBe(0);
  expect(told).not.toContain('EPIPE');
});

test('a command whose output cannot be written says so in one line', async () => {
  const full = openSync('/dev/full', 'w');
  const args = [bin, 'license', 'keygen', '--out', join(data, 'key')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  let told = '';
  child.stderr!.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];

  expect(code).toBe(1);
  expect(told).toMatch(
    /\nlectern: Cannot write the output: ENOSPC: no space left on device, write\n$/,
  );
});

test('lectern up answers and stops although nobody can write its output and its log', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [bin, 'up', '--log-level', 'debug', ...options()], {
    stdio: ['ignore', full, full],
  });
  closeSync(full);
  const ended = once(child, 'close') as Promise<[number | null]>;
  const url = await address();

  const answers: number[] = [];
  for (let asked = 0; asked < 3; asked++) {
    answers.push((await fetch(`${url}/api/v1/libraries`)).status);
  }
  child.kill();

  expect(answers).toEqual([200, 200, 200]);
  expect((await ended)[0]).toBe(0);
});

test('lectern up answers although the reader of its output and its log has ended', async () => {
  const child = spawn(process.execPath, [bin, 'up', '--log-level', 'debug', ...options()]);
  child.stdout.destroy();
  child.stderr.destroy();
  const ended = once(child, 'close') as Promise<[number | null]>;
  const url = await address();

  expect((await fetch(`${url}/api/v1/libraries`)).status).toBe(200);
  child.kill();
  expect((await ended)[0]).toBe(0);
});
