import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createFileFilter,
  type FilterSettings,
  isLeftOutPage,
  selectFiles,
  type SelectSettings,
} from './filter.ts';
import { readDoxyfile } from './doxygen/doxyfile.ts';
import { formatOf } from './formats.ts';

function kept(settings: FilterSettings, ...paths: string[]): string[] {
  return paths.filter(createFileFilter(settings));
}

test.each([
  'changelog/',
  'en/about/CHANGELOG.html',
  'change-log/index.html',
  'news/index.html',
  'rdoc/files/CHANGELOG.html',
  'changelog-2.1.html',
  'LICENSE-text.html',
  'license',
  'CODE_OF_CONDUCT.html',
  'CONTRIBUTORS.html',
  'AGENTS.html',
])('leaves out the page %s of a website', (path) => {
  expect(isLeftOutPage(path)).toBe(true);
});

test.each([
  '',
  'index.html',
  'history/',
  'changes.html',
  'news/',
  'release-notes/2.1.html',
  'changelog/v2.1.0/',
  'authors.html',
  'guides/licenses/',
  'commands/changelog-show.html',
  'system-prompts/saw.html',
])('reads the page %s of a website', (path) => {
  expect(isLeftOutPage(path)).toBe(false);
});

describe('without settings', () => {
  test('reads the whole tree', () => {
    expect(kept({}, 'README.md', 'docs/a.md', 'packages/core/README.md')).toHaveLength(3);
  });

  test.each([
    'docs/archived-2019/a.md',
    'old/a.md',
    'docs/old/a.md',
    'Legacy/a.md',
    'docs/previous-versions/a.md',
    'i18n/zh-CN/a.md',
    'docs/i18n/ja/a.md',
    'docs/zh-CN/a.md',
    'site/zh-tw/a.md',
    'CHANGELOG.md',
    'packages/core/changelog.mdx',
    'docs/change-log/index.md',
    'docs/news/index.html',
    'CHANGELOG.rst',
    'docs/changelog.txt',
    'docs/changelog.adoc',
    'CHANGELOG-2.md',
    'CHANGELOG/CHANGELOG-0.10.md',
    'documentation/2.0-CHANGELOG.md',
    'CHANGELOG-enterprise.md',
    'CHANGELOG.next.md',
    'changelogs/changelog_2_0_0_details.md',
    'docs/changelog_v1.md',
    'docs/changelog/changelog-9.21.14.rst',
    'content/changelogs/1.13.3-changelog.md',
    'docs/saw-v10-changelog.md',
    'doc/changelog/changelog-history.rst',
    'doc/changelog6.rst',
    'source/releases/Saw-Two-Complete-Changelog.rst',
    'changelog/v3.1.0.md',
    'changelogs/0.4.x.md',
    'changelog/saw-server-1.12.0-beta.0.md',
    'charts/saw/changelog/saw-chart-4.0.15.md',
    'en/08_Changelogs/5.2.0.md',
    'en/08_Changelogs/rc/5.2.0-rc1.md',
    'History.md',
    'CHANGES.rst',
    'NEWS.md',
    'RELEASE_NOTES.md',
    'RELEASE-NOTES.txt',
    'LICENSE.md',
    'LICENSE-DOCS.md',
    'COPYING.md',
    'doc/COPYING_DOC.md',
    'COPYRIGHT.rst',
    'saw/LICENCE_MIT.rst',
    'LICENSE.rst',
    'saw/AUTHORS.rst',
    'MAINTAINERS.md',
    'OWNERS.md',
    'ATTRIBUTIONS.md',
    'saw/NOTICE.md',
    'docs/Code_of_Conduct.md',
    '_posts/news/2022-10-01-saw-5.0.0-released.md',
    'docs/_posts/2014-03-27-saw-1-5-1-released.markdown',
    'content/posts/2016-12-21-Release-1.1.4.mdx',
    '_posts/2014-09-22-plugins-release.md',
    'blog/2020-01-16-saw-3-released.md',
    'doc/release_notes/5.31.0.txt',
    'doc/announce/release-2.4.1.rst',
    'docs/release-announcements/v0.12.md',
    'doc/announcement_1.19.txt',
    'tsc/meetings/2026-04-08.md',
    'community/meeting-notes/2026.md',
    'community/meetings/2018/07.md',
    'results/2026-04-08-meeting.md',
    'docs/saws/_template.md',
    'AGENTS.md',
    'packages/core/CLAUDE.md',
    'agents.md',
    'agents/prompts/cut-wood.md',
    'saw/agent/system_prompts/cut.md',
    'packages/saw/src/oil-saws.agent.md',
    'packages/saw/prompts/oil.prompt.md',
    'samples/plugins/Saw/Cut/skprompt.txt',
    '_artifacts/skill_spec.md',
    'components/Saw/__changelog__/index.en-US.md',
  ])('leaves out %s', (path) => {
    expect(kept({}, path)).toEqual([]);
  });

  test.each([
    'docs/archive.md',
    'docs/older/a.md',
    'i18n/README.md',
    'docs/changelog/a.md',
    'docs/changelog/v3.1.0.md',
    'docs/08_Changelogs/rc/3.1.0-rc1.md',
    'site/content/changelog/saw-3.1.0.md',
    'changelog/how-to-cut-5-planks.md',
    'changelog/upgrade-notes.md',
    'docs/changelog-format.md',
    'docs/changelog_guidelines.md',
    'docs/write-a-changelog.md',
    'docs/saw2-changelog.md',
    'modules/saws/pages/saw-1.2.3/index.adoc',
    'docs/saw-1.2.3/index.md',
    'saw-1.2.3/index.md',
    'docs/history.md',
    'docs/changes.rst',
    'releases.md',
    '_posts/2022-10-01-how-to-release-a-saw.md',
    '_posts/2022-10-01-new-in-saw-5.0.md',
    'docs/saw-5.0-released.md',
    'doc/release_notes/5.31.0.md',
    'docs/announcements/0001.md',
    'docs/announcement-bar.md',
    'docs/meetings/schedule.md',
    'docs/meetings/2026-goals.md',
    'docs/license.rst',
    'docs/copying.md',
    'docs/reference/authors.rst',
    'docs/license-keys.md',
    'docs/template.md',
    'docs/agents.md',
    'docs/prompts/cut.md',
    'docs/system-prompts/cut.md',
    'website/agents/prompts/cut.md',
    'docs/agent.md',
    'docs/system-prompts.md',
    'guides/Gemini.md',
  ])('keeps %s, which only resembles an exclusion', (path) => {
    expect(kept({}, path)).toEqual([path]);
  });

  test("leaves out folders that hold other projects' files or housekeeping", () => {
    const paths = [
      'node_modules/x/README.md',
      'a/vendor/b/README.md',
      '.github/a.md',
      '.changeset/b.md',
    ];
    expect(kept({}, ...paths)).toEqual([]);
  });
});

