import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PreviewOptions } from '../../../src/indexing/sources/preview/preview.ts';
import { previewSource } from '../../../src/indexing/sources/preview/preview-source.ts';
import { previewPages } from '../../../src/indexing/sources/preview/preview-workspace.ts';
import { account, startConfluence } from '../../doubles/confluence-server.ts';
import { notionToken, startNotion } from '../../doubles/notion-server.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { loopback } from '../../support/web-server.ts';
import { parser, recordingParser } from '../../support/parser.ts';

const idOf = (at: number): string => `a0000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

let folder: string;
let git: GitServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-preview-'));
  const work = await TestRepository.create(join(folder, 'work'), { 'README.md': '# Pencils\n' });
  for (const tag of ['v1.9.0', 'v1.10.0']) await work.git('tag', '--annotate', '--message=x', tag);
  await work.git('branch', 'drafts/next');
  await work.publish(join(folder, 'served', 'team', 'pencils.git'));
  git = await startGitServer({ root: join(folder, 'served') });
});
afterAll(async () => {
  await git.close();
  await rm(folder, { recursive: true });
});

const optionsWith = (parts: Partial<PreviewOptions>): PreviewOptions => ({
  allowedRanges: loopback,
  workDir: folder,
  tools: { program: 'git', env: process.env },
  parser,
  signal: new AbortController().signal,
  // A slow machine needs longer than people wait.
  listingMs: 120_000,
  maxMs: 120_000,
  ...parts,
});

test.each([
  ['with', 'git'],
  ['without', undefined],
])('a repository shows the same %s the git program', async (_, program) => {
  const url = `${git.origin}/team/pencils.git`;
  const options = optionsWith({ tools: { program, env: process.env } });

  const preview = await previewSource({ git: { url, branch: 'v1.9.0' } }, options);

  expect(preview).toEqual({
    found: {
      url,
      defaultBranch: 'main',
      branches: { total: 2, more: false, names: ['main', 'drafts/next'] },
      tags: { total: 2, more: false, names: ['v1.10.0', 'v1.9.0'] },
      // Without the git program, a list of the files needs all of them.
      ...(program && { pages: { total: 1, more: false, names: ['README.md'] } }),
    },
  });
  const missing = await previewSource({ git: { url, branch: 'gone' } }, options);
  expect(missing.failure?.reason).toBe('NotFound');
});

test('a repository shows its documents and what is left out of them', async () => {
  const names = ['index.md', 'a.md', 'b.md'];
  const files = ['docs/en', 'docs/zh', 'docs/de'].flatMap((parent) =>
    names.map((name): [string, string] => [`${parent}/${name}`, `# ${parent} ${name}\n`]),
  );
  const work = await TestRepository.create(join(folder, 'inks'), Object.fromEntries(files));
  await work.publish(join(folder, 'served', 'team', 'inks.git'));
  const source = { url: `${git.origin}/team/inks.git` };

  const { found } = await previewSource({ git: source }, optionsWith({}));
  expect(found?.pages).toEqual({
    total: 3,
    more: false,
    names: ['docs/en/a.md', 'docs/en/b.md', 'docs/en/index.md'],
  });
  expect(found?.leftOut).toEqual([
    'docs: 6 documents are left out as translations (de, zh); name languages in locales to index them',
  ]);

  const chosen = await previewSource(
    { git: { ...source, locales: ['de', 'en'] } },
    optionsWith({}),
  );
  expect(chosen.found?.pages?.total).toBe(6);
  const mistyped = await previewSource(
    { git: { ...source, folders: ['doc', 'docs'] } },
    optionsWith({}),
  );
  expect(mistyped.found?.leftOut).toContain(
    'doc: no file has this path, which folders names from the root',
  );
  expect(await readdir(folder)).toEqual(['inks', 'served', 'work']);
});

test('a repository shows the documents that its settings choose, as a run does', async () => {
  const work = await TestRepository.create(join(folder, 'nibs'), {
    'README.md': '# Nibs\n',
    'guide/cut.md': '# Cut\n',
    'notes/old.md': '# Old\n',
    'src/index.ts': '/** Cuts. */\nexport function cut(): void {}\n',
    'typedoc.json': '{"entryPoints": ["src/index.ts"]}',
    'context7.json': '{"excludeFolders": ["notes"]}',
  });
  await work.publish(join(folder, 'served', 'team', 'nibs.git'));
  const source = { url: `${git.origin}/team/nibs.git` };

  const recording = recordingParser();
  const options = optionsWith({ parser: recording.parser });

  const { found } = await previewSource({ git: source }, options);

  expect(found?.pages?.names).toEqual(['README.md', 'guide/cut.md', 'src/index.ts']);
  // Another process reads the settings and compares the paths, which can take seconds.
  expect(recording.tasks).toEqual(['repositoryConfig', 'listedDocuments']);
});

test('a repository shows the documents of the branch that its settings name', async () => {
  const work = await TestRepository.create(join(folder, 'quills'), {
    'README.md': '# Quills\n',
    'context7.json': '{"branch": "docs"}',
  });
  await work.git('checkout', '--quiet', '-b', 'docs');
  await work.commit({ 'guide/cut.md': '# Cut\n' });
  await work.git('checkout', '--quiet', 'main');
  await work.publish(join(folder, 'served', 'team', 'quills.git'));
  const url = `${git.origin}/team/quills.git`;

  const { found } = await previewSource({ git: { url } }, optionsWith({}));
  const chosen = await previewSource({ git: { url, branch: 'main' } }, optionsWith({}));

  expect(found?.pages?.names).toEqual(['README.md', 'guide/cut.md']);
  expect(chosen.found?.pages?.names).not.toContain('guide/cut.md');
});

test('pages of a workspace are shown by their titles, as far as the integration sees them', async () => {
  await using notion = await startNotion();
  const page = { edited: '2026-03-01T10:00:00.000Z', blocks: [] };
  notion.pages.set(idOf(1), { title: 'Handbook', ...page });
  notion.pages.set(idOf(2), { title: 'Pencils', ...page });
  const options = optionsWith({ credentials: { 'pages.token': notionToken } });
  const source = { pageIds: [idOf(1), idOf(2), idOf(3)] };

  const { found } = await previewPages(source, options, notion.url);

  expect(found).toEqual({
    title: 'Handbook',
    pages: { total: 2, more: false, names: ['Handbook', 'Pencils'] },
  });
});

test.each(['cloud', 'data-center'] as const)(
  'a large space on %s is counted by its first listing only',
  async (kind) => {
    await using wiki = await startConfluence({ kind });
    for (let id = 1; id <= 300; id += 1)
      wiki.pages.set(String(id), { title: `Page ${id}`, storage: '<p>x</p>' });
    const credentials = {
      'wiki.siteUrl': wiki.site,
      'wiki.token': account.token,
      ...(kind === 'cloud' && { 'wiki.email': account.email }),
    };
    const source = { siteUrl: wiki.site, spaceKey: 'DOC' };

    const { found } = await previewSource({ wiki: source }, optionsWith({ credentials }));

    expect(found).toMatchObject({ title: 'Documentation', pages: { more: true } });
    expect(found?.pages?.names).toHaveLength(100);
    expect(wiki.requests).toHaveLength(2);
  },
);
