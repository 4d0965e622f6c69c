import type { SourceDocument } from '../document.ts';
import { takeFrontMatter } from '../front-matter.ts';
import { isQuickbook } from '../includes/quickbook-samples.ts';
import { bikeshedToMarkdown, isBikeshed } from './dialects/bikeshed.ts';
import { doccToMarkdown, isDocc } from './dialects/docc.ts';
import { doccTutorialToMarkdown, isDoccTutorial } from './dialects/docc-tutorial.ts';
import { doxygenToMarkdown, isDoxygen } from './dialects/doxygen.ts';
import { elasticToMarkdown, isElastic } from './dialects/elastic.ts';
import { elixirToMarkdown } from '../modules/elixir-docs.ts';
import { isElixir } from '../modules/elixir-file.ts';
import { edocOverviewToMarkdown } from '../modules/edoc.ts';
import { erlangToMarkdown } from '../modules/erlang-docs.ts';
import { hasErlangComments, isEdocOverview, isErlang } from '../modules/erlang-file.ts';
import { erbToMarkdown, hasErb, isErb } from './dialects/erb.ts';
import { etplToMarkdown, isEtpl } from './dialects/etpl.ts';
import { isFsharpScript } from '../modules/fsharp-file.ts';
import { gherkinToMarkdown, isGherkin } from './dialects/gherkin.ts';
import { gravToMarkdown, isGrav } from './dialects/grav.ts';
import { juliaDocsToMarkdown } from '../modules/julia-docs.ts';
import { isJuliaModule } from '../modules/julia-file.ts';
import { isLaika, laikaToMarkdown } from './dialects/laika.ts';
import { hasLanguages, withoutOtherLanguages } from './dialects/languages.ts';
import { isLatex, latexToMarkdown } from '../markup/latex.ts';
import { literateFsharpToMarkdown } from '../modules/literate-fsharp.ts';
import { isLiterateHaskell, literateToMarkdown } from '../modules/literate-haskell.ts';
import { isJulia, juliaToMarkdown } from '../modules/literate-julia.ts';
import { isNix } from '../modules/nix-file.ts';
import { nixOptionsToMarkdown } from '../modules/nix-options.ts';
import { isOdocPage, odocPageToMarkdown } from '../markup/odoc-page.ts';
import { isOrg, orgToMarkdown } from '../markup/org.ts';
import { manPageToMarkdown } from '../markup/man/man-page.ts';
import { isManPage, isScdoc } from '../markup/man/man-page-file.ts';
import { isMediawiki } from '../markup/mediawiki/mediawiki-file.ts';
import { mediawikiToMarkdown } from '../markup/mediawiki/mediawiki.ts';
import { isParadox, paradoxToMarkdown } from './dialects/paradox.ts';
import { isPlaywright, playwrightToMarkdown } from './dialects/playwright.ts';
import { isPerl, isPod } from '../markup/pod-file.ts';
import { perlToMarkdown, podToMarkdown } from '../markup/pod.ts';
import { isRakudoc, rakudocToMarkdown } from '../markup/rakudoc.ts';
import { isQdoc } from '../markup/qdoc/qdoc-file.ts';
import { qdocToMarkdown } from '../markup/qdoc/qdoc.ts';
import { quickbookToMarkdown } from '../markup/quickbook/quickbook.ts';
import { rdToMarkdown } from '../markup/rd/rd.ts';
import { isRdoc, rdocPageToMarkdown } from '../markup/rdoc-page.ts';
import { isRd } from '../markup/rd/rd-file.ts';
import { hasRstDirectives, rstMarkdownToMarkdown } from './dialects/rst-markdown.ts';
import { scdocToMarkdown } from '../markup/scdoc.ts';
import { isSpark, sparkToMarkdown } from './dialects/spark.ts';
import { isSupermd, supermdToMarkdown } from './dialects/supermd.ts';
import { isTexinfo, texinfoToMarkdown } from '../markup/texinfo/texinfo.ts';
import { isTextile, textileToMarkdown } from '../markup/textile.ts';
import { isTypst, typstToMarkdown } from '../markup/typst.ts';
import { hasInheritedMembers, withoutInheritedMembers } from './dialects/typedoc.ts';
import { hasVueTables, vueTablesToMarkdown } from './dialects/vue-tables.ts';

/** Converts the lines of a dialect to plain Markdown. `path` and `titles` are those of the document. */
export type Translate = (
  lines: string[],
  path: string,
  titles: SourceDocument['titles'],
) => string[];

/** Dialects that the path of a document shows. */
const byPath: readonly [(path: string) => boolean, Translate][] = [
  [isDoccTutorial, doccTutorialToMarkdown],
  [isDocc, doccToMarkdown],
  [isLiterateHaskell, literateToMarkdown],
  [isJuliaModule, juliaDocsToMarkdown],
  [isJulia, juliaToMarkdown],
  [isFsharpScript, literateFsharpToMarkdown],
  [isPod, podToMarkdown],
  [isPerl, perlToMarkdown],
  [isOrg, orgToMarkdown],
  [isRakudoc, rakudocToMarkdown],
  [isParadox, paradoxToMarkdown],
  [isErb, erbToMarkdown],
  [isGherkin, gherkinToMarkdown],
  [isElixir, elixirToMarkdown],
  [isErlang, erlangToMarkdown],
  [isEdocOverview, edocOverviewToMarkdown],
  [isRd, rdToMarkdown],
  [isRdoc, rdocPageToMarkdown],
  [isQuickbook, quickbookToMarkdown],
  [isTexinfo, texinfoToMarkdown],
  [isNix, nixOptionsToMarkdown],
  [isManPage, manPageToMarkdown],
  [isScdoc, scdocToMarkdown],
  [isSupermd, supermdToMarkdown],
  [isBikeshed, bikeshedToMarkdown],
  [isMediawiki, mediawikiToMarkdown],
  [isTextile, textileToMarkdown],
  [isTypst, typstToMarkdown],
  [isLatex, latexToMarkdown],
  [isQdoc, qdocToMarkdown],
  [isOdocPage, odocPageToMarkdown],
];

/** Dialects that the content of a document shows. */
const byContent: readonly [(content: string) => boolean, Translate][] = [
  [isElastic, elasticToMarkdown],
  [hasErb, erbToMarkdown],
  [isEtpl, etplToMarkdown],
  [isPlaywright, playwrightToMarkdown],
  [isLaika, laikaToMarkdown],
  [isGrav, gravToMarkdown],
  [isDoxygen, doxygenToMarkdown],
  [hasInheritedMembers, withoutInheritedMembers],
  [hasRstDirectives, rstMarkdownToMarkdown],
  [isSpark, sparkToMarkdown],
  [hasVueTables, vueTablesToMarkdown],
  [hasLanguages, withoutOtherLanguages],
];

/** Returns how the dialect of a document becomes plain Markdown; undefined if it has no dialect that needs this. */
export function translationOf({ path, content }: SourceDocument): Translate | undefined {
  const [, translate] =
    byPath.find(([is]) => is(path)) ?? byContent.find(([is]) => is(content)) ?? [];
  return translate;
}

/** Splits the front matter of a document from its text. Comments of Erlang look like that of Pandoc. */
export function frontMatterOf(
  { path }: SourceDocument,
  lines: string[],
): ReturnType<typeof takeFrontMatter> {
  return hasErlangComments(path) ? { matter: {}, body: lines } : takeFrontMatter(lines);
}
