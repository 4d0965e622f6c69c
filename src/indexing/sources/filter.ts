import { isTestPath } from '../documents/code/excluded-code.ts';
import { languageOfPath } from '../documents/code/languages.ts';
import { configurationFilter } from '../documents/configuration/configuration-file.ts';
import type { DocumentFormat } from '../documents/document.ts';
import { compileName, compilePath, segmentsOf, type PathMatcher } from './path-glob.ts';
import {
  descriptionFilter,
  featureFilter,
  formatOf,
  isBuiltDeclaration,
  moduleFilter,
  rootPageFilter,
  sitePageFilter,
} from './formats.ts';
import { describesProgram, isManPage } from '../documents/markup/man/man-page-file.ts';
import { crdFilter } from './crd-files.ts';
import { doccReference } from './docc-reference.ts';
import { docbookFilter } from './docbook-pages.ts';
import { galleryFilter } from './gallery-pages.ts';
import { commentSources } from './comment-sources.ts';
import type { Doxyfile } from './doxygen/doxyfile.ts';
import { cratePartFilter, needsSourceCode } from './documentation.ts';
import { headerFilters } from './headers.ts';
import { protoFilters } from './proto-files.ts';
import { scriptReference, type SettingsText } from './script-reference.ts';
import { schemaFilter } from './schema-files.ts';

/** Chooses files of a repository. An empty list counts as absent. */
export interface FilterSettings {
  folders?: readonly string[];
  excludeFolders?: readonly string[];
  excludeFiles?: readonly string[];
  /** Languages to read. If any is given, the default exclusions of translations do not apply. */
  locales?: readonly string[];
}

/**
 * Returns a filter over repository paths, by the rules of context7.json. Ignores case. Excluded files are left out. If `folders`
 * is set, a file must be under one of them, or be Markdown at the root. Folders with a leading dot (.github, .changeset)
 * hold the project's own files, and others the data of its tests. Both, and pages of tests, are read only if `folders` names them.
 */
export function createFileFilter(
  settings: FilterSettings,
  isTestPage: (path: string) => boolean = () => false,
): (path: string) => boolean {
  const defaults = settings.locales?.length
    ? defaultExcludedFolders
    : [...defaultExcludedFolders, ...translatedFolders];
  const excluded = or(given(settings.excludeFolders, defaults).map(folderMatcher));
  const { excludeFiles = [] } = settings;
  const chosen = or(excludeFiles.map(fileMatcher));
  const excludedFile = excludeFiles.length > 0 ? chosen : isLeftOut;
  const folders = given(settings.folders, ['.']);
  const wholeTree = folders.some((folder) => /^[./]*$/.test(folder));
  const wanted = or(folders.map((folder) => compilePath(folder)));
  return (path) => {
    const segments = segmentsOf(path);
    if (segments.some((segment) => neverRead.has(segment))) return false;
    if (excluded(segments) || excludedFile(segments, path)) return false;
    if (wanted(segments)) return true;
    return wholeTree ? !isInternal(path) && !isTestPage(path) : rootMarkdown.test(path);
  };
}

/**
 * Returns whether a page of a website is one of those that a repository leaves out by default because of its name, such as its changelog and its license.
 * The path is relative to the site. All pages of a site are documentation, so a name counts as it does in `docs`.
 */
export function isLeftOutPage(path: string): boolean {
  const page = path.replace(/(?:\/index)?(?:\.html?)?\/?$/i, '.md');
  return [`docs/${path}`, `docs/${page}`].some((each) => isLeftOut(segmentsOf(each), each));
}

/** Returns whether a file is the project's own, data of its tests, or a copy. A README can tell how to test. */
function isInternal(path: string): boolean {
  if (isOthers(path) || convertedPage.test(path) || testData.some((pattern) => pattern.test(path)))
    return true;
  const inTests = testFolder.exec(path);
  return inTests !== null && !testReadme.test(path.slice(inTests.index + inTests[0].length));
}

function isOthers(path: string): boolean {
  return [hiddenFolder, thirdParty, releaseOfOthers, docbookStylesheets, hugoTheme].some(
    (pattern) => pattern.test(path),
  );
}

