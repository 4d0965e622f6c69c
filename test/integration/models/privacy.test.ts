import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const embedder = new URL('../../../src/models/built-in-embedder.ts', import.meta.url).href;

test('embedding keeps no device id, no log and no store of events to upload', async () => {
  const home = await mkdtemp(join(tmpdir(), 'lectern-privacy-'));
  const script = `
    const { createBuiltInEmbedder } = await import(${JSON.stringify(embedder)});
    const embedder = await createBuiltInEmbedder({ threads: 1 });
    const [vector] = await embedder.embed(['a text'], 'document');
    await embedder.close();
    console.log(vector.length);
  `;
  // No other variables of this machine, because the runtime writes nothing if CI is set.
  const env = { PATH: process.env['PATH'], HOME: home, TMPDIR: home };

  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
  const left = await readdir(home);
  await rm(home, { recursive: true });

  expect(stdout.trim()).toBe('384');
  expect(left).toEqual([]);
});
