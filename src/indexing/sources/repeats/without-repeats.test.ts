import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { separateCopies } from './copies.ts';
import { localeName, localizedFile } from './locale-name.ts';
import { withoutRepeats } from './without-repeats.ts';

/** Returns the paths of documents that are read. */
function read(
  paths: string[],
  settings: { locales?: string[]; folders?: string[] } = {},
): string[] {
  return reading(paths, settings).files.map(({ path }) => path);
}

function reading(paths: string[], settings: { locales?: string[]; folders?: string[] } = {}) {
  const files = paths.map((path) => ({ path }));
  return withoutRepeats(files, { locales: [], folders: [], ...settings });
}

/** Returns some pages below each folder. */
function pages(...folders: string[]): string[] {
  const names = ['index.md', 'install.md', 'guide/first.md', 'guide/second.md'];
  return folders.flatMap((folder) => names.map((name) => `${folder}${name}`));
}

describe('translations', () => {
  test.each([
    ['beside each other', ['docs/en/', 'docs/zh/', 'docs/pt-BR/'], 'docs/en/'],
    ['with a folder of their own below', ['docs/en/docs/', 'docs/zh-hant/docs/'], 'docs/en/docs/'],
    ['below the original', ['docs/', 'docs/ja/', 'docs/zh_CN/'], 'docs/'],
    ['in English of a country', ['content/en-US/', 'content/de/'], 'content/en-US/'],
    ['in a folder for translations', ['docs/', 'docs/translations/es/'], 'docs/'],
    ['in a folder for what is translated', ['site/', 'site/translated/de_de/'], 'site/'],
    ['of Docusaurus', ['docs/', 'i18n/fr/docusaurus-plugin-content-docs/current/'], 'docs/'],
    ['whose pages are in another folder', ['docs/', 'i18n/uk/pages/'], 'docs/'],
    ['of Redocly', ['docs/', '@l10n/ja/docs/'], 'docs/'],
    [
      'whose names end with a language',
      ['docs/guide/', 'docs/guide-ja/', 'docs/guide_pt-BR/'],
      'docs/guide/',
    ],
    ['of Hugo', ['docs/content/', 'docs/content.zh/'], 'docs/content/'],
    ['whose names end with a country', ['docs/', 'docs-cn/'], 'docs/'],
    ['that are named after a country', ['posts/en/', 'posts/kr/', 'posts/zhTW/'], 'posts/en/'],
    ['that have a code of three letters', ['saw/', 'lang/kor/saw/', 'lang/chs/saw/'], 'saw/'],
    ['that are named in words', ['manual/english/', 'manual/Chinese/'], 'manual/english/'],
    ['beside the folder of GNOME for English', ['help/C/', 'help/de/', 'help/pt/'], 'help/C/'],
    ['beside the collections of Jekyll', ['_tour/', '_ja/tour/', '_zh-cn/tour/'], '_tour/'],
  ])('folders %s are left out', (_, folders, original) => {
    expect(read(pages(...folders))).toEqual(pages(original));
  });

  test('modules of a package are no translations', () => {
    const modules = [
      'docs/saw.rst',
      ...'lax nn oil teeth blade'.split(' ').map((name) => `docs/saw.${name}.rst`),
    ];
    expect(read(modules)).toEqual(modules);
    const translated = ['guide.ja.md', 'guide.fr.md', 'guide.old.md', 'guide.eo.md', 'guide.fy.md'];
    expect(read(['guide.md', ...translated])).not.toContain('guide.ja.md');
  });

  test('folders with one page are left out if they are in many languages', () => {
    const folders = ['help', 'help_de_DE', 'help_fr_FR', 'help_ja_JP', 'help_zh_CN'];
    const paths = folders.map((folder) => `saw/${folder}/oil.html`);
    expect(read(paths)).toEqual(['saw/help/oil.html']);
    expect(read(paths.slice(0, 2))).toEqual(paths.slice(0, 2));
  });

  test('a README in a folder of translations is left out if the original lies elsewhere', () => {
    const folders = ['ja_JP', 'fr_FR', 'ko-KR', 'pt_br'];
    const paths = folders.map((folder) => `resources/translations/${folder}/README.md`);
    expect(read(['packages/saw/README.md', ...paths])).toEqual(['packages/saw/README.md']);
    expect(read(paths)).toEqual(paths);
    const guide = 'resources/translations/ja_JP/oil.md';
    expect(read(['packages/saw/README.md', guide, ...paths])).toContain(guide);
  });

  test('folders named in words are read that are about these languages', () => {
    const paths = ['english', 'french', 'german'].map((name) => `stemmers/${name}/stemmer.md`);
    expect(read(paths)).toEqual(paths);
  });

  test('folders of countries are read that have other pages than the original', () => {
    const paths = [...pages('docs/en/', 'docs/ja/'), 'docs/br/a.md', 'docs/br/b.md'];
    expect(read(paths)).toEqual([...pages('docs/en/'), 'docs/br/a.md', 'docs/br/b.md']);
  });

  test('files whose names end with a language are left out', () => {
    const files = ['README.md', 'Readme.md', 'docs/guide.md', 'docs/log.in.md', 'docs/only.fr.md'];
    files.push('docs/page.html.markdown', 'docs/page.html.md.erb');
    const translated = [
      'README.zh-CN.md',
      'README_JP.md',
      'Readme_zh-CN.md',
      'README-pt_BR.md',
      'docs/guide.ja.md',
      'docs/guide.cn.md',
      'docs/page.jp.html.markdown',
      'docs/page.es.html.md.erb',
    ];
    expect(read([...files, ...translated])).toEqual(files);
  });

  test('the names of options that end like a language are read', () => {
    const options = ['docs/SAW_TIMEOUT.md', 'docs/SAW_TIMEOUT_MS.md', 'CODE_OF_CONDUCT.md'];
    expect(read([...options, 'CODE_OF_CONDUCT_CN.md'])).toEqual(options);
  });

  test('of files that all have a language, the English one is read', () => {
    expect(read(['a/index.en-US.md', 'a/index.zh-CN.md'])).toEqual(['a/index.en-US.md']);
  });

  test('an original beside a file in English is in another language, and left out', () => {
    const files = ['a/saw.md', 'a/saw.en-US.md', 'a/saw.ja.md', 'a/oil.md', 'a/oil.ja.md'];
    expect(read(files)).toEqual(['a/saw.en-US.md', 'a/oil.md']);
    expect(read(files, { locales: ['zh'] })).toEqual(['a/saw.md', 'a/oil.md']);
  });

  test('READMEs in other languages are left out beside an original in another place', () => {
    const original = ['README.md', 'docs/oil.md'];
    expect(read([...original, 'docs/README_ZH.md'])).toEqual(original);
    expect(read([...original, 'docs/README_ZH.md'], { locales: ['zh'] })).toContain(
      'docs/README_ZH.md',
    );
    const renamed = ['saws/docs/home.md'];
    expect(read([...renamed, 'saws/docs/README_KO.md', 'saws/docs/README_ZH.md'])).toEqual(renamed);
    const only = ['README.md', 'saws/README_ZH.md', 'README_JA.md', 'blades/README_ZH.md'];
    expect(read(only)).toEqual(['README.md', 'saws/README_ZH.md', 'blades/README_ZH.md']);
    expect(read(['README_JA.md', 'README_ZH.md', 'oil.md'])).toHaveLength(3);
  });

  test('READMEs whose names end with a language in a word are left out', () => {
    const files = ['README.md', 'README_Oil.md', 'docs/guide_german.md'];
    const translated = ['README_Chinese.md', 'README-Traditional-Chinese.md', 'README.GERMAN.md'];
    expect(read([...files, ...translated])).toEqual(files);
  });

  test('the languages that locales names are read, and no other', () => {
    const paths = [...pages('docs/en/', 'docs/zh-hant/', 'docs/ja/'), 'README.md', 'README.ja.md'];
    expect(read(paths, { locales: ['zh'] })).toEqual([...pages('docs/zh-hant/'), 'README.md']);
    expect(read(paths, { locales: ['en', 'ja'] })).toEqual([
      ...pages('docs/en/', 'docs/ja/'),
      'README.md',
      'README.ja.md',
    ]);
  });

  test('the default language is read where the repository has none of those that are asked for', () => {
    expect(read(pages('docs/en/', 'docs/de/'), { locales: ['ko'] })).toEqual(pages('docs/en/'));
  });

  test('a language whose folder is named is read', () => {
    const paths = pages('docs/en/', 'docs/de/', 'docs/fr/');
    expect(read(paths, { folders: ['docs/de'] })).toEqual(pages('docs/de/'));
  });

  test('folders that only have names of languages are read', () => {
    const paths = ['docs/index.md', 'docs/it/tests.md', 'docs/is/equal.md', 'docs/no/match.md'];
    expect(read(paths)).toEqual(paths);
  });

  test('folders whose names only end like a language are read', () => {
    const paths = ['a/index.md', 'a-id/index.md', ...pages('b/'), 'b-it/c.md', 'b-it/index.md'];
    expect(read(paths)).toEqual(paths);
  });

  test('translations of Docusaurus are left out whose originals have moved', () => {
    const docs = ['site/docs/a/cut.md', 'site/docs/a/oil.md'];
    const plugin = 'site/i18n/bn/docusaurus-plugin-content-docs/current/';
    expect(read([...docs, `${plugin}cut.md`, `${plugin}oil.md`])).toEqual(docs);
  });

  test('translations are left out of which the original has the folders and a few pages', () => {
    const names = (folder: string, from: number): string[] =>
      Array.from({ length: 10 }, (_, at) => `${folder}${at + from}.md`);
    const translated = [...names('docs/zh/oil/', 8), ...names('docs/zh/saws/', 20)];
    const originals = [...names('docs/oil/', 0), ...names('docs/saws/', 0)];
    expect(read([...originals, ...translated])).toEqual(originals);
    const others = [...names('docs/zh/oil/', 8), ...names('docs/zh/wood/', 20)];
    expect(read([...originals, ...others])).toEqual([...originals, ...others]);
  });

  test('translations are left out whose originals have all moved since', () => {
    const names = Array.from({ length: 10 }, (_, at) => `${at}.md`);
    const below = (folder: string): string[] => names.map((name) => `${folder}${name}`);
    const translated = [...below('docs/ja/start/'), ...below('docs/es/start/')];
    expect(read([...below('docs/guide/'), ...translated])).toEqual(below('docs/guide/'));
    expect(read(['docs/guide/a.md', ...translated])).toEqual(['docs/guide/a.md', ...translated]);
  });

  test('says how many documents are left out, in which languages, and how to read them', () => {
    expect(reading(pages('site/docs/en/', 'site/docs/zh/', 'site/docs/de/')).leftOut).toEqual([
      {
        path: 'site/docs',
        documents: 8,
        reason:
          '8 documents are left out as translations (de, zh); name languages in locales to index them',
      },
    ]);
  });
});

