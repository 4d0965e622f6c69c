import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documentsIn, failureOf, openers, pathsIn, readAll, serve, skippedIn } from './harness.ts';

const { scratch, published } = await serve();

const guide = {
  'README.md': '# Widgets\n',
  'docs/guide.md': '# Guide\n',
  'docs/reference/api.rst': 'API\n===\n',
  'src/widget.ts': '/** A widget. */\nexport class Widget {}\n',
  'package.json': '{}',
};

describe.each(openers)('with %s', (_, open) => {
  test('a repository gives its documents at the commit of its default branch', async () => {
    const { repository, url } = await published(guide);
    const { snapshot, items } = await readAll(open, { url }, await scratch.options());
    const commit = await repository.git('rev-parse', 'HEAD');
    expect(snapshot.revision).toBe(commit);
    expect(snapshot.total).toBe(3);
    expect(snapshot.facts).toEqual({ branch: 'main' });
    expect(snapshot.linkTemplate).toBe(`${url}#{path}`);
    const [document] = documentsIn(items);
    expect(document).toEqual({
      path: 'README.md',
      format: 'markdown',
      content: '# Widgets\n',
      hash: await repository.git('rev-parse', 'HEAD:README.md'),
    });
    expect(pathsIn(items)).toEqual(['README.md', 'docs/guide.md', 'docs/reference/api.rst']);
  });

  test('a local repository gives the same items as its copy on a server', async () => {
    const { repository, url } = await published(guide);
    const remote = await readAll(open, { url }, await scratch.options());
    const local = await readAll(open, { url: repository.path }, await scratch.options());
    expect(local.items).toEqual(remote.items);
    expect(local.snapshot.revision).toBe(remote.snapshot.revision);
  });

  test('the id of a commit is a version, also if no tag or branch has the commit any more', async () => {
    let first = '';
    const { url } = await published({ 'README.md': 'one' }, async (repository) => {
      first = await repository.git('rev-parse', 'HEAD');
      await repository.commit({ 'README.md': 'two' });
    });
    const options = await scratch.options({ version: first });
    const { snapshot, items } = await readAll(open, { url }, options);
    expect(snapshot.revision).toBe(first);
    expect(documentsIn(items).map(({ content }) => content)).toEqual(['one']);
  });

  test('the id of a commit that the server does not have is refused by its id', async () => {
    const { url } = await published({ 'README.md': 'one' });
    const missing = '0123456789abcdef0123456789abcdef01234567';
    const options = await scratch.options();
    const failure = await failureOf(open, { url, branch: missing }, options);
    expect(failure.message).toContain(missing);
    expect(failure.reason).toBe('NotFound');
  });

  test('the branch of a source that reads a tag is the tag', async () => {
    const { url } = await published({ 'README.md': 'one' }, async (repository) => {
      await repository.git('tag', 'v1');
    });
    const { snapshot } = await readAll(open, { url, branch: 'v1' }, await scratch.options());
    expect(snapshot.facts.branch).toBe('v1');
  });

  test('branches, tags and annotated tags are versions', async () => {
    const { url } = await published({ 'README.md': 'one' }, async (repository) => {
      await repository.git('tag', 'v1');
      await repository.commit({ 'README.md': 'two' });
      await repository.git('tag', '--annotate', '--message=two', 'v2');
      await repository.git('switch', '--quiet', '--create', 'release/3');
      await repository.commit({ 'README.md': 'three' });
      await repository.git('switch', '--quiet', 'main');
      await repository.commit({ 'README.md': 'newest' });
    });
    const content = async (version?: string, branch?: string): Promise<string | undefined> => {
      const options = await scratch.options(version === undefined ? {} : { version });
      const { items } = await readAll(open, { url, ...(branch && { branch }) }, options);
      return documentsIn(items)[0]?.content;
    };
    expect(await content('v1')).toBe('one');
    expect(await content('v2')).toBe('two');
    expect(await content('release/3')).toBe('three');
    expect(await content(undefined, 'release/3')).toBe('three');
    expect(await content('v1', 'release/3')).toBe('one');
    expect(await content()).toBe('newest');
  });

  test('the revision of an annotated tag is its commit', async () => {
    const { repository, url } = await published(guide, (made) => made.git('tag', '-am', 'x', 'v1'));
    const { snapshot } = await readAll(open, { url }, await scratch.options({ version: 'v1' }));
    expect(snapshot.revision).toBe(await repository.git('rev-parse', 'HEAD'));
  });

  test('an unknown version is NotFound and names some that exist', async () => {
    const { repository, url } = await published(guide, (made) => made.git('tag', 'v1.2.0'));
    for (const place of [url, repository.path]) {
      const options = await scratch.options({ version: 'v9' });
      const failure = await failureOf(open, { url: place }, options);
      expect(failure).toMatchObject({ reason: 'NotFound', retry: 'never', left: [] });
      expect(failure.message).toMatch(
        /named "v9"; it has tags such as v1\.2\.0 and branches such as main/,
      );
    }
  });

  test('the filter of the entry decides', async () => {
    const { url } = await published({
      ...guide,
      'docs/internal/secret.md': 'x',
      'examples/a.md': 'x',
    });
    const source = {
      url,
      folders: ['docs'],
      excludeFolders: ['internal'],
      excludeFiles: ['guide.md'],
    };
    const { items } = await readAll(open, source, await scratch.options());
    expect(pathsIn(items)).toEqual(['README.md', 'docs/reference/api.rst']);
  });

  test('folders that do not exist are named', async () => {
    const { url } = await published(guide, (repository) => repository.git('tag', 'v1'));
    const source = { url, folders: ['docs', './guides/', 'reference', 'docs/*erence'] };
    const { items } = await readAll(open, source, await scratch.options());
    const reason = 'no file has this path, which folders names from the root';
    expect(skippedIn(items)).toMatchObject([
      { path: './guides/', reason },
      { path: 'reference', reason },
    ]);
    const old = await readAll(open, source, { ...(await scratch.options()), version: 'v1' });
    expect(skippedIn(old.items)).toEqual([]);
  });

  test('source code is read on request, or if there is nothing else', async () => {
    const documented = await published(guide);
    const source = { url: documented.url, indexSourceCode: true };
    const both = await readAll(open, source, await scratch.options());
    expect(pathsIn(both.items)).toContain('src/widget.ts');
    const bare = await published({ 'src/widget.ts': guide['src/widget.ts'], 'package.json': '{}' });
    const code = await readAll(open, { url: bare.url }, await scratch.options());
    expect(documentsIn(code.items)).toMatchObject([{ path: 'src/widget.ts', format: 'code' }]);
  });

  test('an API description is recognized by its content, not by its name', async () => {
    const { url } = await published({
      'README.md': 'x',
      'openapi.yaml': 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n',
      'api-settings.json': '{"port": "x"}',
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(documentsIn(items)).toMatchObject([
      { format: 'markdown' },
      { path: 'openapi.yaml', format: 'openapi' },
    ]);
    expect(skippedIn(items)).toEqual([
      { path: 'api-settings.json', reason: 'is not an API description' },
    ]);
  });

  test('an API description in a repository that has little else needs no name', async () => {
    const { url } = await published({
      'README.md': 'x',
      'v1/saws.yml': 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n',
      'v1/package.json': '{"name": "saws"}',
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(pathsIn(items)).toEqual(['README.md', 'v1/saws.yml']);
    expect(skippedIn(items)).toEqual([]);
  });

  test('the text that Jupytext keeps of a notebook is left out beside it', async () => {
    const paired = '---\njupytext:\n  formats: ipynb,md:myst\n---\n\n# Cut\n\nCut wood.\n';
    const { url } = await published({
      'docs/cut.md': paired,
      'docs/cut.ipynb': '{"cells": [], "nbformat": 4}',
      'docs/oil.md': '# Oil\n',
      'docs/oil.ipynb': '{"cells": []}',
      'docs/saw.md': `${paired}Saw.\n`,
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(pathsIn(items)).not.toContain('docs/cut.md');
    expect(pathsIn(items)).toEqual(
      expect.arrayContaining(['docs/cut.ipynb', 'docs/oil.md', 'docs/saw.md']),
    );
    expect(skippedIn(items)).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('the notebooks beside them') }),
    ]);
  });

  test('pages that a site does not show are left out, and named', async () => {
    const { url } = await published({
      ...guide,
      'docs/conf.py': "exclude_patterns = ['new']\n",
      'docs/new/oil.md': '# Oil\n',
      'docs/saw.md': '---\ntitle: Saw\ndraft: true\n---\nCut.\n',
      'docs/cut.md': '+++\ndraft = false\n+++\n# Cut\n\ndraft: true\n',
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(pathsIn(items)).toEqual([
      'README.md',
      'docs/cut.md',
      'docs/guide.md',
      'docs/reference/api.rst',
    ]);
    expect(skippedIn(items).map(({ path, reason }) => [path, reason])).toEqual([
      [
        'docs/new',
        '1 document is left out as hidden from the site (docs/conf.py); name their folders in folders to index them',
      ],
      ['docs', '1 document is left out as drafts (docs/saw.md); their front matter says so'],
    ]);
  });

  test('a page of a gallery is recognized by its title', async () => {
    const { url } = await published({
      'docs/index.txt': 'Saws\n====\n',
      'examples/README.txt': 'Examples\n========\n',
      'examples/plot_cut.py': '"""\nCut\n===\n"""\nprint(1)\n',
      'examples/helper.py': '"""Helps."""\n',
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(documentsIn(items)).toMatchObject([
      { path: 'docs/index.txt' },
      { format: 'text' },
      { path: 'examples/plot_cut.py', format: 'gallery' },
    ]);
    expect(skippedIn(items)).toEqual([]);
  });

  test('a program of Julia is a document if Literate.jl makes a page of it', async () => {
    const { url } = await published({
      'docs/src/cut.jl': '# # Cut\n\n# Cuts.\n\ncut()\n',
      'docs/make.jl': 'using Documenter\n',
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(documentsIn(items).map(({ path }) => path)).toEqual(['docs/src/cut.jl']);
  });

  test('a help page of R is a document unless it is internal', async () => {
    const { url } = await published({
      'man/cut.Rd': '\\name{cut}\n\\title{Cut wood}\n',
      'man/saw-package.Rd': '\\name{saw}\n\\title{Saws}\n\\keyword{internal}\n',
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(documentsIn(items).map(({ path }) => path)).toEqual(['man/cut.Rd']);
  });

  test('a manual page is a document unless a program wrote it', async () => {
    const { url } = await published({
      'saw.1': '.TH SAW 1\n.SH NAME\nsaw \\- cut wood\n',
      'man/oil.1': '.\\" Automatically generated by Pandoc 3\n.TH OIL 1\n',
      'man/cut.1': '.so man1/saw.1\n',
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(documentsIn(items).map(({ path }) => path)).toEqual(['saw.1']);
  });

  test('a module of Elixir is a document if it has a text', async () => {
    const { url } = await published({
      'mix.exs': 'defmodule Saw.MixProject do\nend\n',
      'lib/saw.ex': 'defmodule Saw do\n  @moduledoc "A saw."\nend\n',
      'lib/saw/blade.ex': 'defmodule Saw.Blade do\n  @moduledoc false\nend\n',
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(documentsIn(items).map(({ path }) => path)).toEqual(['lib/saw.ex']);
    expect(skippedIn(items)).toEqual([]);
  });

  test('XML is a document if it is DocBook or a page of a site, and HTML if it has tags', async () => {
    const { url } = await published({
      'doc/cut.xml':
        '<refentry id="cut"><refnamediv><refname>cut</refname></refnamediv></refentry>',
      'doc/oil.html': 'URI: oil.html.en\nContent-Language: en\n',
      'doc/oil.xml': '<manualpage><title>Oil</title><summary><p>Oils.</p></summary></manualpage>',
      'doc/settings.xml': '<settings/>',
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(documentsIn(items)).toMatchObject([
      { path: 'doc/cut.xml', format: 'docbook' },
      { path: 'doc/oil.xml', format: 'docbook' },
    ]);
    expect(skippedIn(items)).toEqual([]);
  });

  test('the settings of a site of Quarto are a document if they list the objects of a reference', async () => {
    const { url } = await published({
      'docs/_quarto.yml': 'quartodoc:\n  package: saw\n  sections: [{contents: [cut]}]\n',
      'blog/_quarto.yml': 'project:\n  type: website\n',
      'saw/__init__.py': 'def cut():\n    """Cut."""\n',
      'README.md': 'A saw.\n',
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    const included = { 'saw/__init__.py': expect.stringContaining('def cut') as string };
    expect(documentsIn(items)).toMatchObject([
      { path: 'README.md' },
      { path: 'docs/_quarto.yml', format: 'quarto', included },
    ]);
  });

  test('a page of Jekyll is recognized by its title', async () => {
    const { url } = await published({
      '_config.yml': 'title: Saws\n',
      'en/cut.html': '---\nlayout: page\ntitle: Cut\n---\n<p>Cut.</p>\n',
      'en/list.html': '---\ntitle: All\n---\n{% for saw in site.saws %}{{ saw }}{% endfor %}\n',
      'en/map.html': '<p>No title.</p>\n',
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(documentsIn(items)).toMatchObject([{ path: 'en/cut.html', format: 'html' }]);
  });

  test('pages with the same name in folders beside each other state their folders, and copies do not', async () => {
    const names = ['cut', 'oil', 'clean', 'store', 'sell'];
    const files = ['band', 'hand'].flatMap((folder) =>
      names.map((name): [string, string] => [`${folder}/${name}.md`, `${folder} ${name}\n`]),
    );
    const { url } = await published({ ...Object.fromEntries(files), 'hand/oil.md': 'band oil\n' });
    const { items } = await readAll(open, { url }, await scratch.options());
    const variants = documentsIn(items).map(({ path, variant }) => [path, variant]);
    expect(variants).toContainEqual(['band/cut.md', 'band']);
    expect(variants).toContainEqual(['hand/cut.md', 'hand']);
    expect(variants).toContainEqual(['band/oil.md', undefined]);
    expect(variants).toHaveLength(9);
  });

  test('a page at the root is a manual if it has many paragraphs and examples', async () => {
    const part = '<h2>Cut</h2><p>Oil it.</p><p>Cut.</p><p>Clean it.</p><pre>saw.cut()</pre>';
    const pageOf = async (page: string): Promise<unknown[]> => {
      const { url } = await published({ 'README.md': 'A saw.\n', 'index.html': page });
      const { items } = await readAll(open, { url }, await scratch.options());
      return documentsIn(items).map(({ path }) => path);
    };
    expect(await pageOf(part.repeat(4))).toEqual(['README.md', 'index.html']);
    expect(await pageOf(part)).toEqual(['README.md']);
    expect(await pageOf('---\nlayout: home\n---\n' + part.repeat(4))).toEqual(['README.md']);
  });

  test('text is decoded whatever its encoding, and binary files are skipped', async () => {
    const { url } = await published({
      'bom.md': Buffer.from('\uFEFFGrüße'),
      'latin.md': Buffer.from('Grüße', 'latin1'),
      'utf16.md': Buffer.from('\uFEFFGrüße', 'utf16le'),
      'utf8.md': 'Grüße, 世界: `<meta charset="shift_jis">`',
      'binary.md': Buffer.from([1, 0, 2]),
      'log.md': `${'Cut. '.repeat(2_000)}\0`,
      'empty.md': '',
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    const contents = Object.fromEntries(
      documentsIn(items).map(({ path, content }) => [path, content]),
    );
    expect(contents).toEqual({
      'bom.md': 'Grüße',
      'latin.md': 'Grüße',
      'utf16.md': 'Grüße',
      'utf8.md': 'Grüße, 世界: `<meta charset="shift_jis">`',
      'log.md': `${'Cut. '.repeat(2_000)}\0`,
      'empty.md': '',
    });
    expect(skippedIn(items)).toEqual([{ path: 'binary.md', reason: 'is a binary file' }]);
  });

  test('files that Git LFS stores elsewhere are skipped by name', async () => {
    const pointer = (size: number): string =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize ${size}\n`;
    const files = { 'docs/oil.ipynb': pointer(12), 'docs/saw.md': pointer(13) };
    const { url } = await published({ ...guide, ...files });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(pathsIn(items)).not.toContain('docs/saw.md');
    const reason = 'is stored in Git LFS, which Lectern does not read';
    expect(skippedIn(items)).toEqual(Object.keys(files).map((path) => ({ path, reason })));
  });

  test('paths with spaces, quotes, line breaks and other scripts are kept as they are', async () => {
    const paths = [
      'docs/a b.md',
      'docs/"quoted".md',
      'docs/line\nbreak.md',
      'docs/日本語.md',
      'docs/%41#?.md',
    ];
    const { url } = await published(Object.fromEntries(paths.map((path) => [path, path])));
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(
      documentsIn(items)
        .map(({ content }) => content)
        .sort(),
    ).toEqual(paths.sort());
    expect(pathsIn(items).sort()).toEqual(paths.sort());
  });

  test('a path that is not UTF-8 is still read', async () => {
    const { url } = await published({ 'README.md': 'x' }, async (made) => {
      const name = Buffer.concat([
        Buffer.from(`${made.path}/caf`),
        Buffer.from([0xe9]),
        Buffer.from('.md'),
      ]);
      await writeFile(name, 'coffee');
      await made.commit();
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    const coffee = documentsIn(items).find(({ content }) => content === 'coffee');
    expect(coffee?.path).toMatch(/^caf.\.md$/);
  });

  test('symbolic links are not followed, wherever they lead', async () => {
    await writeFile(scratch.folder('outside.md'), 'secret');
    const { repository, url } = await published(guide, async (made) => {
      await symlink(scratch.folder('outside.md'), join(made.path, 'outside.md'));
      await symlink('/etc', join(made.path, 'docs/etc'));
      await symlink('../README.md', join(made.path, 'docs/index.md'));
      await made.commit();
    });
    for (const place of [url, repository.path]) {
      const { items } = await readAll(open, { url: place }, await scratch.options());
      expect(JSON.stringify(items)).not.toContain('secret');
      expect(skippedIn(items)).toEqual([
        { path: 'docs/index.md', reason: 'is a symbolic link' },
        { path: 'outside.md', reason: 'is a symbolic link' },
      ]);
    }
  });

  const translated = {
    ...guide,
    'docs/zh/guide.md': '# 指南\n',
    'docs/zh/reference/api.rst': 'API\n===\n\n接口\n',
    'docs/zh-cn/guide.md': '# 指南 2\n',
  };

  test('a document is read in one language, and what is left out is named', async () => {
    const { url } = await published(translated);
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(pathsIn(items)).toEqual(['README.md', 'docs/guide.md', 'docs/reference/api.rst']);
    expect(skippedIn(items)).toEqual([
      {
        path: 'docs/zh',
        reason:
          '2 documents are left out as translations (zh); name languages in locales to index them',
      },
    ]);
  });

  test('what is left out is known before the read, for a run that reads nothing', async () => {
    const { url } = await published(translated);
    const { snapshot, items } = await readAll(open, { url }, await scratch.options());
    expect(snapshot.leftOut).toEqual(items.filter(({ type }) => type === 'skipped'));
    expect(snapshot.leftOut).toHaveLength(1);
  });

  test('a document is read in the languages that the library names', async () => {
    const { url } = await published(translated);
    const source = { url, locales: ['zh'] };
    const { items } = await readAll(open, source, await scratch.options());
    expect(pathsIn(items).toSorted()).toEqual([
      'README.md',
      'docs/guide.md',
      'docs/reference/api.rst',
      'docs/zh-cn/guide.md',
      'docs/zh/guide.md',
      'docs/zh/reference/api.rst',
    ]);
    expect(skippedIn(items)).toEqual([]);
  });

  test('a document with many copies is read once, unless each copy includes another file', async () => {
    const page = '# Copy\n\nThe same words.\n';
    const including = '# Including\n\nSee:\n\n<<< ./a.js\n';
    const { url } = await published({
      'docs/a/page.md': page,
      'docs/page.md': page,
      'docs/b/page.md': page,
      'docs/a/include.md': including,
      'docs/b/include.md': including,
      'docs/a/a.js': 'a();',
      'docs/b/a.js': 'b();',
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(pathsIn(items).toSorted()).toEqual([
      'docs/a/include.md',
      'docs/b/include.md',
      'docs/page.md',
    ]);
    expect(skippedIn(items)).toEqual([
      {
        path: 'docs',
        reason:
          '2 documents are left out as copies (docs/a/page.md, docs/b/page.md); other documents have the same text',
      },
    ]);
  });

  test('a submodule is skipped with what to do', async () => {
    const { url } = await published(guide, async (made) => {
      const other = await made.git('rev-parse', 'HEAD');
      await made.git('update-index', '--add', '--cacheinfo', `160000,${other},theme`);
      await made.git('commit', '--quiet', '--message=submodule');
    });
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(skippedIn(items)).toEqual([
      { path: 'theme', reason: 'is a submodule; add its repository by itself' },
    ]);
    expect(pathsIn(items)).toHaveLength(3);
  });

  test('an empty repository has no documentation, and the message says it is empty', async () => {
    const { repository, url } = await published({});
    for (const place of [url, repository.path]) {
      const failure = await failureOf(open, { url: place }, await scratch.options());
      expect(failure).toMatchObject({ reason: 'NoDocumentation', left: [] });
      expect(failure.message).toContain('empty');
      const version = await scratch.options({ version: 'v1' });
      expect((await failureOf(open, { url: place }, version)).reason).toMatch(
        /NoDocumentation|NotFound/,
      );
    }
  });

  test('a repository without documentation is refused with what was looked for', async () => {
    const { url } = await published({ Makefile: 'all:', 'image.png': 'x', 'src/x.cob': 'x' });
    const failure = await failureOf(open, { url }, await scratch.options());
    expect(failure).toMatchObject({ reason: 'NoDocumentation', retry: 'never', left: [] });
    expect(failure.message).toMatch(/looked for Markdown.*among its 3 files/);
    const narrow = await failureOf(open, { url, folders: ['guide'] }, await scratch.options());
    expect(narrow.message).toContain('under guide or at the root');
  });

  test('documents over the limits of size, sum and count are skipped with the reason', async () => {
    const { url } = await published({
      'a.md': 'a'.repeat(50),
      'b.md': 'b'.repeat(150),
      'c.md': 'c'.repeat(90),
      'd.md': 'd'.repeat(90),
      'e.md': 'e',
      'f.md': 'f',
    });
    const options = await scratch.options();
    const limits = { ...options.limits, maxDocumentBytes: 100, maxDocuments: 4 };
    const { snapshot, items } = await readAll(open, { url }, { ...options, limits });
    expect(snapshot.total).toBe(4);
    expect(pathsIn(items)).toEqual(['a.md', 'c.md', 'd.md']);
    expect(skippedIn(items)).toEqual([
      { path: 'e.md', reason: expect.stringMatching(/beyond the 4 documents .* 1 files after it/) },
      { path: 'b.md', reason: 'is 150 bytes large; at most 100 are read' },
    ]);
  });

  test('documents with a known hash are reported as unchanged', async () => {
    const { repository, url } = await published(guide);
    const first = await readAll(open, { url }, await scratch.options());
    const known = new Map(documentsIn(first.items).map(({ path, hash }) => [path, hash]));
    await repository.commit({ 'docs/guide.md': '# Changed\n' });
    const snapshot = await open({ url: repository.path }, await scratch.options());
    const items = [];
    const lookup = (path: string): { hash: string } => ({ hash: known.get(path) ?? '' });
    const { signal } = new AbortController();
    for await (const item of snapshot.documents(lookup, signal)) items.push(item);
    await snapshot.close();
    expect(items).toEqual([
      { type: 'unchanged', path: 'README.md', hash: known.get('README.md') },
      {
        type: 'unchanged',
        path: 'docs/reference/api.rst',
        hash: known.get('docs/reference/api.rst'),
      },
      {
        type: 'document',
        document: expect.objectContaining({ path: 'docs/guide.md', content: '# Changed\n' }),
      },
    ]);
  });

  test('closing removes everything from the work folder', async () => {
    const { url } = await published(guide);
    const options = await scratch.options();
    await readAll(open, { url }, options);
    const failure = await failureOf(
      open,
      { url, folders: ['none'], excludeFiles: ['README.md'] },
      options,
    );
    expect(failure.left).toEqual([]);
  });
});
