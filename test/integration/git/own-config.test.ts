import { describe, expect, test } from 'vitest';
import { documentsIn, openers, pathsIn, readAll, serve, skippedIn } from './harness.ts';

const { scratch, published } = await serve();

const withConfig = (
  config: unknown,
  prepare?: Parameters<typeof published>[1],
): ReturnType<typeof published> =>
  published(
    {
      'context7.json': typeof config === 'string' ? config : JSON.stringify(config),
      'README.md': 'readme',
      'docs/a.md': 'a',
      'docs/drafts/b.md': 'b',
      'other/c.md': 'c',
    },
    prepare,
  );

describe.each(openers)('with %s, the context7.json of a repository', (_, open) => {
  test('chooses its files, title, description and versions', async () => {
    const config = {
      projectTitle: 'Widgets',
      description: 'Makes widgets of all kinds',
      folders: ['docs'],
      excludeFolders: ['drafts'],
      previousVersions: [{ tag: 'v1.0.0' }],
      branchVersions: [{ branch: 'next' }],
    };
    const { url } = await withConfig(config, async (made) => {
      await made.git('tag', 'v1.0.0');
      await made.git('branch', 'next');
    });
    const { snapshot, items } = await readAll(open, { url }, await scratch.options());
    expect(pathsIn(items)).toEqual(['README.md', 'docs/a.md']);
    expect(skippedIn(items)).toEqual([]);
    expect(snapshot.facts).toEqual({
      branch: 'main',
      title: 'Widgets',
      description: 'Makes widgets of all kinds',
      versions: ['v1.0.0', 'next'],
    });
  });

  test('does not override the entry', async () => {
    const { url } = await withConfig({ folders: ['docs'], excludeFolders: ['drafts'] });
    const source = { url, folders: ['other'], excludeFolders: [] };
    const { items } = await readAll(open, source, await scratch.options());
    expect(pathsIn(items)).toEqual(['README.md', 'other/c.md']);
  });

  test('names the branch to read if the entry does not', async () => {
    const { url, repository } = await withConfig({ branch: 'site' }, async (made) => {
      await made.git('switch', '--quiet', '--create', 'site');
      await made.commit({ 'README.md': 'site' });
      await made.git('switch', '--quiet', 'main');
    });
    const read = async (place: string, branch?: string): Promise<string | undefined> => {
      const { items } = await readAll(
        open,
        { url: place, ...(branch && { branch }) },
        await scratch.options(),
      );
      return documentsIn(items)[0]?.content;
    };
    expect(await read(url)).toBe('site');
    expect(await read(url, 'main')).toBe('readme');
    // The branch of a local checkout is the one that is checked out, whatever the file names.
    expect(await read(repository.path)).toBe('readme');
  });

  test('that names what does not exist costs a warning and nothing else', async () => {
    const { url } = await withConfig({ branch: 'gone', previousVersions: [{ tag: 'v0.0.9' }] });
    const { snapshot, items } = await readAll(open, { url }, await scratch.options());
    expect(pathsIn(items)).toHaveLength(4);
    expect(snapshot.facts).toEqual({ branch: 'main' });
    expect(skippedIn(items)).toEqual([
      { path: 'context7.json', reason: 'there is no branch named gone' },
      { path: 'context7.json', reason: 'there is neither a tag nor a branch named v0.0.9' },
    ]);
  });

  test.each([
    ['broken', '{"folders": ["docs"', /^it is not JSON/],
    ['of another kind', '["docs"]', /^it is not a JSON object/],
    ['too large', JSON.stringify({ description: 'x'.repeat(200_000) }), /^it is larger than/],
  ])('is ignored with a warning when it is %s', async (_kind, content, reason) => {
    const { url } = await withConfig(content);
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(pathsIn(items)).toHaveLength(4);
    expect(skippedIn(items)).toEqual([
      { path: 'context7.json', reason: expect.stringMatching(reason) },
    ]);
  });
});