describe('older versions', () => {
  test('of a page of HTML are left out beside the page without a version', () => {
    const others = ['docs/saw.html', 'docs/oil-1.2.html', 'docs/saw-1.2.md'];
    expect(read([...others, 'docs/saw-1.2rc1.html', 'docs/saw-2.0.0.html'])).toEqual(others);
  });

  test.each([
    [
      'beside docs',
      ['content/docs/', 'content/v1.9-docs/', 'content/v1.10-docs/'],
      'content/docs/',
    ],
    [
      'of Docusaurus',
      ['docs/', 'versioned_docs/version-1.x/', 'versioned_docs/version-2.0/'],
      'docs/',
    ],
    ['whose names end with them', ['docs/admin-4.9/', 'docs/admin-4.10/'], 'docs/admin-4.10/'],
    ['in folders of documentation', ['site/docs-v1/', 'site/docs-v2/'], 'site/docs-v2/'],
    ['in collections of Jekyll', ['_docs-v1/', '_docs-v2/'], '_docs-v2/'],
    ['of major versions', ['api/3x/', 'api/4x/', 'api/5x/'], 'api/5x/'],
    ['of a site beside docs', ['docs/', 'website/versioned_docs/version-1.x/'], 'docs/'],
    ['of a part of Docusaurus', ['docs/api/', 'api_versioned_docs/version-1/'], 'docs/api/'],
    ['beside docs of another name', ['site/now/', 'site/versioned_docs/version-9/'], 'site/now/'],
    ['beside the one in development', ['docs/dev/', 'docs/7.1/'], 'docs/dev/'],
    ['beside the next one', ['docs/Next/', 'docs/7.5/', 'docs/7.4/'], 'docs/Next/'],
    ['with a hyphen', ['oil/', 'oil_versioned_docs/version-3.21-2/'], 'oil/'],
    ['below the current one', ['docs/', 'docs/1.2/'], 'docs/'],
    ['in a folder for versions', ['site/', 'site/versions/1.2/'], 'site/'],
    ['before the highest', ['docs/1.9/', 'docs/1.10/', 'docs/1.2/'], 'docs/1.10/'],
    ['with whole numbers', ['site/docs/v9/', 'site/docs/v10/'], 'site/docs/v10/'],
    [
      'before their release',
      ['docs/2.0.0-beta2/', 'docs/2.0.0-rc1/', 'docs/2.0.0/'],
      'docs/2.0.0/',
    ],
    ['with underscores', ['docs/', 'docs/2_9/', 'docs/2_10/'], 'docs/'],
    ['with dates', ['spec/draft/', 'spec/2025-03-26/', 'spec/2026-07-28/'], 'spec/2026-07-28/'],
    ['beside the stable one', ['docs/stable/', 'docs/2.1/', 'docs/2.0/'], 'docs/stable/'],
  ])('folders %s are left out', (_, folders, current) => {
    expect(read(pages(...folders))).toEqual(pages(current));
  });

  test('versions of documentation that was written anew are left out, but not those that begin', () => {
    const written = (folder: string, count: number): string[] =>
      Array.from({ length: count }, (_, at) => `${folder}${folder.length}/page-${at}.md`);
    const current = ['docs/index.md', ...written('docs/4.0/guide/', 20), 'docs/5.0/index.md'];

    const old = [
      ...written('docs/1.5/', 30),
      ...written('docs/3.0/a/', 40),
      ...written('docs/3.1/guide/', 20),
    ];

    expect(read([...current, ...old])).toEqual(current);
    const atRoot = [...current, ...old].map((path) => path.replace('docs/', ''));
    expect(read(atRoot)).toEqual(current.map((path) => path.replace('docs/', '')));
    const apis = [...written('v1.0/', 20), ...written('v2/', 20)];
    expect(read(apis)).toEqual(apis);
    // Older versions that share paths show that these are versions of documentation, also beside other folders.
    const beside = written('books/blog/', 5);
    const books = ['books/0.3/', 'books/0.4/', 'books/0.5/'].flatMap((folder) => pages(folder));
    const last = written('books/0.6/guide/', 20);
    const begun = written('books/0.7/a/', 9);
    expect(read([...books, ...last, ...beside])).toEqual([...last, ...beside]);
    expect(read([...books, ...last, ...begun])).toEqual([...last, ...begun]);
  });

  test('a version that has only begun does not keep the older ones', () => {
    const kept = ['docs/cloud.md', ...pages('docs/4.x/'), 'docs/5.x/extend/index.md'];
    expect(read([...kept, ...pages('docs/2.x/', 'docs/3.x/')])).toEqual(kept);
  });

  test('versions below one that is left out are left out too, although they have other paths', () => {
    const first = ['a', 'b', 'c', 'd', 'e'].map((name) => `docs/v0.1/${name}.md`);
    const kept = pages('docs/latest/');

    expect(read([...kept, ...pages('docs/v1.0/', 'docs/v1.1/'), ...first])).toEqual(kept);
    expect(
      read([...kept, ...pages('docs/v1.0/'), ...first.map((path) => path.replace('v0.1', 'v2.0'))]),
    ).toEqual([...kept, ...first.map((path) => path.replace('v0.1', 'v2.0'))]);
  });

  test('of many versions with one page each, the highest is read', () => {
    const paths = ['0.9', '0.10', '0.11.0', '0.11.1'].map((name) => `documentation/${name}/a.html`);
    expect(read(['README.md', ...paths])).toEqual(['README.md', 'documentation/0.11.1/a.html']);
    expect(read(['docs/1.0/a.md', 'docs/1.1/a.md'])).toHaveLength(2);
    const apis = ['v0.9.0', 'v1.0.x', 'v1.1.x', 'v1.2.x'].map((name) => `api/${name}/openapi.json`);
    expect(read(['api/index.html', ...apis])).toEqual(['api/index.html', apis[3]]);
    expect(read([...apis, 'api/master/openapi.json'])).toEqual(['api/master/openapi.json']);
    expect(read(apis.map((path) => path.replace('openapi.json', 'a.md')))).toHaveLength(4);
  });

  test('of a specification or a reference in one document each are left out', () => {
    const versions = (folder: string, ...names: string[]): string[] =>
      names.map((name) => `${folder}${name}.md`);
    const current = [
      ...versions('spec/versions/', '1.2', '2.0.1', '2.1.10'),
      ...versions('docs/api-reference/', '3_10_0', 'main', 'index'),
      ...versions('api/docs/', 'v1.10', 'README'),
      ...versions('saws/docs/', 'v1.0', 'v1.1', 'v1.2', 'v1.3'),
      ...versions('docs/release-notes/reference/', '1.0.0', '1.0.1', '1.1.0', '1.2.0'),
      ...versions('docs/blades/', '1.0.0', '1.0.1', '1.1.0', '1.2.0'),
    ];
    const older = [
      ...versions('spec/versions/', '2.0.0', '2.1.9'),
      ...versions('docs/api-reference/', '2_9_0', '3_1_0', '3_9_1'),
      ...versions('api/docs/', 'v1.2', 'v1.8', 'v1.9'),
    ];
    expect(read([...current, ...older]).toSorted()).toEqual(current.toSorted());
    expect(read([...current, ...older], { folders: ['spec/versions/2.0.0.md'] })).toContain(
      'spec/versions/2.0.0.md',
    );
  });

  test('of four versions of an API description in one folder, the highest is read', () => {
    const versions = ['v9', 'v10', 'v8', 'v7'].map((name) => `json/saws-${name}.json`);
    const others = ['json/oil-v1.json', 'json/oil-v2.json', 'json/saws-index.json', 'json/v9.md'];
    expect(read([...others, ...versions])).toEqual([...others, versions[1]]);
    expect(read(versions, { folders: [versions[0]!] })).toEqual(versions.slice(0, 2));
    expect(read(versions.map((path) => path.replace('.json', '.md')))).toHaveLength(4);
  });

  test('of four large versions with whole numbers, the highest is read in any folder', () => {
    const version = (name: string, count = 12): string[] =>
      Array.from({ length: count }, (_, at) => `cli/${name}/page-${at}.md`);
    const kept = ['cli/index.md', 'cli/about/a.md', 'cli/about/b.md', ...version('v10')];
    expect(read([...kept, ...['v7', 'v8', 'v9'].flatMap((one) => version(one))])).toEqual(kept);

    const few = ['v7', 'v8', 'v9', 'v10'].flatMap((one) => version(one, 6));
    expect(read(few)).toEqual(few);
  });

  test('a version whose folder is named is read', () => {
    const paths = pages('docs/1.0/', 'docs/2.0/');
    expect(read(paths, { folders: ['docs/1.0', 'docs/2.0'] })).toEqual(paths);
  });

  test.each([
    ['two versions of an API', pages('api/v1/', 'api/v2/')],
    ['two versions of an API beside guides', pages('docs/guides/', 'docs/v1/', 'docs/v2/')],
    [
      'two versions of an API with other pages',
      [1, 2].flatMap((at) =>
        Array.from({ length: 12 }, (_, page) => `docs/v${at}/${at}${page}.md`),
      ),
    ],
    ['the first version and one whose name ends with it', pages('saws/', 'saws-2.13/')],
    ['the news of each release', pages('what-is-new/saw-1.0/', 'what-is-new/saw-1.1/')],
    ['two versions of an API in folders that end with them', pages('api/saw-v1/', 'api/saw-v2/')],
    [
      'the notes of each release beside each other',
      pages('docs/release-notes-1.0/', 'docs/release-notes-1.1/'),
    ],
    ['the notes of each release', pages('docs/releases/1.0/', 'docs/releases/1.1/')],
    ['guides to each version', pages('docs/migration-guides/5.0/', 'docs/migration-guides/5.1/')],
    ['drafts that are no version', pages('docs/draft/', 'docs/guide/')],
    [
      'pages of an event each',
      ['01', '02', '03', '04'].map((day) => `content/2026-01-${day}/index.md`),
    ],
    ['chapters', ['1', '2', '3', '4'].map((part) => `docs/1_${part}/index.md`)],
    ['a README of each version', ['packages/1.0/README.md', 'packages/1.1/README.md']],
    ['versions with other documents', ['docs/1.0/a.md', 'docs/1.0/b.md', 'docs/1.1/c.md']],
  ])('%s are read', (_, paths) => {
    expect(read(paths)).toEqual(paths);
  });

  test('says how many documents are left out, and how to read them', () => {
    expect(reading(pages('docs/1.0/', 'docs/1.1/')).leftOut).toEqual([
      {
        path: 'docs/1.0',
        documents: 4,
        reason:
          '4 documents are left out as older versions (1.0); name them in folders to index them',
      },
    ]);
  });
});

