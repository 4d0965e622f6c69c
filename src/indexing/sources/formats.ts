import { byWord } from '../documents/by-word.ts';
import { isExcludedPath, isTestPath } from '../documents/code/excluded-code.ts';
import { codeLanguageOf, languageOfPath } from '../documents/code/languages.ts';
import type { DocumentFormat } from '../documents/document.ts';
import { isDoccTutorial } from '../documents/markdown/dialects/docc-tutorial.ts';
import { isElixir } from '../documents/modules/elixir-file.ts';
import { erlangFilter, isEdocOverview } from '../documents/modules/erlang-file.ts';
import { isFsharpPagePath } from '../documents/modules/fsharp-file.ts';
import { isJuliaModule, isJuliaPagePath } from '../documents/modules/julia-file.ts';
import { isGherkin } from '../documents/markdown/dialects/gherkin.ts';
import { isLatex } from '../documents/markup/latex.ts';
import { isManPage, isScdoc } from '../documents/markup/man/man-page-file.ts';
import { isNix } from '../documents/modules/nix-file.ts';
import { isPerl, perlFilter } from '../documents/markup/pod-file.ts';
import { isQdocPage, qdocFilter } from '../documents/markup/qdoc/qdoc-file.ts';
import { isRd } from '../documents/markup/rd/rd-file.ts';
import { isRazorPage } from '../documents/markdown/mdx/razor-page.ts';
import { isSveltePage } from '../documents/markdown/mdx/svelte-page.ts';
import { isTypst } from '../documents/markup/typst.ts';
import { isQuartoProject } from '../documents/includes/quartodoc.ts';
import { descriptionEnding } from '../documents/openapi/description-ending.ts';
import { isNameList } from './name-list.ts';

const byExtension = byWord<DocumentFormat>([
  ['md markdown mdown mkd markerb livemd cheatmd djot smd mdoc bs topic tutorial', 'markdown'],
  // Other markup, and programs with texts, which become Markdown.
  ['lhs pod pod6 rakudoc org rdoc dox texi texinfo txi tely itely itexi qbk quickbook', 'markdown'],
  ['jl fsx scd mediawiki wiki textile qdoc mld typ tex rd', 'markdown'],
  ['mdx svx', 'mdx'],
  ['qmd rmd', 'quarto'],
  ['rst', 'rst'],
  ['adoc asciidoc asc', 'asciidoc'],
  ['xml sgml docbook dbk page dita', 'docbook'],
  ['txt', 'text'],
  ['ipynb', 'notebook'],
  ['html htm shtml', 'html'],
]);

/**
 * Returns the format of a file by its path; undefined for a file that is not read. Reads HTML and literate Haskell only in documentation
 * folders, because they are templates, test pages and source code elsewhere. JSON and YAML are 'openapi' with the name of an API description or
 * in a folder for descriptions. Settings of a site of Quarto are 'quarto'. The content of both decides whether they are documents. METADATA of
 * an installed Python package has its README. A build fills values into `saw.1.md.in` and `saw.sgml.in`. The documentation of TYPO3 includes `saw.rst.txt`.
 */
export function formatOf(path: string): DocumentFormat | undefined {
  if (isOfTools(path)) return undefined;
  const [, whole] = byPath.find(([is]) => is(path)) ?? [];
  if (whole !== undefined) return whole;
  const [, extension = ''] =
    /\.([^./]+?)(?:(?<=\.(?:md|markdown))\.erb|(?<=\.(?:md|rst|adoc|xml|sgml))\.in|(?<=\.rst)\.txt|(?<=\.textile)\.liquid)?$/.exec(
      path.toLowerCase(),
    ) ?? [];
  const format = byExtension.get(extension);
  if (format === undefined && apiReference.test(path)) return 'rst';
  if (format === undefined) return isSourceCode(path) ? 'code' : undefined;
  return isDocument(path, format) ? format : undefined;
}

