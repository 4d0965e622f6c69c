import { describe, expect, test } from 'vitest';
import type { OpenGit } from '../../../src/indexing/sources/git/open-git.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { openers, serve, withGit } from './harness.ts';
import { Reader } from './reader.ts';

const { scratch, server } = await serve();

/** Returns a reader of the prose of documents. */
function proseReader(open: OpenGit): Reader {
  return new Reader(open, scratch, ({ content }) => [content]);
}

const cutting = (title: string): string =>
  `.. _cut-blade:\n\n${title}\n${'='.repeat(title.length)}\n\nCut slowly and with care.\n`;

let count = 0;

describe.each(openers)('with %s', (_, open) => {
  test('a reference shows the title of a section in another document, and changes with that document only', async () => {
    count += 1;
    const repository = await TestRepository.create(scratch.folder(`titles-${count}`), {
      'docs/start.rst': 'Start\n=====\n\nFirst read :ref:`cut-blade` and :doc:`guide/oil`.\n',
      'docs/guide/cut.rst': cutting('Cutting With a Blade'),
      'docs/guide/oil.rst': 'Oil the Saw\n===========\n\nUse little oil.\n',
      'docs/other.rst': 'Other\n=====\n\nNothing to see here.\n',
    });
    const served = scratch.folder(`served/${count}.git`);
    await repository.publish(served);
    const url = `${server.origin}/${count}.git`;
    const next = async (changes: Record<string, string>): Promise<Record<string, string>> => {
      await repository.commit(changes);
      await repository.git('push', '--quiet', '--force', served, 'main');
      return reader.read(url);
    };
    const reader = proseReader(open);
    expect(await reader.read(url)).toMatchObject({
      'docs/start.rst': 'First read Cutting With a Blade and Oil the Saw.',
    });

    expect(await next({ 'docs/guide/cut.rst': cutting('How to Cut') })).toEqual({
      'docs/start.rst': 'First read How to Cut and Oil the Saw.',
      'docs/guide/cut.rst': 'Cut slowly and with care.',
      'docs/guide/oil.rst': 'unchanged',
      'docs/other.rst': 'unchanged',
    });

    expect(await next({ 'docs/other.rst': 'Other\n=====\n\nBut see :ref:`cut-blade`.\n' })).toEqual(
      {
        'docs/start.rst': 'unchanged',
        'docs/guide/cut.rst': 'unchanged',
        'docs/guide/oil.rst': 'unchanged',
        'docs/other.rst': 'But see How to Cut.',
      },
    );
  });
});

test('a reference to a page with the name of a part does not make it a part', async () => {
  const repository = await TestRepository.create(scratch.folder('rst-parts'), {
    'docs/start.rst': 'Start\n=====\n\nFirst read :doc:`common/oil`.\n',
    'docs/common/oil.rst': 'Oil the Saw\n===========\n\nUse little oil.\n',
  });
  const reader = proseReader(withGit);
  expect(await reader.read(repository.path)).toEqual({
    'docs/start.rst': 'First read Oil the Saw.',
    'docs/common/oil.rst': 'Use little oil.',
  });
  await repository.commit({ 'docs/more.rst': 'More\n====\n\nThere is more.\n' });
  expect(await reader.read(repository.path)).toEqual({
    'docs/start.rst': 'unchanged',
    'docs/common/oil.rst': 'unchanged',
    'docs/more.rst': 'There is more.',
  });
});