describe('pages made of other documents', () => {
  test('by Doxygen are left out if the headers are read', () => {
    const pages = ['classSaw', 'structOil', 'group__cut', 'saw_8h', 'files', 'index'];
    const html = pages.map((name) => `docs/api/${name}.html`);
    const guides = ['docs/guide.md', 'docs/files.html'];
    const headers = ['include/saw.h', 'include/oil.hpp'];
    expect(read([...guides, ...html, ...headers])).toEqual([...guides, ...headers]);
    expect(read([...guides, ...html])).toHaveLength(8);
    const many = Array.from({ length: 11 }, (_, at) => `docs/api/classSaw${at}.html`);
    expect(read([...guides, ...html, ...many, ...headers])).toHaveLength(21);
  });

  const names = 'oil saw teeth cut axe'.split(' ');
  const sources = names.map((name) => `man/${name}.Rd`);
  const built = ['index', ...names.slice(1), 'gone'].map((name) => `docs/reference/${name}.html`);

  test('are left out with their site, and the reason names it', () => {
    const { files, leftOut } = reading([
      'docs/guide.md',
      ...sources,
      ...built,
      'docs/news/news.html',
    ]);
    expect(files.map(({ path }) => path)).toEqual(['docs/guide.md', ...sources]);
    expect(leftOut).toEqual([
      {
        path: 'docs',
        documents: built.length + 1,
        reason:
          '7 documents are left out as pages made of other documents (docs); name their folders in folders to index them',
      },
    ]);
  });

  test('are left out if each has a folder, and its document a number', () => {
    const guides = names.map((name, at) => `site/guides/0${at}-${name}.md`);
    const pages = names.map((name) => `docs/guides/${name}/index.html`);
    expect(read([...guides, ...pages, 'docs/gone/index.html'])).toEqual(guides);
  });

  test('are left out if their documents have folders, too', () => {
    const guides = names.map((name) => `src/Site/input/guides/${name}/index.md`);
    const pages = names.map((name) => `docs/guides/${name}/index.html`);
    expect(read([...guides, ...pages])).toEqual(guides);
  });

  test('are left out, too, as DocBook that was made of AsciiDoc', () => {
    const chapters = names.map((name) => `book/asciidoc/${name}.asciidoc`);
    const docbook = names.map((name) => `book/generated-xml/${name}.xml`);
    expect(read([...chapters, ...docbook])).toEqual(chapters);
  });

  test('are read if the folder is named, or if few documents have a page', () => {
    expect(read([...sources, ...built], { folders: ['docs', 'man'] })).toHaveLength(11);
    const few = [...sources, ...built.slice(3)];
    expect(read(few)).toEqual(few);
    const others = ['a', 'b', 'c'].map((name) => `man/${name}.Rd`);
    expect(read([...sources, ...others, ...built])).toHaveLength(14);
    const manyTimes = Array.from({ length: 30 }, (_, at) =>
      names.map((name) => `packages/${at}/${name}.md`),
    ).flat();
    expect(read([...manyTimes, ...built])).toHaveLength(156);
    const beside = names.flatMap((name) => [`docs/a/${name}.md`, `docs/a/${name}.html`]);
    expect(read([...beside, 'docs/b/c.html'])).toHaveLength(11);
  });
});