describe('excludeFolders', () => {
  test('replaces the default list', () => {
    expect(kept({ excludeFolders: ['drafts'] }, 'old/a.md', 'x/drafts/a.md')).toEqual(['old/a.md']);
  });

  test('takes a plain name at any depth and ./name at the root only', () => {
    const paths = ['build/a.md', 'src/build/a.md'];
    expect(kept({ excludeFolders: ['build'] }, ...paths)).toEqual([]);
    expect(kept({ excludeFolders: ['./build'] }, ...paths)).toEqual(['src/build/a.md']);
  });

  test('takes a path with a slash from the root, with all that is below', () => {
    const paths = ['app-sdk/v2.3/a/b.md', 'x/app-sdk/v2.3/a.md'];
    expect(kept({ excludeFolders: ['app-sdk/v2.3'] }, ...paths)).toEqual(['x/app-sdk/v2.3/a.md']);
  });

  test('wins over folders', () => {
    const settings = { folders: ['docs'], excludeFolders: ['docs/internal'] };
    expect(kept(settings, 'docs/a.md', 'docs/internal/b.md')).toEqual(['docs/a.md']);
  });

  test('says nothing of file names unless it is a path', () => {
    expect(kept({ excludeFolders: ['*test*'] }, 'docs/testing.md')).toEqual(['docs/testing.md']);
    expect(kept({ excludeFolders: ['docs/*test*'] }, 'docs/testing.md')).toEqual([]);
  });
});

describe('excludeFiles', () => {
  test('names files anywhere and replaces the default list', () => {
    expect(kept({ excludeFiles: ['notes.md'] }, 'a/Notes.md', 'CHANGELOG.md')).toEqual([
      'CHANGELOG.md',
    ]);
  });

  test('also takes patterns and paths', () => {
    const settings = { excludeFiles: ['*.draft.md', 'docs/index.md'] };
    expect(kept(settings, 'a/b.draft.md', 'docs/index.md', 'index.md')).toEqual(['index.md']);
  });
});

describe('folders', () => {
  test('keeps files below them, and Markdown at the root', () => {
    const paths = ['docs/a.rst', 'src/b.md', 'README.md', 'notes.txt', 'guide.mdx'];
    expect(kept({ folders: ['docs/'] }, ...paths)).toEqual([
      'docs/a.rst',
      'README.md',
      'guide.mdx',
    ]);
  });

  test('reads a hidden folder that they name', () => {
    expect(kept({ folders: ['.vitepress/docs'] }, '.vitepress/docs/a.md')).toHaveLength(1);
  });

  test.each(['.', './', '/'])('named %s is the whole repository', (folder) => {
    expect(kept({ folders: [folder] }, 'src/deep/a.md', '.github/b.md')).toEqual(['src/deep/a.md']);
  });
});

describe('the data of tests and copies of other projects', () => {
  test.each([
    'util/testdata/app.md',
    'build/saw-test-data/cut.txt',
    'cutter/test-fixtures/cut.txt',
    'regress/conf/saw.conf',
    'development-docs/systemtests/BladeTest.md',
    'third_party/oil/doc/index.rst',
    'extern/oil/doc/oil.texi',
    'externals/oil/README.md',
    'lib/oil/test/googletest-1.13.0/docs/faq.md',
    'lib/Catch2/docs/own-main.md',
    'saw/tools/oil-xsl-1.76.1/RELEASE-NOTES.html',
    'doc/manual/lib/docbook-xsl/params/admon.graphics.xml',
    'docs/docbook-xsl-snapshot/html/README.xml',
    'lib/third-party/oil/README.md',
    'saws/_vendor/oil-2.1.dist-info/METADATA',
    'site/themes/blade/exampleSite/content/page.md',
    'themes/github.com/saws/blade/site/page.md',
    'crates/app/resources/mdtest/app.md',
    'crates/app/proptest-regressions/lib.txt',
    'app/src/snapshot_tests/inputs/page.txt',
    'ios/Runner/Assets.xcassets/LaunchImage.imageset/README.md',
    'packages/app/__tests__/page.mdx',
    'docs/src/test/resources/expected/config.adoc',
    'plugin/src/intTest/resources/a/README.md',
    'spec/fixtures/deep/page.md',
    'internal/bundler_tests/snapshots/default.txt',
    'tests/roots/test-api/index.rst',
    'packages/openapi/test/out/store.md',
    'e2e/app/pages/index.md',
    'e2e/test/saw-app/README.md',
    'tests/commands/cut/oak/readme.md',
    'packages/saw/__e2e__/pages/index.mdx',
    'src/Saw.Api.Tests/pages/index.md',
    'src/Saw.UnitTests/notes.txt',
    'src/verify/CoreSpec.Approve.verified.txt',
    'demo/big-openapi.json',
    'net/samples/Cut/Plugins/Oil/messages-openapi.yml',
    'saw-swagger/example/swagger.json',
  ])('%s is not read, unless folders names its folder', (path) => {
    expect(kept({}, path)).toEqual([]);
    expect(kept({ folders: [path.slice(0, path.lastIndexOf('/'))] }, path)).toEqual([path]);
  });

  test('pages beside the sources of the tests of a part are not read, unless folders names them', () => {
    const code = ['saw-core/test/cut_test.rb', 'docs/guides/test/cut.rb', 'saw/tests/oak.py'];
    const pages = ['saw-core/test/pages/oak.md', 'saw/tests/oil.rst', 'saw/tests/x/oil.adoc'];
    const others = ['saw-core/test/README.md', 'docs/guides/test/mocking.md', 'cut/test/cut.md'];
    const guide = 'docs/guide.md';
    expect(selected({}, ...code, ...pages, ...others, guide)).toEqual([...others, guide]);
    expect(selected({ folders: ['saw/tests'] }, ...code, ...pages)).toEqual(pages.slice(1));
  });

  test.each([
    'tests/api/README.md',
    'src/Saw.Api.Tests/README.md',
    'src/Saw.TestKit/guide.md',
    'docs/verified.md',
    'docs/test/mocking.md',
    'docs/modules/test/pages/setup.adoc',
    'docs/fixtures/index.md',
    'docs/unit-tests/snapshots/index.md',
    'src/latest/resources/a.md',
    'docs/data/types.txt',
    'docs/third-party/blades.md',
    'docs/externals/blades.md',
    'themes/blade/page.md',
    'exampleSite/content/page.md',
  ])('does not mean %s', (path) => {
    expect(kept({}, path)).toEqual([path]);
  });
});

const name = fc.constantFrom('docs', 'src', 'old', 'a', '.hidden', 'README.md', 'x.rst');
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
const list = fc.array(fc.oneof(path, fc.string({ maxLength: 20 })), { maxLength: 4 });
const settings = fc.record({ folders: list, excludeFolders: list, excludeFiles: list });

describe('any settings', () => {
  test('that exclude more keep no file that fewer exclusions left out', () => {
    fc.assert(
      fc.property(settings, path, path, (given, extra, file) => {
        fc.pre(given.excludeFolders.length > 0);
        const more = { ...given, excludeFolders: [...given.excludeFolders, extra] };
        expect(kept(given, file)).toEqual(expect.arrayContaining(kept(more, file)));
      }),
    );
  });

  test('keep nothing from node_modules', () => {
    fc.assert(
      fc.property(settings, path, path, (given, before, after) => {
        expect(kept(given, `${before}/node_modules/${after}`)).toEqual([]);
      }),
    );
  });

  test('keep Markdown at the root unless it is excluded', () => {
    fc.assert(
      fc.property(list, (folders) => {
        expect(kept({ folders }, 'GUIDE.md')).toEqual(['GUIDE.md']);
      }),
    );
  });
});