const hiddenFolder = /(?:^|\/)\.[^/]+\//;
/** Copies of other projects. In a folder of documentation, they can be pages about such projects. */
const thirdParty =
  /^(?!(?:.*\/)?(?:docs?|documentation|content|website|site|source)\/(?:.*\/)?(?:third[-_]?party|3rd[-_]?party|extern(?:als)?)\/)(?:[^/]+\/){0,8}(?:third[-_]?party|3rd[-_]?party|extern(?:als)?|_vendor)\//i;
/** A release of another project, and frameworks for tests in C++: `lib/oil-1.13.0/docs/faq.md`, `lib/Catch2/docs/main.md`. */
const releaseOfOthers =
  /^(?:(?!(?:docs?|documentation|content|website|site|source|pages|releases|versions)\/)[^/]+\/){1,8}(?:(?:googletest|gtest|Catch2)(?:-\d[\d.]*)?|[A-Za-z]\w*(?:-[A-Za-z]\w*){0,4}-\d{1,3}\.\d{1,4}\.\d{1,4})\//;
/** The stylesheets of DocBook, with a reference of their own, in a project whose manual needs them. */
const docbookStylesheets = /(?:^|\/)docbook-xsl(?:-[\w.-]+)?\//i;
/** The documentation of a theme of Hugo that a site has copied: `themes/saw/exampleSite/content/cut.md`. */
const hugoTheme = /(?:^|\/)themes\/(?:github\.com|[^/]+\/(?:exampleSite|userguide))\//;
/** The pages of a provider of Terraform with the examples in another language, which `cdktf convert` writes: `docs/cdktf/python/resources/saw.md`. */
const convertedPage = /(?:^|\/)docs\/cdktf\/(?:csharp|go|java|python|typescript)\//;
const testData = [
  /(?:^|\/)(?:testdata|(?:[\w-]{1,60}[-_])?test[-_](?:data|fixtures)|snapshot[-_]tests|systemtests|regress|mdtest|__(?:tests|e2e|fixtures|snapshots)__)\//i,
  // Cases that proptest found, and what Flutter writes beside the pictures of an app.
  /(?:^|\/)(?:proptest-regressions|[\w-]+\.xcassets)\//,
  // What Verify and ApprovalTests compare with.
  /\.(?:verified|received|approved)\.[a-z]+$/i,
  // What other tests of snapshots compare with.
  /(?:^|\/)(?:\w{1,40}[_-])?tests?\/(?:[^/]+\/){0,8}snapshots\/[^/]+\.txt$/i,
  /(?:^|\/)(?:tests?|spec|integration)\/(?:[^/]+\/){0,8}fixtures\//i,
  // Maven and Gradle keep the data of unit tests and other tests there.
  /(?:^|\/)src\/(?:test|it|[a-z]+Test)\/resources\//,
  // The descriptions of APIs that an example uses or shows.
  /(?:^|\/)(?:[\w-]+-)?(?:examples?|samples?|demos?)\/(?:[^/]+\/){0,8}[^/]*(?:openapi|swagger)[^/]*\.(?:json|ya?ml)$/i,
];
/** Tests at the root or of a package, and projects of tests in .NET. Below other folders, it can be documentation about tests. */
const testFolder =
  /^(?:(?:[^/]+\/){0,4}(?:packages|crates|plugins)\/[^/]+\/)?(?:tests?|e2e)\/|\.[a-z]{0,20}tests?\//i;
const readme = /(?:^|\/)readme[^/]*$/i;
/** The rest of a path below a folder of tests. A deeper README is data, such as that of an app that a test builds. */
const testReadme = /^(?:[^/]+\/)?readme[^/]*$/i;

/** Tests of a part, as in `saw-core/test/`. In documentation and examples, it can be pages about tests. */
const nestedTests =
  /^(?:(?!(?:docs?|documentation|content|website|site|guides?|manuals?|pages|examples?|samples?|demos?)\/)[^/]+\/){1,8}?tests?\//i;
/** Formats of pages that tests read. A notebook shows how to use something. */
const pageFormats: ReadonlySet<DocumentFormat | undefined> = new Set([
  'markdown',
  'mdx',
  'rst',
  'asciidoc',
  'html',
  'text',
]);

/** Returns a test for pages beside the sources of the tests of a part, which these read. A README can tell how to test. */
function testPageFilter(paths: readonly string[]): (path: string) => boolean {
  const folderOf = (path: string): string => nestedTests.exec(path)?.[0] ?? '';
  const code = paths.filter((path) => folderOf(path) !== '' && languageOfPath(path) !== undefined);
  const folders = new Set(code.map(folderOf));
  return (path) =>
    folders.has(folderOf(path)) && pageFormats.has(formatOf(path)) && !readme.test(path);
}
const rootMarkdown = /^[^/]+\.(?:md|mdx|markdown|qmd|rmd)$/i;