test('of a repository that is a book, the text of the book and READMEs are read', () => {
  const paths = [
    'README.md',
    'src/a.md',
    'src/b/c.md',
    'draft/a.md',
    'old/src/a.md',
    'code/README.md',
  ];
  const files = paths.map((path) => ({ path }));
  const settings = { locales: [], folders: [] };
  const { files: some, leftOut } = withoutRepeats(files, { ...settings, book: 'src' });
  expect(some.map(({ path }) => path)).toEqual([
    'README.md',
    'src/a.md',
    'src/b/c.md',
    'code/README.md',
  ]);
  expect(leftOut).toEqual([
    {
      path: '.',
      documents: 2,
      reason:
        '2 documents are left out as no part of the book (draft, old); name their folders in folders to index them',
    },
  ]);
  expect(withoutRepeats(files, { ...settings, book: 'none' }).files).toHaveLength(6);
  expect(
    withoutRepeats(files, { ...settings, folders: ['draft'], book: 'src' }).files,
  ).toHaveLength(6);
});

describe('copies', () => {
  test('the document in the outermost folder is the original', () => {
    const files = ['a/b/c.md', 'a/c.md', 'a/d.md'].map((path) => ({ path, oid: 'x' }));
    const { originals, copies } = separateCopies([...files, { path: 'e.md', oid: 'y' }]);
    expect(originals.map(({ path }) => path)).toEqual(['a/c.md', 'e.md']);
    expect(copies.get(originals[0]!)?.map(({ path }) => path)).toEqual(['a/b/c.md', 'a/d.md']);
  });
});

