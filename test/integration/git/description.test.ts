import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProjectFacts } from '../../../src/indexing/sources/project/project-facts.ts';
import type { OpenGit } from '../../../src/indexing/sources/git/open-git.ts';
import { openers, serve, withGit } from './harness.ts';

const { scratch, published } = await serve();

const files = {
  'README.md': '# The Forge\n\nForge makes anvils of iron. And more.\n',
  'website/docusaurus.config.ts': "export default { title: 'Forge', tagline: 'Anvils for all' };\n",
  'website/docs/a.md': '# A\n\nText.\n',
  'package.json': '{"name":"forge-monorepo","private":true}',
  'packages/core/package.json': '{"name":"@acme/forge"}',
  'packages/large/package.json': `{"name":"@acme/large","x":"${'x'.repeat(200_000)}"}`,
};

async function described(open: OpenGit, url: string): Promise<ProjectFacts | undefined> {
  const options = await scratch.options();
  const snapshot = await open({ url }, options);
  try {
    return await snapshot.describe?.(options.signal);
  } finally {
    await snapshot.close();
  }
}

const expected: ProjectFacts = {
  title: 'Forge',
  description: 'Anvils for all',
  firstSentence: 'Forge makes anvils of iron.',
  names: [],
  parts: ['@acme/forge'],
};

describe.each(openers)('with %s, a repository', (_, open) => {
  test('is described by its own files, without those that are too large', async () => {
    const { url } = await published(files);

    expect(await described(open, url)).toEqual(expected);
  });

  test('is described by its context7.json first', async () => {
    const config = { projectTitle: 'Acme', description: 'Everything' };
    const { url } = await published({ ...files, 'context7.json': JSON.stringify(config) });

    expect(await described(open, url)).toEqual({
      ...expected,
      title: 'Acme',
      description: 'Everything',
    });
  });
});

test('a folder without Git is described by its own files', async () => {
  const folder = scratch.folder('plain');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }

  expect(await described(withGit, `file://${folder}`)).toEqual(expected);
});