describe('formatOf', () => {
  test.each([
    ['README.md', 'markdown'],
    ['a/b.MARKDOWN', 'markdown'],
    ['a.mdx', 'mdx'],
    ['docs/fields/saw.mdoc', 'markdown'],
    ['Tests/Snapshots/saw.mdoc', undefined],
    ['man/cut.Rd', 'markdown'],
    ['pkg/saws/man/cut.rd', 'markdown'],
    ['doc/cut.rd', undefined],
    ['a.qmd', 'quarto'],
    ['vignettes/a.Rmd', 'quarto'],
    ['docs/_quarto.yml', 'quarto'],
    ['docs/quarto.yml', undefined],
    ['a.livemd', 'markdown'],
    ['guides/cheatsheets/a.cheatmd', 'markdown'],
    ['docs/spelling-wordlist.txt', undefined],
    ['tooling/codespell-ignore.txt', undefined],
    ['docs/spells.txt', 'text'],
    ['a.html.md.erb', 'markdown'],
    ['a.html.markerb', 'markdown'],
    ['lib/generators/templates/saw.markerb', undefined],
    ['a.html.erb', undefined],
    ['lib/site_template/src/a.md.erb', undefined],
    ['doc/tutorial/Server.lhs', 'markdown'],
    ['saw/README.lhs', 'markdown'],
    ['src/Saw.lhs', undefined],
    ['tests/docs/Saw.lhs', undefined],
    ['_Sidebar.md', undefined],
    ['docs/_navbar.md', undefined],
    ['docs/index.rst', 'rst'],
    ['api-ref/source/v3/saws.inc', 'rst'],
    ['source/saws.inc', undefined],
    ['docs/saw.1.md.in', 'markdown'],
    ['docs/modules.rst.in', 'rst'],
    ['packages/saw/api-extractor.json', undefined],
    ['api-extractor-base.json', undefined],
    ['doc/saw.sgml.in', 'docbook'],
    ['man/saw.1.xml.in', 'docbook'],
    ['Documentation/notation/rests.itely', 'markdown'],
    ['Documentation/_Properties/_Depth.rst.txt', 'rst'],
    ['docs/saw.conf.in', undefined],
    ['docs/changelog/2.1.rst', 'rst'],
    ['docs/news/2024.md', 'markdown'],
    ['docs/1.introduction.md', 'markdown'],
    ['a.adoc', 'asciidoc'],
    ['a.asciidoc', 'asciidoc'],
    ['book/ch01.asc', 'asciidoc'],
    ['guide.txt', 'text'],
    ['docs/rfcs.txt', 'text'],
    ['docs/draft-notes.txt', 'text'],
    ['llms.txt', 'text'],
    ['a.ipynb', 'notebook'],
    ['six-1.17.0.dist-info/METADATA', 'python-metadata'],
    ['doc/pages/saw.dox', 'markdown'],
    ['doc/Type/Saw.rakudoc', 'markdown'],
    ['docs/src/cut.jl', 'markdown'],
    ['src/cut.jl', undefined],
    ['docs/a.html', 'html'],
    ['lib/Saw/Guide.pod', 'markdown'],
    ['topics/saw.topic', 'markdown'],
    ['documentation/deep/a.htm', 'html'],
    ['saw/src/docsrc/html/cut.html', 'html'],
    ['doc/html/cut.shtml', 'html'],
    ['src/main/javahelp/contents/oil.html', 'html'],
    ['src/main/help/help/topics/Saw/cut.htm', 'html'],
    ['docs/api/org/saw/package-summary.html', 'html'],
    ['docs/public/api/classes/Saw.html', 'html'],
    ['openapi.yaml', 'openapi'],
    ['api/swagger.json', 'openapi'],
    ['proto/store.swagger.json', 'openapi'],
    ['spec/store-openapi.yaml', 'openapi'],
    ['spec/store_openapi_v2.json', 'openapi'],
    ['docs/oas/store/store-api-oas.json', 'openapi'],
    ['spec/store-openapi-for-clients.json', undefined],
    ['docs/api-reference/store.yaml', 'openapi'],
    ['code/API_definitions/saw-sharpening.yaml', 'openapi'],
    ['spec/noopenapi.yaml', undefined],
    ['spec/api.v1.yml', 'openapi'],
    ['specification/store-public.v2.yaml', 'openapi'],
    ['reference/catalog/saws.v3.yml', 'openapi'],
    ['docs/rest-api.yml', 'openapi'],
    ['fixed-store-open-api.yml', 'openapi'],
    ['doc/specs/store.yaml', 'openapi'],
    ['docs/store/specs/clients/saws/oil.yaml', 'openapi'],
    ['doc/specs/schemas/Saw.yaml', undefined],
    ['spec/saws.yaml', undefined],
    ['examples/openapi/package.json', undefined],
    ['docs/openapi/meta.json', undefined],
    ['openapi/.oxlintrc.json', undefined],
    ['reference/guides/toc.yml', undefined],
    ['docs/reference/saws.yml', undefined],
    ['docs/openapi/spec3.json', 'openapi'],
    ['openapi/components/user.yaml', undefined],
    ['.warnings-skip-list.txt', undefined],
    ['app/templates/mail.txt', undefined],
    ['internal/testdata/api-key.yaml', undefined],
    ['openapi-3.1.json', 'openapi'],
    ['src/index.ts', 'code'],
    ['pkg/lib.go', 'code'],
  ])('%s is read as %s', (path, format) => {
    expect(formatOf(path)).toBe(format);
  });

  test.each([
    'requirements.txt',
    'requirements-dev.txt',
    'requirements/base.txt',
    'robots.txt',
    'docs/spelling_wordlist.txt',
    'styles/config/vocabularies/Saw/accept.txt',
    'src/BannedSymbols.txt',
    'src/Saws/PublicAPI/net8.0/PublicAPI.Shipped.txt',
    'src/Saws/PublicAPI.Unshipped.txt',
    'src/Saws/PublicAPI.Shipped.net10.0.txt',
    'src/Saws/InternalAPI.Unshipped.txt',
    'src/saw/translations/de.txt',
    'examples/all/test_output/cut_xml.txt',
    'saws/cli/expected_output/cut.txt',
    'saws/testenv/baseline/cut.txt',
    'wheels/dependency_licenses/OIL.txt',
    'android/fastlane/metadata/en-US/title.txt',
    'LICENSE.txt',
    'nodejs/NODEJS_THIRD_PARTY_LICENSES.md',
    'docs/third-party-notices.html',
    'hack/boilerplate.go.txt',
    'config/checkstyle/saw-header.txt',
    'notices/oil-1.2.txt',
    'saw-core/jvm/test-resources/traces/cut.txt',
    'integration/factories/saw.ts.txt',
    'src/gpg_testdata/SHASUMS256.txt',
    'doc/standards/rfc4120.txt',
    'docs/rfc-6698-saws.txt',
    'doc/draft-ietf-saw-cut-01.txt',
    'doc/draft-ietf-saw-oil.txt',
    'doc/draft-oak-saw-xx.txt',
    'doc/drafts/draft-oak-oil.txt',
    'charts/deps.txt',
    'plugins/saw/testcases/oak/input.txt',
    'test_requests/oak/cuts.txt',
    'testsuite/oak.txt',
    'e2e/site/expected.state.txt',
    'saws/resources/system/blades.txt',
    'extensions/molecule/saw/before.txt',
    'e/saw_fixtures/cut.txt',
    'Data/rules.txt',
    'packages/saw/src/saw.api.md',
    'dist/3rdpartylicenses.txt',
    'docs/assets/fonts/Inter/OFL.txt',
    'docs/_includes/alert.html',
    'docs/src/app/pages/guide.html',
    'docs/cut/cut.component.html',
    'Documentation/Saw.Docs/Pages/Cut/Code/CutExampleCode.html',
    'docs/custom_head.html',
    'doc/doxygen/header.html',
    'doc/source/_templates/autosummary/class.rst',
    'website/layouts/shortcodes/note.html',
    'layouts/_shortcodes/table.md',
    'layouts/_partials/redirects.txt',
    'site/archetypes/task.md',
    'charts/saw/templates/NOTES.txt',
    'docs/examples/00272f75a6afea91f8554ef7cda0c1f2.asciidoc',
    'doc/man/generated_txt/saw-cut.txt',
    'docs/overrides/main.html',
    'docs/_overrides/main.html',
    'docs/theme/main.html',
    'docs/snyk/v1.2/report.html',
    'revdep/problems.md',
    'cran-comments.md',
    'man/rmd/saws.Rmd',
    'man/rmd/planes.md',
    'ISSUE_TEMPLATE.md',
    'docs/release-issue-template.md',
    'results/net9.0/SawBenchmark-report-github.md',
    'static/v1/docs/usage.html',
    'docs/public/4.0/blade.html',
    'docs/compat_reports/saw/1.0_to_2.0/compat_report.html',
    'tests/assets/manual/button.html',
    'docs/coverage/index.html',
    't/templates/saw.pod',
    'docs/api/index-all.html',
    'docs/api/org/saw/class-use/Blade.html',
    'docs/api/org/saw/package-tree.html',
    'docs/cpp/class_saw-members.html',
    'docs/cpp/saw_8hpp_source.html',
    'CMakeLists.txt',
    'meson_options.txt',
    'src/egg-info/SOURCES.txt',
    'examples/router/data/words.txt',
    'static/certs/saw.txt',
    't/saw/words.txt',
    'server/src/main/resources/banner.txt',
    'server/src/main/webapp/data.txt',
    'changelog/10128.bugfix.rst',
    'doc/changelog/01-saws/10128-oil-teeth.rst',
    'changelogs/unreleased/128-anna-small.md',
    'changelog/10745.improvement.2.rst',
    'CHANGES/12.feature.md',
    'docs/changes/io.saws/12.api.rst',
    'site/layouts/index.llms.txt',
    'COPYRIGHTS.txt',
    'src/newsfragments/+fast-start.feature.rst',
    'changelog.d/_template.rst',
    'changelog.d/blade_guard.breaking.md',
    'changelog/1021.txt',
    'CHANGES/.TEMPLATE.rst',
    'CHANGES/59c0123d.contrib.rst',
    'lib/benches/words.txt',
    'scripts/saw_benchmark/snapshots/saw.txt',
    'src/template.html',
    'package.json',
    'apis.json',
    'image.png',
    'Makefile',
    'src/index.test.ts',
    'lib/jquery.min.js',
    'dist/index.js',
    'src/main/java/org/saws/internal/Oil.java',
    'saw/internal/oil/cut.go',
    'saws/_internal/cut.py',
  ])('%s holds nothing to read', (path) => {
    expect(formatOf(path)).toBeUndefined();
  });
});

