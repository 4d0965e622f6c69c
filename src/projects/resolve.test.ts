import { expect, test } from 'vitest';
import type { Dependency } from './dependency.ts';
import { chooseDependencies, resolveDependency } from './resolve.ts';

const dependency: Dependency = {
  ecosystem: 'npm',
  name: '@acme/queue',
  version: '1.2.3',
  range: '^1.2.0',
  dev: false,
  declaredIn: 'package.json',
};
const repository = { url: 'https://github.com/acme/kit', directory: 'packages/queue' };
const installed = '/srv/shop/node_modules/@acme/queue';

test('a tag of exactly the version is the source, with the folder of the package', () => {
  const resolved = resolveDependency(dependency, {
    facts: { repository, installed },
    found: { tag: 'v1.2.3' },
    useNearest: false,
  });
  expect(resolved).toEqual({
    ecosystem: 'npm',
    name: '@acme/queue',
    version: '1.2.3',
    dev: false,
    state: 'tag',
    ref: 'v1.2.3',
    repository: 'https://github.com/acme/kit',
    folder: 'packages/queue',
  });
});

test('without a tag, the installed copy is the source, and the note says why', () => {
  const resolved = resolveDependency(dependency, {
    facts: { repository, installed },
    found: { nearest: 'v1.2.2' },
    useNearest: true,
  });
  expect(resolved).toMatchObject({
    state: 'installed',
    installed,
    nearest: 'v1.2.2',
    note: 'https://github.com/acme/kit has no tag of 1.2.3',
  });
});

test('the nearest tag is used only if a person asks for it', () => {
  const given = { facts: { repository }, found: { nearest: 'v1.2.2' } };
  const missing = resolveDependency(dependency, { ...given, useNearest: false });
  expect(missing).toMatchObject({ state: 'missing', nearest: 'v1.2.2' });
  expect(missing).not.toHaveProperty('ref');
  const nearest = resolveDependency(dependency, { ...given, useNearest: true });
  expect(nearest).toMatchObject({ state: 'nearest', ref: 'v1.2.2' });
});

test.each([
  [{ ...dependency, version: '' }, {}, undefined, 'no lock file names its version (^1.2.0)'],
  [
    { ...dependency, version: '', candidates: ['1.2.3', '1.3.0'] },
    {},
    undefined,
    'the lock file names several versions (1.2.3, 1.3.0), and none of them is installed',
  ],
  [
    dependency,
    { problem: 'unknown to the index of npm' },
    undefined,
    'unknown to the index of npm',
  ],
  [dependency, {}, undefined, 'its repository is unknown'],
  [dependency, { repository }, { problem: 'the host does not answer' }, 'the host does not answer'],
])('the note of a missing dependency names the cause (%#)', (of, facts, found, note) => {
  const resolved = resolveDependency(of, { facts, ...(found && { found }), useNearest: false });
  expect(resolved).toMatchObject({ state: 'missing', note });
});

test('the packages of the program go before those of development, and the maximum is kept', () => {
  const named = (name: string, dev = false): Dependency => ({ ...dependency, name, dev });
  const all = [named('lint', true), named('a'), named('@kit/b'), named('@kit/c')];
  const choice = { only: [], exclude: [], max: 50 };
  const names = (more: Partial<typeof choice>) =>
    chooseDependencies(all, { ...choice, ...more }).chosen.map(({ name }) => name);
  expect(names({})).toEqual(['a', '@kit/b', '@kit/c', 'lint']);
  expect(names({ max: 2 })).toEqual(['a', '@kit/b']);
  expect(names({ only: ['@kit/*'] as never[] })).toEqual(['@kit/b', '@kit/c']);
  expect(names({ exclude: ['@kit/*'] as never[] })).toEqual(['a', 'lint']);
  expect(chooseDependencies(all, { ...choice, max: 1 }).leftOut).toBe(3);
});
