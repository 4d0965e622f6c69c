import { expect, test } from 'vitest';
import type { Dependency, PackageFacts } from './dependency.ts';
import { resolveProject, type ResolvePorts } from './resolve-project.ts';
import type { Tag } from './tags.ts';

const kit = 'https://github.com/acme/kit';
const commit = 'c'.repeat(40);

function dependency(name: string, more: Partial<Dependency> = {}): Dependency {
  const given = { version: '1.2.3', range: '', dev: false, declaredIn: 'package.json' };
  return { ecosystem: 'npm', name, ...given, ...more };
}

function resolve(
  dependencies: Dependency[],
  facts: Record<string, PackageFacts>,
  tagsOf: ResolvePorts['tagsOf'],
) {
  const locate = async () => new Map(dependencies.map((one) => [one, facts[one.name] ?? {}]));
  const { signal } = new AbortController();
  const options = { useNearest: false, onProgress: () => {}, signal };
  return resolveProject(dependencies, { locate, tagsOf }, options);
}

const tag = (name: string): Tag => ({ name, commit: 'a'.repeat(40) });

test('the tags of a repository are read once for all of its packages', async () => {
  const read: string[] = [];
  const facts = { repository: { url: kit } };
  const resolved = await resolve(
    [dependency('a'), dependency('b')],
    { a: facts, b: facts },
    async (url) => {
      read.push(url);
      return [tag('a@1.2.3'), tag('b@1.2.3')];
    },
  );
  expect(resolved.map(({ ref }) => ref)).toEqual(['a@1.2.3', 'b@1.2.3']);
  expect(read).toEqual([kit]);
});

test('a repository that cannot be read costs its own packages only', async () => {
  const facts = {
    a: { repository: { url: 'https://git.example.com/a.git' } },
    b: { repository: { url: kit } },
  };
  const [a, b] = await resolve([dependency('a'), dependency('b')], facts, async (url) => {
    if (url !== kit) throw new Error('the host does not answer');
    return [tag('v1.2.3')];
  });
  expect(a).toMatchObject({ state: 'missing', note: 'the host does not answer' });
  expect(b).toMatchObject({ state: 'tag', ref: 'v1.2.3' });
});

test('the reported commit is the source of a version without a tag', async () => {
  const facts = { a: { repository: { url: kit }, commit } };
  const [a] = await resolve([dependency('a')], facts, async () => [tag('v0.1.0')]);
  expect(a).toMatchObject({ state: 'tag', ref: commit });
});

test('a pseudo-version of Go is found by the commit that the index reports', async () => {
  const version = `v0.0.0-20240102030405-${'c'.repeat(12)}`;
  const go = dependency('github.com/acme/kit', { ecosystem: 'go', version });
  const known = { [go.name]: { repository: { url: kit }, commit } };
  const [found] = await resolve([go], known, async () => []);
  expect(found).toMatchObject({ state: 'tag', ref: commit });
  const unknown = { [go.name]: { repository: { url: kit } } };
  const [missing] = await resolve([go], unknown, async () => [tag('v9.0.0')]);
  expect(missing).toMatchObject({ state: 'missing' });
});

test('no tags are read for a version that no file names', async () => {
  const facts = { a: { repository: { url: kit } } };
  const [a] = await resolve([dependency('a', { version: '', range: '^1.0.0' })], facts, () => {
    throw new Error('no tags are needed');
  });
  expect(a).toMatchObject({ state: 'missing', note: 'no lock file names its version (^1.0.0)' });
});