function selected(settings: SelectSettings, ...paths: string[]): string[] {
  return selectFiles(
    paths.map((path) => ({ path })),
    settings,
  ).map(({ path }) => path);
}

describe('selectFiles', () => {
  test('leaves source code out where there is documentation', () => {
    expect(selected({}, 'README.md', 'docs/cut.md', 'src/a.ts')).toEqual([
      'README.md',
      'docs/cut.md',
    ]);
  });

  test('reads source code beside READMEs, notes about the project and documents of examples', () => {
    const notes = [
      'README.md',
      'docs/contributing/style.md',
      'docs/FAQ.md',
      'INFLUENCES.md',
      'blades/TEETH.md',
      'Documentation/Saw 3.0 Migration Guide.md',
      'docs/code-of-conduct.md',
      'contrib/SignBlades.md',
      'guide_drafts/oil.md',
      'doc/conventions.rdoc',
      'saw-oil/ideas.md',
      'spec/views/a.rdoc',
      'saw/e2e/planks.md',
      'bench_README.md',
      'skills/cut/SKILL.md',
      'include/saw/oil.license.rst',
      'scripts/release/notes.md',
      'code_style.md',
      'doc/index.mld',
      'docs/manual.typ',
      'Saw.Docs/Pages/Blade.razor',
      'website/index.html',
      'doc/release-notes/2.md',
      'a/words.txt',
      'docs/llms.txt',
    ];
    const files = [...notes, 'examples/cut.md', 'src/a.rs'];
    expect(selected({}, ...files)).toEqual(files);
  });

  test('reads the source code of a small package whose settings are most of its files', () => {
    const files = ['README.md', 'index.js', 'package.json', 'package-lock.json', 'tsconfig.json'];
    expect(selected({}, ...files)).toContain('index.js');
  });

  test('reads the source code of crates beside documents that their doc comments include', () => {
    const parts = ['README.md', 'saw/src/docs/cut.md', 'saw/src/oil.md'];
    const files = [...parts, 'saw/src/lib.rs', 'saw/src/cut.rs'];
    expect(selected({}, ...files)).toEqual(files);
    expect(selected({}, ...parts, 'saw/src/main.rs')).toEqual(parts);
    expect(selected({}, ...files, 'docs/src/cut.md')).toEqual([...parts, 'docs/src/cut.md']);
  });

  test('reads source code in folders that have the names of those that a build writes', () => {
    const built = ['src/build/a.js', 'src/public/a.ts', 'build/a.go', 'web/public/index.php'];
    const code = ['Sources/Public/Saw.swift', 'org/saws/target/Oil.java', 'pkg/build/cut.go'];
    expect(selected({}, 'README.md', ...built, ...code)).toEqual(['README.md', ...code]);
  });

  test('leaves out source code beside the documentation of a contributed part', () => {
    const documents = ['README.md', 'contrib/pysaws/docs/index.rst'];
    expect(selected({}, ...documents, 'src/a.rs')).toEqual(documents);
  });

  test('leaves out source code beside a manual at the root', () => {
    expect(selected({}, 'README.md', 'API.md', 'src/a.rs')).toEqual(['README.md', 'API.md']);
  });

  test('reads the source code of a library beside up to three guides, and not beside a reference', () => {
    const code = Array.from({ length: 24 }, (_, at) => `src/${at}.go`);
    const guides = ['TUTORIAL.md', 'docs/blades.md', 'docs/index.md'];
    expect(selected({}, 'README.md', ...guides, ...code)).toHaveLength(28);
    expect(selected({}, ...guides, ...code.slice(1))).toEqual(guides);
    expect(selected({}, 'docs/oil.md', ...guides, ...code)).toEqual(['docs/oil.md', ...guides]);
    for (const whole of ['API.md', 'doc/saw-reference.rst', 'docs/manual.md', 'docs/index.rst']) {
      expect(selected({}, whole, ...code)).toEqual([whole]);
    }
  });

  test('leaves out the source code of an application, which has more than 1,000 files', () => {
    const code = Array.from({ length: 1001 }, (_, at) => `src/${at}.go`);
    expect(selected({}, 'README.md', ...code)).toEqual(['README.md']);
    expect(selected({}, 'README.md', ...code.slice(1))).toHaveLength(1001);
    expect(selected({}, ...code)).toHaveLength(1001);
  });

  test('reads source code too when asked', () => {
    expect(selected({ indexSourceCode: true }, 'README.md', 'src/a.ts')).toEqual([
      'README.md',
      'src/a.ts',
    ]);
  });

  test('reads source code where there is no documentation at all', () => {
    expect(selected({}, 'src/a.ts', 'package.json')).toEqual(['src/a.ts']);
  });

  test('takes a file only named like an API description for no documentation', () => {
    expect(selected({}, 'api-stats.json', 'src/a.ts')).toEqual(['api-stats.json', 'src/a.ts']);
  });

  test('keeps source code within the folders named', () => {
    const settings = { indexSourceCode: true, folders: ['src'] };
    expect(selected(settings, 'src/a.ts', 'tools/b.ts')).toEqual(['src/a.ts']);
  });

  test('returns the files unchanged, with their format', () => {
    expect(selectFiles([{ path: 'a.md', oid: '1' }], {})).toEqual([
      { path: 'a.md', oid: '1', format: 'markdown' },
    ]);
  });
});