/** Formats of files that their whole path shows. */
const byPath: readonly [(path: string) => boolean, DocumentFormat][] = [
  [isApiDescription, 'openapi'],
  [isQuartoProject, 'quarto'],
  [isSveltePage, 'mdx'],
  [isRazorPage, 'mdx'],
  [(path) => path.endsWith('.dist-info/METADATA'), 'python-metadata'],
];

/** A chapter of the API reference of a project of OpenStack. Its index only includes such chapters. */
const apiReference = /(?:^|\/)api-ref\/source\/.*\.inc$/;

/** Formats of wikis, which tests of their parsers also have. */
const wikiMarkup = /\.(?:(?:media)?wiki|textile(?:\.liquid)?)$/i;

/** Formats of which only some files are for people. */
const decidedByPath: readonly [RegExp, (path: string) => boolean][] = [
  [/\.lhs$/i, isLiterateDocument],
  [/\.jl$/i, (path) => isJuliaPagePath(path) && !isTestPath(path)],
  [/\.fsx$/i, (path) => isFsharpPagePath(path) && !isTestPath(path)],
  [/\.rd$/i, isRd],
  [/\.qdoc$/i, isQdocPage],
  [/\.scd$/i, isScdoc],
  [/\.(?:svx|mdoc|bs)$/i, (path) => !isTestPath(path)],
  [/\.tutorial$/i, isDoccTutorial],
  [/\.typ$/i, isTypst],
  [/\.tex$/i, isLatex],
  [/\.pod$/i, (path) => !isTestPath(path) && !/(?:^|\/)t\//.test(path)],
];

/** Returns whether a file whose format can be read is for people. */
function isDocument(path: string, format: DocumentFormat): boolean {
  const [, decide] = decidedByPath.find(([ending]) => ending.test(path)) ?? [];
  if (decide) return decide(path);
  if (format === 'text') return !isTextNoise(path);
  if (format === 'docbook' || wikiMarkup.test(path)) return !isTestPath(path);
  return format !== 'html' || isPage(path);
}

/** Returns whether a file is text by its name, so that it can be a document, or a document can include it. */
export function isTextFile(path: string): boolean {
  if (textFile.test(path) || isManPage(path) || isPerl(path)) return true;
  return formatOf(path) !== undefined || codeLanguageOf(path) !== undefined;
}

const textFile =
  /\.(?:txt|inc|qdocinc|qml|rest|svx|csv|tsv|json[5c]?|ya?ml|toml|ini|cfg|conf|properties|env|xml|proto|graphql|sql|s?css|less|html?|vue|svelte|razor|snippet|astro|sh|bash|zsh|fish|ps1|bat|c|cc|cpp|cxx|h|hpp|cs|fs|kts?|scala|groovy|gradle|swift|m|rb|erb|php|pl|lua|r|jl|exs?|erl|hs|ml|clj|dart|zig|nim|sol|cmake|tf|hcl|out|output|log|stdout|diff|patch|nix|feature|nav|config|cnf|cf|samples?|examples?|templates?|defaults?|dist|in)$|(?:^|\/)(?:dockerfile|makefile|\.asciidoctorconfig)$|(?:^|\/)snippets\/[^.]*$/i;

/** Names such as `openapi.yaml`, `saw-open-api.yml`, `api-v2.json`, `rest-api.yml`, `store.swagger.json`, `store-oas.json` and `store_openapi_v2.json`. */
const describingName =
  /(?:^|\/)(?:(?:open-?api|swagger|(?:rest[._-]?)?api)(?:[._-][^/]*)?|[^/]*[._-](?:open-?api|swagger|oas)(?:[._-]v?\d{1,4}(?:\.\d{1,4}){0,2})?)\.(?:json|ya?ml)$/i;
/** Places such as `specification/store.v2.yaml` and `API_definitions/store.yaml`, but not the settings of tools beside them. Folders below hold parts of descriptions. */
const describingFolder =
  /(?:^|\/)(?:openapi|swagger|oas|(?:open-?)?api-?spec(?:ification)?s?|api[-_](?:definition|description)s?|api-reference|specifications?)\/(?!\.|_?meta\.|package\.|package-lock\.|tsconfig\b|[\w.-]+\.config\.)[^/]+\.(?:json|ya?ml)$/i;
/** Places such as `docs/specs/saws/oil.yaml`, without the folders of parts. */
const specifications =
  /(?:^|\/)docs?\/(?:[^/]+\/){0,6}specs?\/(?:(?!(?:components|definitions|examples|models|operations|parameters|paths|responses|schemas|tags)\/)[^/]+\/){0,3}[^/]+\.(?:json|ya?ml)$/i;
/** The folder in which Stoplight keeps descriptions, as in `reference/catalog/saws.v3.yml`, but not the settings of docfx. */
const stoplightFolder =
  /^reference\/(?:[\w-]{1,60}\/){0,2}(?![._]|(?:toc|index|docfx|package|package-lock|tsconfig)\.)[^/]+\.(?:json|ya?ml)$/i;
const apiDescriptions = [describingName, describingFolder, specifications, stoplightFolder];
/** Folders in which HTML is documentation, among them those of JavaHelp. */
const pageFolder =
  /(?:^|\/)(?:docs?(?:-?src)?|documentation|guides?|manuals?|tutorials?|reference|website|site|javahelp|help\/topics)\//i;
/** Templates of Sphinx and Hugo for pages and themes. */
const siteTemplate =
  /(?:^|\/)(?:_templates|_themes|autosummary\/templates|archetypes|layouts\/_?(?:default|partials|shortcodes|markup))\//i;
/** A file that a program names by the hash of its content, such as the examples of Elasticsearch's clients. */
const hashed = /(?:^|\/)[\da-f]{32,64}\.\w+$/;
/**
 * A note for the next release, which towncrier and similar tools move to the changelog: `newsfragments/12.feature.rst` and
 * `changelog/12.txt`. Also the template beside them, and all that a folder such as `changelog.d` or `changelogs/unreleased` has.
 */
const newsFragment =
  /(?:^|\/)(?:(?:news|changes|change-?log|history)\.d\/(?:[\w.-]{1,40}\/)?[^/]{1,200}\.(?:rst|md|txt)|(?:news(?:[._-]?fragments)?|changes|change-?log(?:[._-]?fragments)?|upcoming_changes)\/(?:[\w.-]{1,40}\/)?(?:(?:\d{1,7}|\+[\w-]{1,60}|[\da-f]{8}-[\da-f-]{20,30}|[\da-f]{7,40})\.[a-z_-]{2,30}(?:\.\d{1,3})?(?:\.(?:rst|md|txt))|\d{1,7}\.txt|\d{5,7}-[^/]{1,100}\.(?:rst|md)|[._]?template\.(?:rst|md))|change-?logs\/unreleased\/[^/]{1,200}\.md)$/i;
/**
 * Files of R packages that describe no package: results of checks of the packages that use it, by revdepcheck; notes to the reviewers of
 * CRAN; and parts that roxygen2 puts into help pages, such as `man/rmd/saws.Rmd`.
 */
const partOfPackage =
  /(?:^|\/)(?:revdep\/|cran-comments\.md$|man\/(?:rmd\/[^/]+\.md|(?:[\w-]{1,40}\/){1,3}[^/]+\.rmd)$)/i;
/** A template of an issue, outside of `.github`, too. */
const issueTemplate = /(?:^|\/)(?:[\w-]{1,40}[_-])?issue[_-]template\.md$/i;
/** A report of API Extractor on the exports of a package, for reviews (`etc/saw.api.md`), and its settings (`api-extractor.json`). */
const apiExtractor = /\.api\.md$|(?:^|\/)api-extractor[\w.-]*\.json$/i;
/** The results of a run of BenchmarkDotNet: `SawBenchmark-report-github.md`. */
const benchmarkReport = /-report-(?:github|default|console)\.md$/;
/** The licenses of the packages that a program contains, in any format. */
const partyLicenses =
  /(?:^|\/)[\w.-]*(?:third|3rd)[-_]?party[-_]?(?:licen[cs]es?|notices?)[\w.-]*$/i;
/** A template of what a generator of Ruby writes, such as the README of a new site. */
const erbTemplate = /(?:^|\/)[\w-]*templates?\/(?:[^/]+\/){0,8}[^/]+\.(?:mark)?erb$/i;
/** The text of a license of GNU, which its manuals include. */
const gnuLicense =
  /(?:^|\/)(?:[al]?gpl|g?fdl|doclicense)(?:v\d|(?![a-z]))[\w.-]*\.(?:txt|texi|texinfo|txi|tex|rst|xml|docbook|sgml|org)$/i;
/** What each page of a wiki, of docsify or of Antora shows around its text: a module of Antora has its list of pages beside the folder of pages. */
const frame =
  /(?:^|\/)(?:_(?:sidebar|navbar|header|footer|coverpage)\.(?:md|markdown)|modules\/[^/]+\/(?:[\w-]{1,40}-)?nav(?:-[\w-]{1,40})?\.adoc)$/i;
const filesOfTools = [
  frame,
  gnuLicense,
  erbTemplate,
  siteTemplate,
  hashed,
  newsFragment,
  partOfPackage,
  issueTemplate,
  apiExtractor,
  benchmarkReport,
  partyLicenses,
];
/**
 * HTML that is no page:
 *
 * - templates of Twirl, of components of Angular, and in the folders of Jekyll, Eleventy, Hugo, MkDocs and Sphinx
 * - the parts of pages that Doxygen and jazzy make
 * - reports of scanners, of test coverage and of changes in an interface
 * - files that a site only copies, and code of examples that a site in Razor shows
 */
const noPage =
  /(?:^|\/)(?:_?(?:layouts|includes|partials|templates|overrides)|themes?|_?static|(?:docs?|documentation|website)\/public(?!\/(?:[^/]+\/)?(?:api|reference|typedoc)\/)|snyk|compat_reports|htmlcov|lcov-report|coverage|src\/app)\/|(?:\.(?:scala|component)|\/(?:custom_)?(?:head|header|footer))\.html$|\/Code\/\w+Code\.html$/i;

function isOfTools(path: string): boolean {
  return filesOfTools.some((pattern) => pattern.test(path));
}

/** Returns whether a literate program of Haskell is documentation. Elsewhere it is source code. */
function isLiterateDocument(path: string): boolean {
  return (pageFolder.test(path) || /(?:^|\/)readme\.lhs$/i.test(path)) && !isTestPath(path);
}

function isApiDescription(path: string): boolean {
  return apiDescriptions.some((pattern) => pattern.test(path)) && !isTestPath(path);
}

/**
 * Returns a filter for the files of a repository that can be API descriptions although no name says so: the JSON and YAML of
 * a repository that has little else. Their content decides.
 */
export function descriptionFilter(paths: readonly string[]): (path: string) => boolean {
  const visible = paths.filter((path) => !/(?:^|\/)\./.test(path));
  if (visible.some((path) => isApiDescription(path))) return () => false;
  const data = visible.filter((path) => descriptionEnding.test(path) && !isTestPath(path));
  // The files at the root are about the repository, such as its README.
  const others = visible.filter((path) => path.includes('/') && !descriptionEnding.test(path));
  if (data.length > mostDescriptions || data.length <= others.length) return () => false;
  const found = new Set(data);
  return (path) => found.has(path);
}

/** Returns a filter for features that are documentation: those in a folder with a `.nav`, which lists them as the pages of a site. Others are tests. */
export function featureFilter(paths: readonly string[]): (path: string) => boolean {
  const folders = paths
    .filter((path) => /(?:^|\/)\.nav$/.test(path))
    .map((path) => path.slice(0, -'.nav'.length));
  return (path) => isGherkin(path) && folders.some((folder) => path.startsWith(folder));
}

/**
 * Returns a filter for modules with texts that a documentation tool publishes. Those of Elixir, Erlang and Julia are below the `lib` or `src` of a package,
 * for ExDoc, EDoc and Documenter. Those of Perl hold their manuals, and those of Nix have options that a manual describes. Their content decides.
 */
export function moduleFilter(paths: readonly string[]): (path: string) => boolean {
  const below = (manifest: string, folder: string): string[] =>
    paths
      .filter((path) => isNamed(path, manifest) && !isTestPath(path))
      .map((path) => `${path.slice(0, -manifest.length)}${folder}/`);
  const elixir = below('mix.exs', 'lib');
  const julia = below('Project.toml', 'src');
  const isNixModule = nixFilter(paths);
  const isQdocSource = qdocFilter(paths);
  const isPerlManual = perlFilter(paths);
  const isErlangModule = erlangFilter(paths);
  return (path) =>
    isNixModule(path) ||
    isQdocSource(path) ||
    isPerlManual(path) ||
    isErlangModule(path) ||
    isEdocOverview(path) ||
    (isElixir(path) && elixir.some((folder) => path.startsWith(folder))) ||
    (isJuliaModule(path) && julia.some((folder) => path.startsWith(folder)));
}

function isNamed(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}

/** Returns a filter for modules of Nix: those in the folders for modules of a repository that has several. */
function nixFilter(paths: readonly string[]): (path: string) => boolean {
  const modules = new Set(
    paths.filter((path) => isNix(path) && nixModule.test(path) && !isTestPath(path)),
  );
  if (modules.size < fewModules) return () => false;
  return (path) => modules.has(path);
}

const nixModule = /(?:^|\/)(?:[\w-]+-)?(?:modules?|options)(?:\/|\.nix$)/i;
/** Fewer modules are often an addition to a program, which has other documentation. */
const fewModules = 5;

/** A repository with more files of data has no descriptions, or has parts of them. */
const mostDescriptions = 500;

function isPage(path: string): boolean {
  return pageFolder.test(path) && isPageName(path);
}

function isPageName(path: string): boolean {
  return !noPage.test(path) && !isNameList(path) && !isTestPath(path);
}

/** Returns a filter for the HTML of a repository that can be pages of a site of Jekyll, outside of documentation folders. Their content decides. */
export function sitePageFilter(paths: readonly string[]): (path: string) => boolean {
  if (!paths.some((path) => /^_config\.ya?ml$/.test(path))) return () => false;
  return (path) => sitePage.test(path) && isPageName(path) && !isOfTools(path);
}

/** The files at the root are the home page, and pages for errors and searches. */
const sitePage = /^(?!(?:.*\/)?[._]).*\/[^/]+\.html?$/i;

/** Returns a filter for the HTML at the root of a repository that can be a manual: no folder of documentation has documents in markup. Its content decides. */
export function rootPageFilter(paths: readonly string[]): (path: string) => boolean {
  const isMarkup = (path: string): boolean =>
    pageFolder.test(path) && !['code', 'html', undefined].includes(formatOf(path));
  return (path) => path === rootPage && !paths.some(isMarkup);
}

const rootPage = 'index.html';
const fewExamples = 3;
const fewParagraphs = 10;

/** Returns whether HTML at the root is a manual, and neither a template nor the home page of a project. */
function isRootManual(content: string): boolean {
  const count = (tag: RegExp): number => content.match(tag)?.length ?? 0;
  if (content.startsWith('---')) return false;
  return count(/<pre\b/gi) >= fewExamples && count(/<p\b/gi) >= fewParagraphs;
}

/** Returns whether HTML whose path does not say so is a document: a page of a site of Jekyll, or a manual at the root. */
export function isHtmlDocument(path: string, content: string): boolean {
  return path === rootPage ? isRootManual(content) : isSitePage(content);
}

/** Returns whether HTML is a page that Jekyll writes: it has a title in its front matter, and lists no other pages. */
function isSitePage(content: string): boolean {
  const [matter = ''] = /^---\r?\n[^]{0,4000}?\n---/.exec(content) ?? [];
  return /^title:/m.test(matter) && !/\{%-?\s{0,9}for\b/.test(content);
}

/** Text files for tools, not for people: words that a spell checker accepts, source code that a project has set aside, and files that a site only copies. Perl and Git keep their tests in `t`. */
function isTextNoise(path: string): boolean {
  return noiseName.test(path) || standard.test(path) || noiseFolder.test(path);
}

const noiseName =
  /(?:^|\/)(?:\.[^/]*|[\w.-]*requirements[\w.-]*|constraints[\w.-]*|robots|humans|ads|app-ads|security|cmakelists|cmakecache|meson_options|[\w.-]*licen[cs]es?[\w.-]*|copying[\w.-]*|copyrights?|ofl|[\w.-]*notice|[\w.-]*(?:third|3rd)[-_]?party[\w.-]*|[\w.-]*boilerplate[\w.-]*|[\w.-]*sha(?:\d{1,3})?sums?(?:\d{1,3})?|c?(?:ode)?spell[-_.][\w.-]*|[\w.-]*(?:word|white|allow|deny|block)[-_]?list[\w.-]*|[\w.-]*spelling[\w.-]*|bannedsymbols|(?:public|internal)api(?:\.\w{1,20})?\.(?:un)?shipped[\w.]*|api\w*baseline|[\w.-]*exported[-_]symbols|authors|contributors|translators|manifest|sources|top_level|entry_points|deps|dependency_links|requires|version|[^/]+\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|swift|[ch](?:pp)?|cs|php|rb|lua|sh|sql|s?css))\.txt$/i;
/** Standards of the Internet and drafts of them, which a project keeps beside its code: `rfc4120.txt`, `draft-ietf-saw-cut-01.txt`. */
const standard =
  /(?:^|\/)(?:rfc[-_]?\d{3,5}[\w.-]*|draft-(?:ietf-[\w-]{1,100}|[a-z][\w-]{1,100}-(?:\d\d[\w-]*|xx))|drafts\/draft-[\w-]{1,100})\.txt$/i;
const noiseFolder =
  /(?:^|\/)(?:requirements|checkstyle|(?:\w{1,40}[_-])?(?:licen[cs]es|notices)|tests?(?:[-_ ]?(?:cases|corpus|dir|env|files|fuzz|inputs|requests|resources|results|suites?|vectors))?|t|e2e|(?:[a-z\d-]{1,40}[_-])?bench(?:es|marks?)?|sbt-test|[\w-]*testdata|[\w-]*fixtures|molecule|__snapshots__|vale|vocab|vocabularies|fastlane|translations|(?:test|expected)[-_]outputs?|_includes|_?layouts|templates|_?static|generated[\w-]*|data|assets|resources|src\/main\/webapp)\//i;

/** Returns whether a file is source code whose doc comments can be read, and no test or generated file. */
export function isSourceCode(path: string): boolean {
  const language = languageOfPath(path);
  if (language === undefined || language.isSource || isTestPath(path)) return false;
  if (isExcludedPath(path) || foreignProto.test(path)) return false;
  return !isBuilt(path) || isBuiltDeclaration(path);
}

/** Returns whether a build wrote a file. In other languages than those of the web, packages have names such as `target`, and `Public` has the public API. */
function isBuilt(path: string): boolean {
  return (script.test(path) ? builtFolder : builtElsewhere).test(path);
}

/** Copies of the files of Protocol Buffers that many others import. In their own repositories, they are at the root. */
const foreignProto =
  /\/(?:google\/(?:api|longrunning|protobuf|rpc|type)|gogoproto|(?:buf\/)?validate|protoc-gen-(?:openapiv2|swagger|validate)|grpc\/(?:health|reflection))\/(?:[^/]{1,60}\/){0,4}[^/]+\.proto$/i;

/** Returns whether a file holds the types of compiled code: many packages publish no other source with doc comments. */
export function isBuiltDeclaration(path: string): boolean {
  return builtFolder.test(path) && /\.d\.[cm]?ts$/i.test(path);
}

const script = /\.[cm]?[jt]sx?$/i;
const builtFolder = /(?:^|\/)(?:dist|build|out|target|coverage|public)\//i;
const builtElsewhere = /(?:^|\/)(?:dist|out|public)\/|^(?:build|target|coverage)\//;
