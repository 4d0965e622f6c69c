import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Dependency } from '../dependency.ts';
import { withInstalledVersions } from './installed-versions.ts';

const numpy: Dependency = {
  ecosystem: 'pypi',
  name: 'numpy',
  version: '',
  candidates: ['2.4.6', '2.5.5'],
  range: '',
  dev: false,
  declaredIn: 'pyproject.toml',
};

async function versionsWith(installed: string, dependency = numpy): Promise<string[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'versions-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  const info = join(folder, `.venv/lib/python3.12/site-packages/numpy-${installed}.dist-info`);
  await mkdir(info, { recursive: true });
  await writeFile(join(info, 'METADATA'), 'Name: numpy\n\nText');
  const found = await withInstalledVersions([dependency], {
    folder,
    home: folder,
    env: {},
    signal: new AbortController().signal,
  });
  return found.map(({ version }) => version);
}

test('of several versions in a lock file, the installed one is in use', async () => {
  expect(await versionsWith('2.5.5')).toEqual(['2.5.5']);
});

test('a version that the lock file does not name is not in use', async () => {
  expect(await versionsWith('1.26.4')).toEqual(['']);
});

test('keeps the only version of a lock file, whatever is installed', async () => {
  const { candidates: _, ...locked } = { ...numpy, version: '2.4.6' };
  expect(await versionsWith('2.5.5', locked)).toEqual(['2.4.6']);
});