test.each([
  'docs/reference/saw.toml.in',
  'doc/saw-sections.txt',
  'doc/reference/saw-docs.xml',
  'doc/saw-docs.sgml.in',
  'docs/plugins/sitemap.txt',
])('with %s, gtk-doc reads the sources of C', (settings) => {
  const sources = ['src/saw.c', 'src/saw.h', 'src/saw.cpp'];
  const others = ['src/saw-private.h', 'tests/saw.c', 'test cases/1 saw/saw.c', 'demos/saw.c'];
  const files = [...sources, ...others, 'docs/guide.md'].map((path) => ({ path }));
  expect(selectFiles(files, {}).map(({ path }) => path)).toEqual(['docs/guide.md']);
  const found = selectFiles([...files, { path: settings }], {});
  expect(found.filter(({ format }) => format === 'gtk-doc').map(({ path }) => path)).toEqual([
    'src/saw.c',
    'src/saw.h',
  ]);
});

test('extensions of Ruby in C are source code, unless RDoc publishes them', () => {
  const gem = ['README.md', 'ext/saw/extconf.rb', 'ext/saw/saw.c', 'lib/saw.rb'];
  const formats = (paths: string[]): (string | undefined)[] =>
    selectFiles(
      paths.map((path) => ({ path })),
      {},
    ).map(({ path, format }) => `${path} ${format}`);
  expect(formats(gem)).toContain('ext/saw/saw.c ruby-c');
  expect(formats([...gem, 'docs/guide.md'])).not.toContain('ext/saw/saw.c ruby-c');
  expect(formats([...gem, 'docs/guide.md', '.document'])).toContain('ext/saw/saw.c ruby-c');
});

describe('with the settings of Doxygen', () => {
  const files = [
    'docs/guide.md',
    'src/saw.h',
    'src/saw.c',
    'src/saw_private.h',
    'src/inner/blade.h',
    'src/win/saw.h',
    'lib/oil.h',
  ];

  function read(settings: string, paths = files, path = 'doc/Doxyfile.in'): string[] {
    const doxyfiles = [readDoxyfile(path, settings)];
    const all = [...paths, path].map((one) => ({ path: one }));
    return selectFiles(all, { doxyfiles }).map((file) => file.path);
  }

  test('of all code are for the people who work on a program with a manual', () => {
    const manual = Array.from({ length: 40 }, (_, at) => `docs/guide/cut-${at}.md`);
    const isRead = (settings: string, ...more: string[]): boolean =>
      read(settings, ['src/saw.h', ...more]).includes('src/saw.h');

    expect(isRead('INPUT = ../src\nEXTRACT_ALL = YES', ...manual)).toBe(false);
    expect(isRead('INPUT = ../src\nEXTRACT_ALL = YES', ...manual.slice(1))).toBe(true);
    expect(isRead('INPUT = ../src\nEXTRACT_ALL = NO', ...manual)).toBe(true);
    expect(isRead('INPUT = ../src\nEXTRACT_ALL = YES\nGENERATE_XML = YES', ...manual)).toBe(true);
    const inFolder = read('INPUT = ../../src', ['src/saw.h', ...manual], 'doc/devel/Doxyfile');
    expect(inFolder).not.toContain('src/saw.h');
    const all = 'INPUT = ../src\nRECURSIVE = YES\nEXTRACT_ALL = YES';
    const library = ['src/include/oil.h', ...manual];
    expect(read(all, library)).toContain(library[0]);
    expect(read(all, [...library, 'src/oil.c'])).not.toContain('src/oil.c');
    expect(read(all, ['lib/z/include/z.h', 'src/saw.h', ...manual])).toEqual(manual);
  });

  test.each([
    ['INPUT = ../src', ['docs/guide.md', 'src/saw.h', 'src/saw.c']],
    ['INPUT = @CMAKE_SOURCE_DIR@/src\nFILE_PATTERNS = *.c', ['docs/guide.md', 'src/saw.c']],
    [
      'INPUT = "${PROJECT_SOURCE_DIR}/src" \\\n ../lib',
      ['docs/guide.md', 'src/saw.h', 'src/saw.c', 'lib/oil.h'],
    ],
    ['INPUT = src\nINPUT += lib\nFILE_PATTERNS = *.h', ['docs/guide.md', 'src/saw.h', 'lib/oil.h']],
    ['INPUT = ../src/saw_private.h # the rest is inside', ['docs/guide.md', 'src/saw_private.h']],
    [
      'INPUT = ../src\nRECURSIVE = YES\nEXCLUDE = ../src/win\nEXCLUDE_PATTERNS = */inner/* *.c',
      ['docs/guide.md', 'src/saw.h'],
    ],
    // For the people who work on a program.
    ['INPUT = ..\nRECURSIVE = YES', ['docs/guide.md']],
    ['INPUT =', ['docs/guide.md']],
    ['INPUT = @CMAKE_BINARY_DIR@/src ../gone', ['docs/guide.md']],
  ])('%j reads %j', (settings, expected) => {
    expect(read(settings)).toEqual(expected);
  });

  test('public headers are read, too, if only a build knows a part of the input', () => {
    const paths = ['docs/guide.md', 'docs/index.h', 'oil/include/oil.h'];
    expect(read('INPUT = ../docs/index.h @SAW_DIRS@', paths)).toEqual(paths);
    expect(read('INPUT = ../docs/index.h', paths)).toEqual(paths.slice(0, 2));
  });

  test('the arguments of doxygen_add_docs are the input', () => {
    const cmake =
      'set(DOXYGEN_FILE_PATTERNS *.h)\nset(DOXYGEN_EXCLUDE_PATTERNS\n  "*/inner/*" # inside\n)\n' +
      'doxygen_add_docs(docs\n  ${CMAKE_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR} ALL lib)';
    expect(read(cmake, files, 'doc/CMakeLists.txt')).toEqual([
      'docs/guide.md',
      'src/saw.h',
      'src/win/saw.h',
    ]);
    expect(read('add_subdirectory(src)', files, 'doc/CMakeLists.txt')).toEqual(['docs/guide.md']);
    expect(read('set('.repeat(50_000), files, 'doc/CMakeLists.txt')).toEqual(['docs/guide.md']);
  });

  test('builds of Boost and MrDocs make a reference of the public headers', () => {
    const paths = [
      'doc/saw.qbk',
      'include/saw/cut.hpp',
      'include/saw/detail/blade.hpp',
      'src/saw.cpp',
    ];
    const shown = paths.slice(0, 2);
    const without = '[ glob-tree-ex ../include/saw : *.hpp : impl cut.hpp ] ;';
    expect(read(`docca.reference r.qbk\n  : ${without}`, paths, 'doc/Jamfile')).toEqual([
      'doc/saw.qbk',
    ]);
    const rule = 'doxygen autodoc\n  : [ glob ../include/saw/*.hpp ]\n  ;';
    expect(read(rule, paths, 'doc/Jamfile.v2')).toEqual(shown);
    expect(read('docca.pyreference reference.qbk\n  : x ;', paths, 'doc/Jamfile')).toEqual(shown);
    expect(read('input:\n  - ../include', paths, 'doc/mrdocs.yml')).toEqual(shown);
    expect(read('import doxygen ;\nboostbook saw : saw.qbk ;', paths, 'doc/Jamfile')).toEqual([
      'doc/saw.qbk',
    ]);
  });

  test('headers in include stay the public ones beside sources', () => {
    const paths = [
      'docs/guide.md',
      'include/saw.h',
      'src/saw.c',
      'src/inner.h',
      'ext/z/include/z.h',
    ];
    const settings = 'INPUT = ../include ../src\nRECURSIVE = YES';
    expect(read(settings, paths)).toEqual(['docs/guide.md', 'include/saw.h', 'src/saw.c']);
    expect(read(settings, paths, 'doc/saw.doxyfile')).toContain('src/saw.c');
    expect(read('INPUT = ../docs', paths, 'doc/doxygen.conf')).toEqual(['docs/guide.md']);
  });

  test('a pattern takes linear time', () => {
    const settings = `INPUT = src\nEXCLUDE_PATTERNS = ${'*a'.repeat(2_000)}`;
    expect(read(settings, [`src/${'a'.repeat(4_000)}.h`])).toHaveLength(1);
    expect(read('INPUT = a \\\n'.repeat(50_000), ['src/a.h'])).toEqual(['src/a.h']);
  });
});