describe('names of languages', () => {
  test.each(['en', 'zh-CN', 'zh_Hant', 'pt-br', 'es-419', 'sr-Latn-RS', 'fil', 'ckb-IR'])(
    '%s is one',
    (name) => {
      expect(localeName(name)).toBe(name.toLowerCase().replaceAll('_', '-'));
    },
  );

  test.each(['docs', 'v1', 'ts', 'ml', 'ee', 'en-to-fr-guide', 'id-token', 'no-std'])(
    '%s is none',
    (name) => {
      expect(localeName(name)).toBeUndefined();
    },
  );

  test.each(['docs/sign-in.md', 'docs/a_no.md', 'jest.it.md.bak', 'LICENSE'])(
    'the file %s has none',
    (path) => {
      expect(localizedFile(path)).toBeUndefined();
    },
  );
});

test('looks through a hostile tree of 200,000 files within seconds', () => {
  const paths = Array.from({ length: 200_000 }, (_, at) => {
    const folders = Array.from(
      { length: 10 },
      (__, depth) => ['en', 'zh', '1.0', 'i18n'][(at >> depth) % 4],
    );
    return `${folders.join('/')}/${at % 50}.md`;
  });
  const cpuSeconds = startCpuClock();
  expect(reading([...new Set(paths)]).files.length).toBeGreaterThan(0);
  expect(cpuSeconds()).toBeLessThan(10);
});

