import { expect, test } from 'vitest';
import { parseLocation } from '../../../src/indexing/sources/git/location.ts';
import { remoteTags } from '../../../src/indexing/sources/git/ls-remote.ts';
import { env, serve } from './harness.ts';

const { scratch, published } = await serve();

test.each([
  ['the git program', 'git'],
  ['isomorphic-git', undefined],
])('with %s, every tag has the commit that it names', async (_, program) => {
  const commits: string[] = [];
  const { url } = await published({ 'README.md': 'one' }, async (repository) => {
    commits.push(await repository.git('rev-parse', 'HEAD'));
    await repository.git('tag', 'v1.0.0');
    commits.push(await repository.commit({ 'README.md': 'two' }));
    await repository.git('tag', '--annotate', '--message', 'release', 'kit@1.1.0');
  });
  const location = parseLocation(url, false);
  if (location.kind === 'local') throw new Error('the address is remote');
  const { workDir, allowedRanges, signal } = await scratch.options();
  const options = { workDir, allowedRanges, signal, trusted: false, idleMs: 10_000 };
  const tags = await remoteTags(location, options, { program, env });
  expect(tags.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'kit@1.1.0', commit: commits[1] },
    { name: 'v1.0.0', commit: commits[0] },
  ]);
});