test('public headers are read beside documents if Doxygen makes pages of them', () => {
  const headers = ['include/saw/cut.hpp', 'libs/oil/include/oil.h'];
  const others = ['src/inner.h', 'tests/include/test.h', 'src/saw.py'];
  const files = ['docs/guide.md', ...headers, ...others];
  expect(selected({}, ...files)).toEqual(['docs/guide.md']);
  expect(selected({}, ...files, 'tests/Doxyfile')).toEqual(['docs/guide.md']);
  expect(selected({}, ...files, 'doc/Doxyfile.in')).toEqual(['docs/guide.md', ...headers]);
});

test('programs in the folders of a gallery are documents', () => {
  const galleries = ['examples/README.txt', 'docs/gallery/lines/GALLERY_HEADER.rst'];
  const pages = ['examples/plot_cut.py', 'docs/gallery/lines/saw.py'];
  const others = ['examples/data/load.py', 'src/saw.py', 'examples/test_cut.py'];
  const texts = ['README.md', 'src/README.rst', 'docs/index.rst'];
  const files = [...texts, ...galleries, ...pages, ...others];
  const formats = (settings: SelectSettings) =>
    selectFiles(
      files.map((path) => ({ path })),
      settings,
    ).flatMap(({ path, format }) => (path.endsWith('.py') ? [[path, format]] : []));

  expect(formats({})).toEqual(pages.map((path) => [path, 'gallery']));
  expect(formats({ indexSourceCode: true })).toContainEqual([pages[0], 'code']);
});

test('XML is a document in folders of documentation, or if a repository has little else', () => {
  const folders = [
    'doc/cut.xml',
    'docs/src/oil.sgml',
    'man/saw.xml',
    'src/site/xdoc/oil.xml',
    'saw-user-guide/C/oil.xml',
  ];
  const read = [...folders, 'mod/saw.8.xml', 'mod/oil.1.xml.in', 'a.docbook'];
  const others = [
    'README.md',
    'pom.xml',
    'a.xml',
    'a.go',
    'b.go',
    'c.go',
    'd.go',
    'e.go',
    'f.go',
    'g.go',
  ];
  expect(selected({}, ...read, ...others)).toEqual([...read, 'README.md']);
  expect(selected({}, 'README.md', 'language/cut.xml', 'cut/oil.xml')).toHaveLength(3);
  expect(selected({}, 'README.md', 'cut/a.sgml.in', 'cut/b.sgml.in')).toHaveLength(3);
  expect(selected({}, 'doc/settings.xml', 'src/a.go', 'src/b.go')).toContain('src/a.go');
  expect(selected({}, 'doc/version.xml.in', 'src/a.go', 'src/b.go')).toContain('src/a.go');
  expect(selected({}, 'doc/cut.sgml', 'src/a.go', 'src/b.go')).toEqual(['doc/cut.sgml']);
});

test('HTML in any folder of a site of Jekyll can be a page', () => {
  const others = ['404.html', '_layouts/page.html', 'assets/_saw.html', 'themes/saw.html'];
  const files = ['README.md', 'en/saws/cut.html', ...others].map((path) => ({ path }));
  const read = (...more: string[]) =>
    selectFiles([...files, ...more.map((path) => ({ path }))], {}).map(({ path }) => path);

  expect(read('_config.yml')).toEqual(['README.md', 'en/saws/cut.html']);
  expect(read('docs/_config.yml')).toEqual(['README.md']);
});

test('HTML at the root can be a manual, unless a folder of documentation has other documents', () => {
  expect(selected({}, 'README.md', 'index.html', 'demo.html', 'saw.js')).toEqual([
    'README.md',
    'index.html',
    'saw.js',
  ]);
  expect(selected({}, 'README.md', 'index.html', 'docs/saw.html')).toContain('index.html');
  expect(selected({}, 'README.md', 'index.html', 'docs/cut.md')).not.toContain('index.html');
});