function given(
  list: readonly string[] | undefined,
  otherwise: readonly string[],
): readonly string[] {
  return list?.length ? list : otherwise;
}

function or<Path>(matchers: readonly ((path: Path) => boolean)[]): (path: Path) => boolean {
  return (path) => matchers.some((matches) => matches(path));
}

/** A name without a slash is a folder at any depth. Any other pattern is a path of a folder or file from the root. */
function folderMatcher(pattern: string): PathMatcher {
  const bare = pattern.replace(/\/+$/, '');
  if (bare.includes('/')) return compilePath(bare);
  const matches = compileName(bare);
  return (segments) => segments.some((name, index) => index < segments.length - 1 && matches(name));
}

/** A pattern without a slash is the name of a file, as in context7.json. Any other pattern is a path. */
function fileMatcher(pattern: string): PathMatcher {
  if (pattern.includes('/')) return compilePath(pattern);
  const matches = compileName(pattern);
  return (segments) => matches(segments.at(-1) ?? '');
}

/** Which files of a repository a run reads: the settings of the Library, completed by those in the repository itself. */
export interface SelectSettings extends FilterSettings {
  /** Reads source code in addition to documentation. If false, reads code only if there is no documentation beyond READMEs and notes. */
  indexSourceCode?: boolean;
  /** Settings of Doxygen, which name the headers and sources of its pages. */
  doxyfiles?: readonly Doxyfile[];
  /** Settings of TypeDoc and JSDoc, which name the sources of a reference. */
  scriptSettings?: readonly SettingsText[];
}

/** Formats that are only a reference. A repository with nothing else has no documentation. */
const besideDocuments: ReadonlySet<DocumentFormat> = new Set([
  'crd',
  'configuration',
  'graphql',
  'gtk-doc',
  'ruby-c',
]);
/** Names that DocBook and Mallard share with other files. */
const anyXml = /\.(?:xml|page)(?:\.in)?$/i;
/** Formats of files whose content decides whether they are documents. */
const uncertain: ReadonlySet<DocumentFormat> = new Set([...besideDocuments, 'openapi']);

/** Returns the files of a repository to read, with their formats, in the given order. */
export function selectFiles<File extends { path: string }>(
  files: Iterable<File>,
  settings: SelectSettings,
): (File & { format: DocumentFormat })[] {
  const all = [...files];
  const paths = all.map(({ path }) => path);
  const { commentFormat, isCode } = commentSources(paths);
  const { isPrivate, isReference: isHeader } = headerFilters(paths, settings.doxyfiles);
  const { isDescribed, isInterface } = protoFilters(paths);
  const isScript = scriptReference(paths, settings.scriptSettings);
  const isReference = or([isHeader, isInterface, isScript, doccReference(paths)]);
  const isManual = (path: string): boolean => isManPage(path) && !isTestPath(path);
  const isRootPage = rootPageFilter(paths);
  const isPossibleDescription = descriptionFilter(paths);
  const isUnsure = or([isManual, isRootPage]);
  const byPlace: readonly [(path: string) => boolean, DocumentFormat][] = [
    [sitePageFilter(paths), 'html'],
    [isRootPage, 'html'],
    [crdFilter(paths), 'crd'],
    [schemaFilter(paths), 'graphql'],
    [featureFilter(paths), 'markdown'],
    [moduleFilter(paths), 'markdown'],
    [isManual, 'markdown'],
    [isReference, 'code'],
    [configurationFilter(paths), 'configuration'],
    [isPossibleDescription, 'openapi'],
  ];
  const formatAt = (path: string): DocumentFormat | undefined =>
    commentFormat(path) ?? formatOf(path) ?? byPlace.find(([is]) => is(path))?.[1];
  const readable = all.flatMap((file) => {
    const format = formatAt(file.path);
    return format ? [{ ...file, format }] : [];
  });
  const isWanted = createFileFilter(settings, testPageFilter(paths));
  const isDocbookPage = docbookFilter(paths);
  const allowed = readable.filter(
    ({ path, format }) => isWanted(path) && (format !== 'docbook' || isDocbookPage(path)),
  );
  const read = new Set(allowed.map(({ path }) => path));
  const wanted = allowed.filter(
    ({ path }) => !isWrittenTwice(path, read) && !isPrivate(path) && !isDescribed(path),
  );
  const documents = wanted.filter(({ format }) => !isCode(format));
  const isGalleryPage = galleryFilter(paths);
  const pages = wanted.filter(
    ({ path, format }) => !isCode(format) || isGalleryPage(path) || isReference(path),
  );
  // A file whose content decides whether it is a document does not count as documentation.
  const documented = documents.some(
    ({ path, format }) => !uncertain.has(format) && !isUnsure(path) && !anyXml.test(path),
  );
  const isNoPage = or([isUnsure, isReference, isPossibleDescription, cratePartFilter(paths)]);
  const certain = pages.filter(
    ({ path, format }) => !besideDocuments.has(format) && !isNoPage(path),
  );
  const manuals = pages.map(({ path }) => path).filter(isManual);
  const needsCode =
    settings.indexSourceCode ||
    (needsSourceCode(certain, wanted.length - documents.length) &&
      !describesProgram(manuals, paths));
  if (documented && !needsCode) {
    return pages.map((file) =>
      file.format === 'code' && !isReference(file.path) ? { ...file, format: 'gallery' } : file,
    );
  }
  const hasTypeScript = wanted.some(({ path }) => typeScript.test(path));
  return wanted.filter(
    ({ path }) => !isDeclaredBeside(path, read) && !(hasTypeScript && isBuiltDeclaration(path)),
  );
}

