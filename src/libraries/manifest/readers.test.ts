import { appendFile, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readManifestFile } from './readers.ts';

const entry = (name: string): string => `  - url: https://github.com/acme/${name}\n`;

async function fileOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-manifest-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'repos.yaml');
  await writeFile(file, text);
  return file;
}

test('a manifest that is being written is read when it is whole', async () => {
  const file = await fileOf(`repos:\n${entry('anvil')}`);

  const reading = readManifestFile(file);
  // A reader that does not wait has read the first part by then.
  for (let turns = 0; turns < 200; turns += 1) await nextTurn();
  await appendFile(file, entry('saw'));

  expect((await reading).text).toBe(`repos:\n${entry('anvil')}${entry('saw')}`);
});

test('a manifest that has not changed for a moment is read at once, also if its time is in the future', async () => {
  const file = await fileOf('repos: []');

  for (const seconds of [-60, 3_600]) {
    const time = new Date(Date.now() + seconds * 1_000);
    await utimes(file, time, time);
    const signal = AbortSignal.abort();
    expect((await readManifestFile(file, signal)).text).toBe('repos: []');
  }
});

test('a stop ends the wait for a manifest that is being written', async () => {
  const file = await fileOf('repos: []');

  const stop = AbortSignal.abort(new Error('stopped'));
  await expect(readManifestFile(file, stop)).rejects.toThrow('stopped');
});