test('modules below the folder lib of a package of Elixir can be documents', () => {
  const modules = ['lib/saw.ex', 'apps/shop/lib/shop/till.ex'];
  const others = ['priv/templates/saw.ex', 'config/config.exs', 'test/support/saw.ex'];
  const files = [...modules, ...others, 'mix.exs', 'apps/shop/mix.exs'];
  expect(selected({}, ...files)).toEqual(modules);
  expect(selected({}, ...modules)).toEqual([]);
});

test('modules below the folder src of an application of Erlang can be documents', () => {
  const modules = ['src/saw.erl', 'apps/shop/src/web/till.erl', 'doc/overview.edoc'];
  const others = [
    'test/saw_SUITE.erl',
    'deps/oil/src/oil.erl',
    'priv/saw.erl',
    'examples/src/a.erl',
    'src/vendored/a.erl',
  ];
  const files = [...modules, ...others, 'rebar.config', 'apps/shop/src/shop.app.src'];
  expect(selected({}, ...files, 'deps/oil/rebar.config')).toEqual(modules);
  expect(selected({}, ...modules)).toEqual(['doc/overview.edoc']);
});

test('programs below the folder src of a package of Julia can be documents', () => {
  const modules = ['src/Saws.jl', 'Oil/src/layers/oil.jl'];
  const others = ['ext/SawsExt.jl', 'test/src/saw.jl', 'docs/make.jl'];
  const files = [...modules, ...others, 'Project.toml', 'Oil/Project.toml', 'test/Project.toml'];
  expect(selected({}, ...files)).toEqual([...modules, 'docs/make.jl']);
  expect(selected({}, ...modules)).toEqual([]);
});

test('modules and programs of a distribution for CPAN can be documents', () => {
  const modules = ['Saw.pm', 'lib/Saw/Blade.pm', 'lib/Saw/Oil.pod', 'bin/saw', 'script/oil.pl'];
  const others = ['t/lib/Saw.pm', 'inc/Saw.pm', 'lib/Saw/Oil.pm', 'lib/Saw/Changes.pm', 'bin/a.sh'];
  expect(selected({}, ...modules, ...others, 'dist.ini')).toEqual(modules);
  expect(selected({}, ...modules, ...others, 'perl/dist.ini', 'cpanfile')).toEqual([
    'lib/Saw/Oil.pod',
  ]);
});

test('scripts of F# in folders of documentation can be documents', () => {
  const pages = ['docs/index.fsx', 'docs/content/tutorial/cut.fsx'];
  const others = [
    'build.fsx',
    'docs/_template.fsx',
    'docs/404.fsx',
    'tests/docs/saw.fsx',
    'src/saw.fsx',
  ];
  expect(selected({}, ...pages, ...others)).toEqual(pages);
});

test('features of Cucumber are documents if a list of pages is beside or above them', () => {
  const features = ['features/cut.feature', 'features/oil/cut.feature', 'docs/saw.feature'];
  expect(selected({}, 'README.md', ...features)).toEqual(['README.md']);
  expect(selected({}, 'README.md', 'features/.nav', ...features)).toEqual([
    'README.md',
    ...features.slice(0, 2),
  ]);
});

test('an API description in YAML is left out beside the same one in JSON', () => {
  const files = ['openapi.json', 'openapi.yaml', 'README.md', 'README.Rmd', 'b/openapi.yaml'];
  const read = ['openapi.json', 'README.md', 'b/openapi.yaml'];
  expect(selected({}, ...files)).toEqual(read);
  expect(selected({ indexSourceCode: true }, ...files)).toEqual(read);
  expect(selected({ excludeFiles: ['openapi.json'] }, ...files)).toContain('openapi.yaml');
});

test('JSON and YAML can be API descriptions in a repository that has little else', () => {
  const files = ['spec/json/oil.json', 'spec/json/saws-v2.json', 'spec/yaml/blades.yaml'];
  const others = ['README.md', 'Makefile', '.github/workflows/api-diff.yml', 'spec/yaml/oil.yaml'];
  expect(selected({}, ...others, ...files)).toEqual(['README.md', ...files]);
  expect(selected({}, 'README.md', '2026-09-14.yml')).toEqual(['README.md', '2026-09-14.yml']);

  const code = Array.from({ length: 5 }, (_, index) => `src/${index}.go`);
  expect(selected({}, ...others, ...files, ...code)).toEqual(['README.md', ...code]);
  expect(selected({}, ...others, ...files, 'openapi.json')).toEqual(['README.md', 'openapi.json']);
});

test('Org is left out beside Markdown and Texinfo, and so are the tasks and changes of a project in Org', () => {
  const others = ['README.md', 'todo.org', 'CHANGELOG.org', 'NEWS.org'];
  expect(selected({}, 'README.org', 'doc/saw.org', ...others)).toEqual([
    'doc/saw.org',
    'README.md',
  ]);
});

test('an implementation in F# is left out beside its signature file', () => {
  const read = ['README.md', 'src/Oil.fs', 'src/Saw.fsi'];
  expect(selected({}, ...read, 'src/Saw.fs')).toEqual(read);
});

test('the tasks of the developers are left out, and a page about tasks is not', () => {
  const tasks = ['TODO.md', 'docs/TODO.rst', 'doc/todo.txt', 'src/saw/TODOs.md'];
  const pages = ['README.md', 'docs/todo.md', 'docs/todos.md', 'docs/todo-list.txt'];
  expect(selected({}, ...tasks, ...pages)).toEqual(pages);
  expect(selected({ excludeFiles: ['saw.md'] }, ...tasks)).toEqual(tasks);
});

test('the plans of the developers at the root are left out, and a page about plans is not', () => {
  const plans = [
    'PLAN.md',
    'IMPLEMENTATION_PLAN.md',
    'GH-12-OIL-HANDOFF.md',
    'RELEASE-PLAN-2026-07-13.md',
    'PLANS.md',
  ];
  const pages = ['README.md', 'docs/PLAN.md', 'plan.md', 'EXPLAIN.md', 'PLANNER.md', 'REPLAN.md'];
  expect(selected({}, ...plans, ...pages)).toEqual(pages);
  expect(selected({ excludeFiles: ['saw.md'] }, ...plans)).toEqual(plans);
});

test('R Markdown is left out beside the Markdown that was made of it, and copies of vignettes beside these', () => {
  const vignettes = ['vignettes/intro.Rmd', 'vignettes/teeth.qmd'];
  const copies = ['doc/intro.Rmd', 'inst/doc/intro.Rmd', 'doc/teeth.qmd'];
  expect(selected({}, 'README.Rmd', 'README.md', 'doc/own.Rmd', ...copies, ...vignettes)).toEqual([
    'README.md',
    'doc/own.Rmd',
    ...vignettes,
  ]);
});

test('the template of a page is left out beside the page that a build of a provider of Terraform makes of it', () => {
  const pages = ['docs/guides/cut.md', 'templates/guides/mend.md'];
  expect(selected({}, 'templates/guides/cut.md', ...pages)).toEqual(pages);
});

