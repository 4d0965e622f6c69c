import type { SourceDocument } from '../document.ts';
import { takeFrontMatter } from '../front-matter.ts';
import { isQuickbook } from '../includes/quickbook-samples.ts';
import { doccToMarkdown, isDocc } from './docc.ts';
import { doccTutorialToMarkdown, isDoccTutorial } from './docc-tutorial.ts';
import { doxygenToMarkdown, isDoxygen } from './doxygen.ts';
import { elasticToMarkdown, isElastic } from './elastic.ts';
import { elixirToMarkdown } from './elixir-docs.ts';
import { isElixir } from './elixir-file.ts';
import { edocOverviewToMarkdown } from './edoc.ts';
import { erlangToMarkdown } from './erlang-docs.ts';
import { hasErlangComments, isEdocOverview, isErlang } from './erlang-file.ts';
import { erbToMarkdown, hasErb, isErb } from './erb.ts';
import { etplToMarkdown, isEtpl } from './etpl.ts';
import { isFsharpScript } from './fsharp-file.ts';
import { gherkinToMarkdown, isGherkin } from './gherkin.ts';
import { gravToMarkdown, isGrav } from './grav.ts';
import { juliaDocsToMarkdown } from './julia-docs.ts';
import { isJuliaModule } from './julia-file.ts';
import { isLaika, laikaToMarkdown } from './laika.ts';
import { isLatex, latexToMarkdown } from './latex.ts';
import { literateFsharpToMarkdown } from './literate-fsharp.ts';
import { isLiterateHaskell, literateToMarkdown } from './literate-haskell.ts';
import { isJulia, juliaToMarkdown } from './literate-julia.ts';
import { isNix } from './nix-file.ts';
import { nixOptionsToMarkdown } from './nix-options.ts';
import { isOdocPage, odocPageToMarkdown } from './odoc-page.ts';
import { isOrg, orgToMarkdown } from './org.ts';
import { manPageToMarkdown } from './man-page.ts';
import { isManPage, isScdoc } from './man-page-file.ts';
import { isMediawiki } from './mediawiki-file.ts';
import { mediawikiToMarkdown } from './mediawiki.ts';
import { isParadox, paradoxToMarkdown } from './paradox.ts';
import { isPlaywright, playwrightToMarkdown } from './playwright.ts';
import { isPerl, isPod } from './pod-file.ts';
import { perlToMarkdown, podToMarkdown } from './pod.ts';
import { isRakudoc, rakudocToMarkdown } from './rakudoc.ts';
import { isQdoc } from './qdoc-file.ts';
import { qdocToMarkdown } from './qdoc.ts';
import { quickbookToMarkdown } from './quickbook.ts';
import { rdToMarkdown } from './rd.ts';
import { isRdoc, rdocPageToMarkdown } from './rdoc-page.ts';
import { isRd } from './rd-file.ts';
import { hasRstDirectives, rstMarkdownToMarkdown } from './rst-markdown.ts';
import { scdocToMarkdown } from './scdoc.ts';
import { isTexinfo, texinfoToMarkdown } from './texinfo.ts';
import { isTextile, textileToMarkdown } from './textile.ts';
import { isTypst, typstToMarkdown } from './typst.ts';
import { hasInheritedMembers, withoutInheritedMembers } from './typedoc.ts';
import { hasVueTables, vueTablesToMarkdown } from './vue-tables.ts';

/** Converts the lines of a dialect to plain Markdown. */
export type Translate = (lines: string[]) => string[];

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
  [hasVueTables, vueTablesToMarkdown],
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