describe('texts for language models', () => {
  const texts = ['docs/public/llms.txt', 'docs/public/llms-full.txt', 'llms_small.txt'];

  test('are left out beside the documents that they repeat, and the reason names them', () => {
    const documents = pages('docs/', 'guide/');
    const { files, leftOut } = reading([...documents, ...texts, 'docs/llms.md']);
    expect(files.map(({ path }) => path)).toEqual([...documents, 'docs/llms.md']);
    expect(leftOut).toEqual([
      {
        path: '.',
        documents: 3,
        reason:
          '3 documents are left out as texts for language models (docs/public/llms-full.txt, docs/public/llms.txt, llms_small.txt); name them in folders to index them',
      },
    ]);
  });

  test('are all documents of a skill, unless folders names it', () => {
    const documents = pages('docs/', 'guide/');
    const skill = ['skills/cut/SKILL.md', 'skills/cut/references/blades.md'];
    const bundle = ['okf-bundle/index.md', 'okf-bundle/testing/blades.md'];
    expect(read([...documents, ...skill, ...bundle, 'skills/README.md', 'docs/SKILLS.md'])).toEqual(
      [...documents, 'skills/README.md', 'docs/SKILLS.md'],
    );
    for (const folder of ['skills', 'skills/cut']) {
      const folders = ['docs', 'guide', folder];
      expect(read([...documents, ...skill], { folders })).toEqual([...documents, ...skill]);
    }
    expect(read(['README.md', ...skill])).toEqual(['README.md', ...skill]);
  });

  test('are read if a repository has few other documents, or if folders names them', () => {
    expect(read(['README.md', ...texts])).toEqual(['README.md', ...texts]);
    const documents = pages('docs/', 'guide/');
    const folders = ['docs', 'guide', 'docs/public/llms-full.txt'];
    expect(read([...documents, ...texts], { folders })).toEqual([
      ...documents,
      'docs/public/llms-full.txt',
    ]);
  });
});