/**
 * Returns whether the same document is beside a file in a form that costs less to read:
 *
 * - R Markdown or Quarto beside the Markdown that was made of it, as README.Rmd is, and copies of vignettes that a build of a package of R keeps
 * - an API description in YAML beside one in JSON, also in folders with these names; no other YAML is readable
 * - help of Vim beside Markdown, and plain text beside the manual page that it was made of
 * - the template of a page of a provider of Terraform beside the page
 * - the implementation beside a signature file of F#, which declares what the library offers
 * - the manual of a module of nginx for the old wiki, in MediaWiki, beside the README
 * - Org beside the Markdown or the Texinfo that Emacs makes of it, and HTML beside Texinfo, or beside AsciiDoc or the folder of a book in it
 */
function isWrittenTwice(path: string, all: ReadonlySet<string>): boolean {
  const json = path.replace(/\.ya?ml$/i, '.json');
  const others = [
    path.replace(/\.[qr]md$/i, '.md'),
    path.replace(/^(?:inst\/)?doc\/([^/]+\.[qr]md)$/i, 'vignettes/$1'),
    json,
    json === path ? path : json.replace(/(?<=^|\/)ya?ml(?=\/)/i, 'json'),
    path.replace(/((?:^|\/)doc\/[^/]+)\.txt$/, '$1.md'),
    ...['.1', '.5', '.8'].map((ending) => path.replace(/\.txt$/, ending)),
    path.replace(/^templates\//, 'docs/'),
    path.replace(/^doc\/Http\w{1,60}Module\.wiki$/, 'README.markdown'),
    path.replace(/\.fs$/i, '.fsi'),
    path.replace(/\.org$/i, '.md'),
    path.replace(/\.org$/i, '.texi'),
    ...['.texi', '.adoc', '.asciidoc', '/master.adoc', '/index.adoc'].map((ending) =>
      path.replace(/\.html$/, ending),
    ),
  ];
  return others.some((other) => other !== path && all.has(other));
}

const typeScript = /(?<!\.d)\.[cm]?tsx?$/i;
const script = /(?:\.d\.[cm]ts|\.[cm]?jsx?)$/;
const declaration = /\.d\.[cm]?ts$/;
/** Folders with the same modules in another format. */
const formatFolder = /^(?:esm?|cjs|mjs|module)\//;

/**
 * Returns whether a file is compiled JavaScript, or the declarations of one of its module formats, beside the declarations
 * (`.d.ts`) of the same code: those have its types and doc comments. The same holds for declarations in a folder of a module
 * format, and for declarations at the root whose source is in `src`.
 */
function isDeclaredBeside(path: string, paths: ReadonlySet<string>): boolean {
  const has = (base: string, endings: readonly string[]): boolean =>
    endings.some((ending) => paths.has(base + ending));
  if (declaration.test(path)) {
    const base = path.replace(declaration, '');
    if (has(`src/${base}`, ['.ts', '.tsx', '.mts', '.cts'])) return true;
    if (formatFolder.test(path) && has(base.replace(formatFolder, ''), declarations)) return true;
  }
  if (!script.test(path)) return false;
  const better = declaration.test(path) ? ['.d.ts'] : declarations;
  return has(path.replace(script, ''), better);
}

const declarations = ['.d.ts', '.d.mts', '.d.cts'];

const languages = 'zh es fr de ja ko ru pt it ar hi tr nl pl sv vi th'.split(' ');

/** Excluded folders if neither the Library nor the context7.json names any: those that Context7 excludes. */
const defaultExcludedFolders: readonly string[] = [
  '*archive*',
  '*archived*',
  'old',
  'docs/old',
  '*deprecated*',
  '*legacy*',
  '*previous*',
  '*outdated*',
  '*superseded*',
];

/** The default exclusions that are folders of translations. */
const translatedFolders: readonly string[] = [
  // At any depth: translations live in docs/i18n as often as at the root.
  ...languages.map((language) => `**/i18n/${language}*`),
  'zh-cn',
  'zh-tw',
  'zh-hk',
  'zh-mo',
  'zh-sg',
];

/** Excluded files if neither the Library nor the context7.json names any. Matching ignores case. */
const defaultExcludedFiles: readonly string[] = [
  'changelog.{md,mdx,rst,txt,adoc,xml,org,rdoc}',
  // Other names of a changelog. Below the root, such a file can be a page of the documentation.
  './{changes,history,news,release-notes,release_notes}.{md,rst,txt,adoc,org,rdoc}',
  // Pages that an author copies.
  '_template.{md,mdx,rst}',
  'license.md',
  'code_of_conduct.md',
];

/**
 * Instructions for the agents that work on a repository, also left out by default. An agent that reads documentation could follow them.
 * Below the root, a page about agents has the same name in lower case.
 */
const agentFile = /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI)\.md$|^(?:agents|claude|gemini)\.md$/;

