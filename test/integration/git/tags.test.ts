import { expect, test } from 'vitest';
import { parseLocation } from '../../../src/indexing/sources/git/location.ts';
import { remoteTags } from '../../../src/indexing/sources/git/ls-remote.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { env, serve } from './harness.ts';

const { scratch, server } = await serve();

test.each([
  ['the git program', 'git'],
  ['isomorphic-git', undefined],
])('with %s, every tag has the commit that it names', async (_, program) => {
  const repository = await TestRepository.create(scratch.folder(`work-${program}`), {
    'README.md': 'one',
  });
  const first = await repository.git('rev-parse', 'HEAD');
  await repository.git('tag', 'v1.0.0');
  const second = await repository.commit({ 'README.md': 'two' });
  await repository.git('tag', '--annotate', '--message', 'release', 'kit@1.1.0');
  await repository.publish(scratch.folder(`served/${program}.git`));
  const location = parseLocation(`${server.origin}/${program}.git`, false);
  if (location.kind === 'local') throw new Error('the address is remote');
  const { workDir, allowedRanges, signal } = await scratch.options();
  const options = { workDir, allowedRanges, signal, trusted: false, idleMs: 10_000 };
  const tags = await remoteTags(location, options, { program, env });
  expect(tags.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'kit@1.1.0', commit: second },
    { name: 'v1.0.0', commit: first },
  ]);
});
