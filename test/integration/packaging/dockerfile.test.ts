import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  appFolder,
  dataFolder,
  modelPath,
  programPaths,
  runtimeConfig,
} from '../../stack/image/content.ts';

const root = new URL('../../..', import.meta.url).pathname;

interface Instruction {
  name: string;
  value: string;
}

/** The instructions of every stage, its FROM first. */
async function readStages(): Promise<Instruction[][]> {
  const text = await readFile(join(root, 'Dockerfile'), 'utf8');
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const stages: Instruction[][] = [];
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const [, name = '', value = ''] = /^(\S+)\s+(.*)$/.exec(line)!;
    if (name === 'FROM') stages.push([]);
    stages.at(-1)!.push({ name, value });
  }
  return stages;
}

const stages = await readStages();
const final = stages.at(-1)!;
const valueOf = (name: string): string | undefined =>
  final.find((instruction) => instruction.name === name)?.value;

/** Sources of the stage's COPY instructions, without those that come from another stage. */
const copied = (stage: Instruction[]): string[] =>
  stage
    .filter(({ name, value }) => name === 'COPY' && !value.startsWith('--from'))
    .flatMap(({ value }) => value.split(/\s+/).slice(0, -1));

describe('the Dockerfile', () => {
  test('carries the same files as the image that the tests build', () => {
    const fromStages = final
      .filter(({ name, value }) => name === 'COPY' && value.startsWith('--from'))
      .map(({ value }) => value.split(/\s+/).at(-1) ?? '');

    expect([...copied(final), 'dashboard/dist', 'dist'].sort()).toEqual(
      [...programPaths, modelPath].sort(),
    );
    expect(fromStages.sort()).toEqual([
      '/usr/local/bin/',
      'dashboard/dist',
      'dist',
      'node_modules',
    ]);
  });

  test('starts the same program as the same user with the same environment', () => {
    const [, ...env] = runtimeConfig.Env;

    expect(valueOf('ENTRYPOINT')).toBe(
      JSON.stringify(runtimeConfig.Entrypoint).replaceAll(',', ', '),
    );
    expect(valueOf('USER')).toBe(runtimeConfig.User);
    expect(valueOf('WORKDIR')).toBe(appFolder);
    expect(valueOf('ENV')?.split(' ')).toEqual(env);
    expect(valueOf('RUN')).toContain(`install -d -o 65532 -g 65532 ${dataFolder}`);
  });

  test('copies nothing that its .dockerignore leaves out or the repository does not have', async () => {
    const ignore = await readFile(join(root, '.dockerignore'), 'utf8');
    const kept = ignore
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const needed = stages.flatMap(copied);

    expect([...new Set(needed)].sort()).toEqual(kept.sort());
    for (const path of kept) expect(existsSync(join(root, path)), path).toBe(true);
  });
});