/**
 * Prompts for language models, also left out by default: those of a program, of VS Code, of Semantic Kernel, and of the tools that write skills. Documentation
 * can be about prompts.
 */
const prompt =
  /\.(?:agent|chatmode|prompt)\.md$|(?:^|\/)skprompt\.txt$|^(?!(?:.*\/)?(?:docs?|documentation|content|website|site)\/)(?:.*\/)?(?:agents\/prompts|system[-_]prompts?|_artifacts)\/(?:[^/]+\/){0,8}[^/]+\.(?:md|mdx|txt)$/i;

/** Tasks and plans of the developers, also left out by default. A page about them has its name in lower case. */
const tasks =
  /(?:^|\/)(?:(?:TODO|ToDo)s?\.(?:md|rst|adoc)|[Tt][Oo][Dd][Oo]\.(?:txt|org))$|^(?:[A-Z\d]{1,40}[-_]){0,12}(?:PLANS?|HANDOFF)(?:[-_][A-Z\d_-]{1,40})?\.md$/;

/**
 * A changelog of a part, also left out by default, as in `2.0-CHANGELOG.md` and `CHANGELOG-enterprise.md`. A page about changelogs has its name in
 * lower case.
 */
const partialChangelog =
  /(?:^|\/)(?:[\w.]{1,40}[-_.])?CHANGELOG(?:[-_.][\w.-]{1,40})?\.(?:md|mdx|rst)$/;

/** A license, those of other projects or names of people, also left out by default, as in `LICENSE-DOCS.md`, `COPYING.md`, `ATTRIBUTIONS.md` and `AUTHORS.rst`. A page about these has its name in lower case. */
const licenseOrPeople =
  /(?:^|\/)(?:(?:LICEN[CS]E|COPYING|COPYRIGHT)(?:[-_.][\w.-]{1,60})?|NOTICES?|ATTRIBUTIONS?|AUTHORS|CONTRIBUTORS|MAINTAINERS|OWNERS|BACKERS|SPONSORS)\.(?:md|rst|adoc)$/;

/** The changelog of some releases, also left out by default, as in `2.1.0-changelog.md`, `changelog-2.1.rst`, `changelog6.rst` and `Saw-Two-Complete-Changelog.rst`. */
const changelogOfReleases =
  /(?:^|\/)(?:(?:[^/]{0,60}[-_.])?(?:(?<![a-z\d])v?\d[\w.]{0,20}|complete|full)[-_.]changelog|changelog(?:[-_]?v?\d[^/]{0,60}|[-_]history))\.(?:md|mdx|rst)$/i;

