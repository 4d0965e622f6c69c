import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createToolFinder } from './toolbox.ts';

let folder: string;
let program: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-toolbox-'));
  program = join(folder, 'git');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function install(script: string): Promise<void> {
  await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

test('a git program that failed once is looked for again', async () => {
  const find = createToolFinder(program, {});
  await install('exit 1');
  expect(await find()).toEqual({ program: undefined, env: {} });

  await install('echo git version 2.50.1');
  expect(await find()).toEqual({ program, env: {} });
});

test('a git program that was found is not asked for its version again', async () => {
  const find = createToolFinder(program, {});
  await install('echo git version 2.50.1');
  await find();

  await install('exit 1');
  expect(await find()).toEqual({ program, env: {} });
});

test('a git program older than 2.31 is not used', async () => {
  await install('echo git version 2.30.9');
  expect(await createToolFinder(program, {})()).toEqual({ program: undefined, env: {} });
});
