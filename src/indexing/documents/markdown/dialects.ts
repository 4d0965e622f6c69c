import type { SourceDocument } from '../document.ts';
import { doccToMarkdown, isDocc } from './docc.ts';
import { doxygenToMarkdown, isDoxygen } from './doxygen.ts';
import { elasticToMarkdown, isElastic } from './elastic.ts';
import { erbToMarkdown, isErb } from './erb.ts';
import { etplToMarkdown, isEtpl } from './etpl.ts';
import { isLaika, laikaToMarkdown } from './laika.ts';
import { isParadox, paradoxToMarkdown } from './paradox.ts';
import { isPlaywright, playwrightToMarkdown } from './playwright.ts';
import { isPod, podToMarkdown } from './pod.ts';
import { isLiterateHaskell, literateToMarkdown } from './literate-haskell.ts';
import { isJulia, juliaToMarkdown } from './literate-julia.ts';
import { hasInheritedMembers, withoutInheritedMembers } from './typedoc.ts';
import { hasVueTables, vueTablesToMarkdown } from './vue-tables.ts';
import { hasRstDirectives, rstMarkdownToMarkdown } from './rst-markdown.ts';

/** Converts the lines of a dialect to plain Markdown. */
export type Translate = (lines: string[]) => string[];

/** The dialects that are translated to plain Markdown, and how a document tells its dialect. The first one counts. */
const dialects: readonly [tells: (document: SourceDocument) => boolean, translate: Translate][] = [
  [({ path }) => isDocc(path), doccToMarkdown],
  [({ content }) => isElastic(content), elasticToMarkdown],
  [isErb, erbToMarkdown],
  [({ content }) => isEtpl(content), etplToMarkdown],
  [({ path }) => isLiterateHaskell(path), literateToMarkdown],
  [({ path }) => isJulia(path), juliaToMarkdown],
  [({ path }) => isPod(path), podToMarkdown],
  [({ content }) => isPlaywright(content), playwrightToMarkdown],
  [({ path }) => isParadox(path), paradoxToMarkdown],
  [({ content }) => isLaika(content), laikaToMarkdown],
  [({ content }) => isDoxygen(content), doxygenToMarkdown],
  [({ content }) => hasInheritedMembers(content), withoutInheritedMembers],
  [({ content }) => hasRstDirectives(content), rstMarkdownToMarkdown],
  [({ content }) => hasVueTables(content), vueTablesToMarkdown],
];

/** Returns the translation of the dialect that a document tells; undefined for plain Markdown. */
export function translationOf(document: SourceDocument): Translate | undefined {
  return dialects.find(([tells]) => tells(document))?.[1];
}