/** A changelog with a folder of its own, also left out by default. pkgdown calls it `news`. */
const changelogFolder = /(?:^|\/)(?:change-?log\/index\.(?:md|mdx|html)|news\/index\.html)$/i;

/**
 * The changes of one release, also left out by default, as in `changelog/v3.1.0.md`, `en/08_Changelogs/rc/5.2.0-rc1.md` and
 * `charts/saw/changelog/saw-chart-4.0.15.md`. In a folder of documentation, they are a part of it.
 */
const releaseChanges =
  /^(?!(?:.*\/)?(?:docs?|documentation|content|website|site|source)\/)(?:.*\/)?(?:\d{1,3}[._-])?changelogs?\/(?:(?:alpha|beta|pre|rc)\/)?(?:v?\d|(?:[a-z]{1,40}[-_]){1,4}v?\d{1,9}\.\d)[^/]*\.md$/i;

/** The changes of a component in the libraries of Arco, also left out by default. */
const componentChanges = /(?:^|\/)__changelog__\//;

/** A post that announces a release, also left out by default, as in `_posts/2022-10-01-saw-5.0.0-released.md` and `_posts/2022-10-01-saws-release.md`. It is a changelog of a blog. */
const releasePost =
  /(?:^|\/)\d{4}-\d{2}-\d{2}-(?:(?=[^/]{0,100}releas)[^/]{0,100}\d[.-]\d[^/]{0,100}|[^/]{1,100}-released?)\.(?:md|mdx|markdown)$/i;

/** The plain text of a release, also left out by default: `doc/release_notes/5.31.0.txt`. In other formats, notes are pages of the documentation. */
const releaseText = /(?:^|\/)release[_-]?notes?\/v?\d[\w.-]{0,50}\.txt$/i;

/** The mail that announces a release, also left out by default: `doc/announce/release-2.4.1.rst`, `doc/announcement_1.19.txt`. */
const releaseMail =
  /(?:^|\/)(?:(?:release[-_])?announce(?:ments?)?\/(?:[a-z]{1,40}[-_])?|announcement[-_])v?\d{1,4}\.\d[^/]{0,50}\.(?:md|rst|txt)$/i;

/**
 * The minutes of a meeting of the people who make a project, also left out by default, as in `tsc/meetings/2026-04-08.md`,
 * `meeting-notes/2026.md` and `results/2026-04-08-meeting.md`. An API can have meetings, too, whose pages have no dates.
 */
const minutes =
  /(?:^|\/)(?:meetings|(?:meeting[-_])?minutes|meeting[-_]notes)\/(?:[^/]{1,100}\/){0,6}(?:[^/]{0,60}20\d\d[-_./]?\d\d[^/]*|20\d\d\.[a-z]{2,8})$|(?:^|\/)20\d\d-\d\d-\d\d-(?:[\w-]{1,60}-)?(?:meeting|minutes)\.(?:md|rst)$/i;

const leftOut = [
  minutes,
  tasks,
  agentFile,
  prompt,
  partialChangelog,
  licenseOrPeople,
  changelogOfReleases,
  changelogFolder,
  releaseChanges,
  componentChanges,
  releasePost,
  releaseText,
  releaseMail,
];

const isExcludedFile = or(defaultExcludedFiles.map(fileMatcher));

/** Returns whether a file is left out by default because of its name. */
function isLeftOut(segments: readonly string[], path: string): boolean {
  return isExcludedFile(segments) || leftOut.some((pattern) => pattern.test(path));
}

/** Folders of tools. Their files are no documentation, and no document includes them. */
const toolFolders: ReadonlySet<string> = new Set(
  '.github .gitlab .gitea .vscode .idea .husky .circleci .devcontainer .changeset .yarn'.split(' '),
);

/** Returns whether documents can include a file. Other folders that begin with a dot often hold generated text. */
export function isIncludable(path: string): boolean {
  return !segmentsOf(path).some((name) => neverRead.has(name) || toolFolders.has(name));
}

/** Folders that are never read, whatever the settings are. */
export const neverRead: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'site-packages',
  'venv',
  '__pycache__',
  '.git',
  '.hg',
  '.svn',
]);
