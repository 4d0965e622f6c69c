import { posix } from 'node:path';
import type { DocumentFormat } from '../documents/document.ts';
import { documentationFolder } from '../documents/documentation-folder.ts';
import { isLlmsFile } from './llms-file.ts';

/** Files about a project, and not about the use of its library. */
const aboutProject =
  /(?:^|\/)(?:(?:[^/]{1,60}[ _-])?readme|contribut|security|support|governance|maintain|authors|credits|thanks|backers|code[-_]of[-_]conduct|licen[cs]e|releas|upgrad|(?:[^/]{1,60}[ _-])?migrat|convention|ideas?\.|roadmap|todo|develop|hacking|building|install|faq|design|architecture|benchmark|(?:cod(?:e|ing)[-_])?style|collaborator|skill\.|[\w-]{1,40}\.licen[cs]e\.|testing|notice|(?:pull_request|issue)_template)[^/]*$/i;
/** Folders for the people who work on a project. */
const forDevelopers =
  /(?:^|\/)(?:contribut\w*|governance|rfcs?|proposals?|\w{0,40}drafts?|adrs?|decisions|internals|design[\w-]*|maintainers?|meetings?|releases?|release[-_]?notes)\/|^contrib\/[^/]+$/i;
/** Folders of programs and of tools for developers. Their documents say what a program does. */
const programs =
  /(?:^|\/)(?:examples?|samples?|demos?|tests?|spec\/(?:views|support|dummy)|testdata|fixtures|integration[\w-]*|e2e|bench[\w-]*|tools?|scripts?)\//i;
/** A note at the root of a repository or of a package, such as `INFLUENCES.md` and `saw/TEETH.md`, whose name is none of a manual. */
const rootNote =
  /^(?:(?!(?:docs?|documentation|guides?|manuals?|reference|topics|wiki)\/)[^/]{1,60}\/)?(?!.*(?:API|DOC|GUIDE|MANUAL|USAGE|TUTORIAL|REFERENCE|SPEC|COOKBOOK|RECIPE|EXAMPLE|OPTION|CONFIG|COMMAND|FEATURE|SYNTAX|LANGUAGE|START))[A-Z][A-Z\d_-]+\.\w+$/;
/** Pages of odoc and Razor and manuals in Typst, which stand beside the doc comments of a library. */
const besideComments = /\.(?:mld|razor|typ)$/i;
/** The page that introduces a library to visitors. Pages beside it count. */
const landingPage = /^(?:website|site|www)\/index\.html$/;
const others = [aboutProject, forDevelopers, programs, rootNote, besideComments, landingPage];
/** Maximum number of other documents that are no documentation of a library with this many source files for each. */
const mostGuides = 3;
const leastForGuide = 8;
const guideFormats: ReadonlySet<DocumentFormat> = new Set(['markdown', 'rst', 'asciidoc', 'text']);
/** The name of a document that can be a whole reference. An index of Sphinx can show the doc comments. */
const wholeReference = /(?:^|\/)[^/]*(?:api|manual|reference|book|index\.rst)[^/]*$/i;
/** A repository with more source files is an application, or many libraries. */
const mostSourceFiles = 1_000;

/**
 * Returns whether source code is read in addition to the documents of a repository: they are only READMEs, notes about the project, plain
 * texts, texts for language models, documents of examples, and a few guides. The reference of many libraries is their doc comments, as docs.rs, pkg.go.dev and javadoc.io show them.
 */
export function needsSourceCode(
  documents: readonly { path: string; format: DocumentFormat }[],
  sourceFiles: number,
): boolean {
  if (sourceFiles > mostSourceFiles) return false;
  const guides = documents.filter(({ path, format }) => {
    const isNote = format === 'text' && (isLlmsFile(path) || !documentationFolder.test(path));
    return !isNote && !isAboutProject(path);
  });
  if (guides.length > Math.min(mostGuides, sourceFiles / leastForGuide)) return false;
  return guides.every(({ path, format }) => guideFormats.has(format) && !wholeReference.test(path));
}

/** Returns a test for the Markdown of crates of Rust, which doc comments include: that below `src`, if a `src/lib.rs` is the crate. */
export function cratePartFilter(paths: readonly string[]): (path: string) => boolean {
  const crates = new Set(
    paths.filter((path) => crate.test(path)).map((path) => posix.dirname(path)),
  );
  return (path) => {
    const at = path.endsWith('.md') ? path.lastIndexOf('src/') : -1;
    return at !== -1 && crates.has(path.slice(0, at + 'src'.length));
  };
}

const crate = /(?:^|\/)src\/lib\.rs$/;

/** Returns whether a document is about the project, its programs or their examples, and not about the use of its library. */
export function isAboutProject(path: string): boolean {
  return others.some((pattern) => pattern.test(path));
}
