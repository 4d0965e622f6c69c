import { expect, test } from 'vitest';
import { notOnSite, readSite, siteFilter, titlesOnSites } from './site-exclusions.ts';

/** Returns the pages of made-up saws that a site leaves out. */
function hidden(settings: string, text: string, pages: string[], folders: string[] = []): string[] {
  const shown = Array.from({ length: 9 }, (_, at) => `docs/page${at}.md`);
  const site = readSite(settings, text);
  return [...notOnSite([...shown, ...pages], [site], folders).paths];
}

test.each([
  [
    'docs/conf.py',
    "exclude_patterns = ['_build', 'draft', \"**/new_*\",  # not 'kept'\n  f'{x}/y',\n]\nother = ['docs/kept.md']\n",
    ['docs/draft/saw.md', 'docs/a/new_oil.rst'],
    ['docs/kept.md', 'docs/a/draft.md', 'draft/saw.md', 'docs/x/y'],
  ],
  [
    'docs/conf.py',
    "exclude_patterns: list[str] = []\nexclude_patterns += ['old.md']\n",
    ['docs/old.md'],
    ['docs/a/old.md'],
  ],
  [
    'docs/conf.py',
    "exclude_patterns = [f for f in os.listdir() if f != 'pages']\nexclude_patterns += ['for saws']\n",
    ['docs/for saws/oil.rst'],
    ['docs/pages/saw.rst'],
  ],
  [
    'mkdocs.yml',
    'site_name: Saws\nexclude_docs: |\n  *.inc.md\n  /new/\n  !/new/kept.md\n\ndraft_docs: "later.md"\nplugins:\n  - search\n  - exclude:\n      glob:\n        - parts/*\n        - "more/*.md"\nextra: {}\n',
    [
      'docs/a/cut.inc.md',
      'docs/new/oil.md',
      'docs/a/later.md',
      'docs/parts/a.md',
      'docs/more/b.md',
    ],
    ['docs/new/kept.md', 'new/oil.md', 'docs/a/new/oil.md'],
  ],
  [
    'site/mkdocs.yaml',
    'docs_dir: ../docs\nexclude_docs: old/\n',
    ['docs/old/a.md'],
    ['site/old/a.md'],
  ],
  [
    'docs/.vitepress/config.mts',
    "export default {\n  srcExclude: ['**/TODO.md', `${other}/**`, '{old,new}/**'],\n  title: 'new',\n}\n",
    ['docs/a/TODO.md', 'docs/old/a.md', 'docs/new/b.md'],
    ['docs/a/b.md'],
  ],
  [
    'docs/.mintignore',
    '# later\n/later/\n*.draft.mdx\n',
    ['docs/later/a.mdx', 'docs/b/a.draft.mdx'],
    ['docs/b/later/a.mdx'],
  ],
  [
    'docs/SUMMARY.md',
    `# Summary\n\n${Array.from({ length: 9 }, (_, at) => `- [P](page${at}.md#a)\n`).join('')}  - [Saw](./saws/my%20saw.md)\n- [Draft]()\n`,
    ['docs/changes/2019.md'],
    ['docs/saws/my saw.md', 'docs/saws/README.md', 'docs/saw.adoc', 'other.md'],
  ],
])('%s leaves out pages: %j', (settings, text, left, kept) => {
  expect(siteFilter([settings, 'book.toml'])(settings)).toBe(true);
  expect(hidden(settings, text, [...left, ...kept])).toEqual(left);
});

test.each([
  ['book/src/SUMMARY.md', 'book/book.toml', true],
  ['docs/SUMMARY.md', '.gitbook.yaml', true],
  ['docs/SUMMARY.md', 'docs/.gitbook/assets/saw.png', true],
  ['docs/SUMMARY.md', 'other/book.toml', false],
  ['docs/SUMMARY.md', 'docs/mkdocs.yml', false],
  ['tests/site/conf.py', 'book.toml', false],
])('%s beside %s can hide pages: %s', (path, other, expected) => {
  expect(siteFilter([path, other])(path)).toBe(expected);
});

test('a folder that a library names is read', () => {
  const text = "exclude_patterns = ['draft']\n";
  expect(hidden('docs/conf.py', text, ['docs/draft/a.md'], ['docs/draft'])).toEqual([]);
  expect(hidden('docs/conf.py', text, ['docs/draft/a.md'], ['docs'])).toEqual(['docs/draft/a.md']);
});

test('a document belongs to the site with the deepest folder around it', () => {
  const outer = readSite('docs/conf.py', "exclude_patterns = ['api']\n");
  const inner = readSite('docs/api/conf.py', "exclude_patterns = ['old.md']\n");
  const pages = ['docs/a.md', 'docs/b.md', 'docs/api/a.md', 'docs/api/b.md', 'docs/api/old.md'];
  const { paths, settings } = notOnSite(pages, [outer, inner], []);
  expect([...paths]).toEqual(['docs/api/old.md']);
  expect([...settings]).toEqual(['docs/api/conf.py']);
});

test('a site that leaves out most of its documents has them in another build', () => {
  const site = readSite('conf.py', "exclude_patterns = ['docs', 'old']\n");
  const pages = ['docs/a.md', 'docs/b.md', 'old/c.md', 'README.md', 'd.md'];
  expect([...notOnSite(pages, [site], []).paths]).toEqual([]);
});

test('the README at the root is read', () => {
  const site = readSite('conf.py', "exclude_patterns = ['README.md', 'a/README.md']\n");
  const pages = ['README.md', 'a/README.md', 'b.md', 'c.md'];
  expect([...notOnSite(pages, [site], []).paths]).toEqual(['a/README.md']);
});

test.each([
  ['conf.py', `exclude_patterns = [${"'a',\n".repeat(100_000)}`],
  ['conf.py', `exclude_patterns = [${"'".repeat(300_000)}`],
  ['mkdocs.yml', `exclude_docs: |\n${'  **/*\n'.repeat(50_000)}`],
  ['SUMMARY.md', '[a]('.repeat(100_000)],
  ['.vitepress/config.ts', `srcExclude: [\n${`'**/${'{a,b}'.repeat(6)}*/**/*x*',\n`.repeat(300)}]`],
])('a hostile %s is read in seconds', (path, text) => {
  const pages = Array.from({ length: 1_000 }, (_, at) => `${'a/'.repeat(40)}${at}.md`);
  expect(notOnSite(pages, [readSite(path, text)], []).paths.size).toBe(0);
});

test('the titles of pages are those in the navigation of MkDocs', () => {
  const text =
    'site_name: Saws\nnav:\n  - Home: index.md\n  - Cut:\n      - Long saws: cut/long_saws.md\n      - \'Oil: kinds\': "oil.md"\n      - Overview: cut/all.md\n      - cut/bare.md\n  - Blades: https://blades.example\n  - Again: oil.md\nplugins:\n  - x: no.md\n';
  const titles = titlesOnSites([readSite('site/mkdocs.yml', text)]);
  expect([...titles]).toEqual([
    ['site/docs/cut/long_saws.md', 'Long saws'],
    ['site/docs/oil.md', 'Oil: kinds'],
  ]);
});