test('pages of a provider of Terraform are left out that have the examples in another language', () => {
  const pages = ['docs/resources/saw.md', 'docs/cdktf/guide.md'];
  const converted = ['python', 'typescript'].map((name) => `docs/cdktf/${name}/resources/saw.md`);
  expect(selected({}, ...pages, ...converted)).toEqual(pages);
  expect(selected({ folders: ['docs/cdktf/python'] }, ...converted)).toEqual([converted[0]]);
});

test('source code is not read beside the manual pages of a program', () => {
  const files = ['README.md', 'saw.h'];
  expect(selected({}, ...files, 'saw.1')).toEqual(['README.md', 'saw.1']);
  expect(selected({}, ...files, 'man/man5/saw.conf.5')).not.toContain('saw.h');
  expect(selected({}, ...files, 'man/saw.1', 'man/cut.3')).toContain('saw.h');
  expect(selected({}, ...files, 'man/saw.1', 'include/saw.h')).toContain('include/saw.h');
  const many = Array.from({ length: 20 }, (_, at) => `man/man8/saw-${at}.8`);
  expect(selected({}, ...files, ...many, 'include/saw.h')).toEqual(['README.md', ...many]);
  expect(selected({}, ...files, ...many.slice(1), 'include/saw.h')).toContain('include/saw.h');
  expect(selected({}, ...files, 'doc/saw.1')).toContain('saw.h');
  expect(selected({}, 'saw.h', 'saw.1')).toContain('saw.h');
});

test('manual pages are read beside other documents, and count as none before their content is known', () => {
  const pages = ['saw.1', 'doc/saw.conf.5.in', 'man/man3/cut.3'];
  expect(selected({}, ...pages, 'README.md', 'src/saw.py', 'src/saw.1', 'tests/saw.1')).toEqual([
    ...pages,
    'README.md',
    'src/saw.py',
  ]);
});

test('help of Vim is left out beside the same text in Markdown', () => {
  const read = ['doc/saw.md', 'doc/oil.txt', 'docs/cut.md', 'docs/cut.txt'];
  expect(selected({}, 'doc/saw.txt', ...read)).toEqual(read);
});

test('the manual of a module of nginx is left out in MediaWiki beside the same text in the README', () => {
  expect(selected({}, 'README.markdown', 'doc/HttpSawModule.wiki')).toEqual(['README.markdown']);
});

test('the text of a manual page is left out beside the page', () => {
  const read = ['man/saw.1', 'man/saw.conf.5', 'man/oil.txt'];
  expect(selected({}, 'man/saw.txt', 'man/saw.conf.txt', ...read)).toEqual(read);
});

test('the lists of pages of Antora are left out', () => {
  const pages = ['docs/modules/ROOT/pages/index.adoc', 'docs/modules/ROOT/pages/nav.adoc'];
  const lists = ['docs/modules/ROOT/nav.adoc', 'docs/modules/saw/content-nav.adoc'];
  expect(selected({}, ...pages, ...lists)).toEqual(pages);
});

test('a sample of a configuration is read beside source code, and is no documentation', () => {
  const files = ['README.md', 'src/saw.ts', 'saw.conf.sample'];
  expect(selected({}, ...files)).toEqual(files);
  const documents = ['docs/a.md', 'saw.conf.sample'];
  expect(selected({}, ...documents, 'src/saw.ts')).toEqual(documents);
});

test('modules of Nix are read in a repository that has several', () => {
  const modules = ['a', 'b', 'c', 'd', 'e'].map((name) => `modules/programs/${name}.nix`);
  const others = ['README.md', 'flake.nix', 'tests/modules/a.nix'];
  expect(selected({}, ...others, ...modules)).toEqual(['README.md', ...modules]);
  expect(selected({}, ...others, 'nix/module.nix')).toEqual(['README.md']);
});

test('plugins of Ansible are read in a collection without pages about them', () => {
  const read = ['README.md', 'plugins/modules/cut.py', 'plugins/filter/dull.yml'];
  const others = ['galaxy.yml', 'plugins/action/cut.py', 'plugins/module_utils/saw.py'];
  expect(selected({}, ...read, ...others, 'plugins/modules/__init__.py')).toEqual(read);
  const page = 'docs/saws.shop.cut_module.rst';
  expect(selected({}, page, 'galaxy.yml', 'plugins/modules/cut.py')).toEqual([page]);

  const own = ['README.md', 'lib/ansible/modules/cut.py', 'lib/ansible/plugins/lookup/saw.py'];
  expect(selected({}, ...own, 'lib/ansible/release.py', 'lib/ansible/cli/saw.py')).toEqual(own);
});

test('HTML is left out beside the Texinfo or AsciiDoc that it was made of, and so are licenses of GNU', () => {
  const read = [
    'doc/saw.texi',
    'doc/teeth.adoc',
    'doc/oil.html',
    'docs/gplane.rst',
    'doc/book/master.adoc',
  ];
  expect(
    selected(
      {},
      'doc/saw.html',
      'doc/book.html',
      'doc/teeth.html',
      'doc/fdl.texi',
      'doc/latex/fdl.tex',
      'docs/gplv3.rst',
      'doc/gpl-3.0.txt',
      ...read,
    ),
  ).toEqual(read);
});

test('declarations are read in place of the compiled code beside them', () => {
  const paths = ['a.js', 'a.cjs', 'a.d.ts', 'a.d.cts', 'b.mjs', 'b.d.mts', 'c.js', 'README.md'];
  const files = paths.map((path) => ({ path }));
  const selected = selectFiles(files, { indexSourceCode: true }).map(({ path }) => path);
  expect(selected).toEqual(['a.d.ts', 'b.d.mts', 'c.js', 'README.md']);
});

test.each([
  ['are read if they are the only source', ['README.md', 'dist/index.d.ts', 'dist/index.js'], true],
  ['are not read beside TypeScript', ['README.md', 'dist/index.d.ts', 'src/index.ts'], false],
])('declarations in a folder of build results %s', (_, paths, expected) => {
  const files = paths.map((path) => ({ path }));
  const read = selectFiles(files, { indexSourceCode: true }).map(({ path }) => path);
  expect(read.includes('dist/index.d.ts')).toBe(expected);
  expect(read).not.toContain('dist/index.js');
});

test('declarations that are published twice are read once', () => {
  const sources = ['src/v4/schemas.ts', 'v4/schemas.d.ts', 'v4/schemas.js', 'v4/own.d.ts'];
  const formats = ['react.d.ts', 'esm/react.d.mts', 'cjs/react.d.cts', 'esm/own.d.mts'];
  const read = (paths: string[]) =>
    selectFiles(
      paths.map((path) => ({ path })),
      { indexSourceCode: true },
    ).map((file) => file.path);

  expect(read(sources)).toEqual(['src/v4/schemas.ts', 'v4/own.d.ts']);
  expect(read(formats)).toEqual(['react.d.ts', 'esm/own.d.mts']);
});

test.each([
  [['include/saw.h', 'src/own.h', 'third_party/z/include/z.h'], ['include/saw.h']],
  [['src/saw.h', 'third_party/z/include/z.h'], ['src/saw.h']],
])('of the headers %j, %j are for users', (headers, read) => {
  const files = headers.map((path) => ({ path }));
  expect(selectFiles(files, { indexSourceCode: true }).map(({ path }) => path)).toEqual(read);
});
