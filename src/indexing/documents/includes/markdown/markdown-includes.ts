import { fenced, FenceTracker, withoutMdxFences } from '../../fences.ts';
import { takeFrontMatter } from '../../front-matter.ts';
import { dedentBlock, indented, indentOf } from '../../indentation.ts';
import { isTexinfo } from '../../markup/texinfo/texinfo.ts';
import {
  includeLimits,
  type IncludeExpander,
  type IncludePlace,
  type Replaced,
} from '../expansion.ts';
import { fenceLanguage, formatOfName, type IncludableFormat } from '../included-format.ts';
import { astroCode, astroFile } from './astro-code.ts';
import { demoCode } from './example-components.ts';
import { withData } from '../liquid-data.ts';
import { MarkdownAutodoc } from '../markdown-autodoc.ts';
import { definitionMark, findInclude } from './markdown-references.ts';
import { loneComponent, MdxImports, themeFiles } from './mdx-imports.ts';
import { expandQdoc, showsQdoc } from '../qdoc-snippets.ts';
import { expandQuickbook, isQuickbook } from '../quickbook-samples.ts';
import { withVariables } from '../site-variables.ts';
import { expandTexinfo } from '../texinfo-includes.ts';
import { withWritersideVariables } from '../writerside-list.ts';
import { candidatesOf, linesOf, type Reference } from './reference.ts';

/** Languages with includes of their own, which become Markdown later. */
const languages: readonly [(path: string) => boolean, IncludeExpander][] = [
  [isQuickbook, expandQuickbook],
  [showsQdoc, expandQdoc],
  [isTexinfo, expandTexinfo],
];

function expanderOf(path: string): IncludeExpander | undefined {
  return languages.find(([is]) => is(path))?.[1];
}

/** Returns whether a file is written in a language with includes of its own. */
export function hasOwnIncludes(path: string): boolean {
  return expanderOf(path) !== undefined;
}

/**
 * Replaces the includes of Markdown dialects. mdBook, MkDocs snippets, markdown-include, Vocs and Hugo
 * work inside and outside of code. The others, such as VitePress, FastAPI, MDX, MyST and Paradox,
 * work only outside of it. Places of mkdocstrings show docstrings of Python. A fence of MyST with
 * reStructuredText shows what its directives include.
 * Outside of code, included markup becomes a part of the document. Every other file becomes code
 * in the language of its name. Replaces the variables of a site of MkDocs and the tags of
 * GitHub Docs first.
 */
export const expandMarkdown: IncludeExpander = (written, place) => {
  const expandOwn = expanderOf(place.path);
  if (expandOwn) return expandOwn(written, place);
  const shared = withData(written, place);
  const lines = withoutMdxFences(withVariables(shared, place));
  const out: string[] = [];
  const fences = new FenceTracker();
  const imports = new MdxImports(place.path, themeLines(lines, place));
  const docstrings = new MarkdownAutodoc(place);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const { inside } = fences;
    if (!inside) imports.read(line);
    // The place of a part can be indented, where an import looks like text.
    if (!inside && place.chain.length > 1 && importLine.test(line)) continue;
    const replaced =
      (inside ? undefined : (docstrings.read(lines, at) ?? mystRst(lines, at, place))) ??
      included(lines, at, { place, imports, inside });
    if (replaced) {
      for (const shown of replaced.shown) out.push(shown);
      at = replaced.last;
    } else {
      fences.advance(line);
      out.push(line);
    }
  }
  const below = [...docstrings.below, ...codeOfDemo(lines, { place, inside: false })];
  return withWritersideVariables([...out, ...below], place);
};

/** Returns the lines of the file in which the site imports parts for all pages, if a component stands on a line. */
function themeLines(lines: readonly string[], place: IncludePlace): readonly string[] {
  if (!lines.some((line) => loneComponent.test(line))) return [];
  return place.find(...themeFiles)?.lines ?? [];
}

/** Returns the code below the text of a demo. */
function codeOfDemo(lines: readonly string[], showing: Showing): string[] {
  const demo = demoCode(showing.place.path, lines);
  const code = demo && show(demo, showing);
  return code ? ['', ...code] : [];
}

const mostRstLines = 500;

/** Expands the directives in a fence `{eval-rst}` of MyST or `eval_rst` of recommonmark. Returns the fence, and the index of its last line; undefined if none begins at a line. */
function mystRst(lines: readonly string[], at: number, place: IncludePlace): Replaced | undefined {
  const line = lines[at]!.slice(0, includeLimits.line);
  const [, mark] =
    /^ {0,3}(`{3,20}|~{3,20}|:{3,20})(?:\{eval-rst\}|eval_rst)[ \t]*$/.exec(line) ?? [];
  if (mark === undefined) return undefined;
  const below = lines.slice(at + 1, at + 1 + mostRstLines);
  const end = below.findIndex((one) => one.trim() === mark);
  if (end === -1) return undefined;
  const own = { path: place.path, format: 'rst' } as const;
  const shown = place.within(below.slice(0, end), own);
  return { shown: [line, ...shown, mark], last: at + 1 + end };
}

/** An import of MDX on one line. */
const importLine = /^import\s[^"'\n]{1,500}\sfrom\s{0,9}(["'])[^"'\n]{1,300}\1;?[ \t]*$/;

/** An include below a mark of an item or a definition, or within tags, such as the only text of a cell. */
const surrounded =
  /^([ \t]*(?:(?:[-*+:]|\d{1,9}[.)])[ \t]+|(?:<(?:tr|td|th|p|li|dd|div)\b[^<>]{0,200}>){1,4}))(\{\{?[<%#!].{1,1000}\}|<%=[^%]{1,300}%>)((?:<\/(?:tr|td|th|p|li|dd|div)>){0,4})[ \t]*$/;

/** Returns the lines of an include with what stood around it. */
function within(before: string, lines: readonly string[], after: string): string[] {
  if (before.endsWith('>')) {
    // A blank line would end the table.
    const isCell =
      /<\/?(?:t[dh]|p)\b/.test(before + after) &&
      !lines.some((line) => /^\s*(?:`{3}|~{3})/.test(line));
    return [before, ...lines.filter((line) => !isCell || line.trim() !== ''), after];
  }
  const [first = '', ...rest] = lines;
  const indent = ' '.repeat(before.length);
  return [before + first, ...indented(rest, indent)];
}

type WithImports = Showing & { imports: MdxImports };

/** Returns the lines that replace an include, and the index of its last line; undefined if there is none, or if its files are missing. */
function included(
  lines: readonly string[],
  at: number,
  { imports, ...showing }: WithImports,
): Replaced | undefined {
  const line = lines[at]!;
  if (line.length > includeLimits.line) return undefined;
  const around = showing.inside ? null : surrounded.exec(line);
  if (around) return includedWithin(around, at, { imports, ...showing });
  const found = findInclude(lines, at, showing.inside ? undefined : imports);
  const shown = found && showAll(found.references, showing);
  if (!found || !shown) return undefined;
  const isDefinition = definitionMark.test(line) && line.includes('@@');
  const indent = isDefinition ? '    ' : line.slice(0, indentOf(line));
  const inside = indented(shown, indent);
  return { shown: isDefinition ? [':', ...inside] : inside, last: found.last };
}

function includedWithin(
  [, before = '', text = '', after = '']: readonly string[],
  at: number,
  { imports, ...showing }: WithImports,
): Replaced | undefined {
  const found = findInclude([text], 0, imports);
  const shown = found && showAll(found.references, showing);
  return shown && { shown: within(before, shown, after), last: at };
}

interface Showing {
  place: IncludePlace;
  /** True inside of fenced code. */
  inside: boolean;
}

/** Returns the lines of the files that exist; undefined if none exists. */
function showAll(references: Reference[], showing: Showing): string[] | undefined {
  const shown = references.map((reference) => show(reference, showing));
  const known = shown.filter((lines) => lines !== undefined);
  return known.length === 0 ? undefined : known.flat();
}

function show(reference: Reference, { place, inside }: Showing): string[] | undefined {
  const file = place.open(candidatesOf(reference, place.path));
  if (!file) return undefined;
  const chosen = place.take(linesOf(reference, file));
  if (!chosen) return undefined;
  if (inside) return dedentBlock(chosen);
  const format = formatOf(file.path);
  const isOther = format === undefined && !isDrawn.test(file.path);
  if (reference.asCode || isOther) {
    return fenced(
      dedentBlock(chosen),
      reference.language ?? fenceLanguage(file.path),
      reference.label,
    );
  }
  if (format !== 'markdown') return drawn(chosen, file.path);
  const body = takeFrontMatter(chosen).body;
  return place.within(body, { path: file.path, format });
}

/** Returns what Markdown shows of a file that a site draws: nothing of a picture, and the code of a component of Astro. */
function drawn(lines: readonly string[], path: string): string[] | undefined {
  if (astroFile.test(path)) return astroCode(lines);
  return isPicture.test(path) ? [] : undefined;
}

function formatOf(path: string): IncludableFormat | undefined {
  return formatOfName(path) ?? (isText.test(path) ? 'markdown' : undefined);
}

const isPicture = /\.svg$/i;
/** Names of files that a site draws where a page includes them. */
const isDrawn = /\.(?:svg|astro)$/i;
/** Names of files that have the same markup as the document. */
const isText = /(?:^|\/)[^./]+$|\.(?:txt|html?|inc|(?:mark)?erb)$/i;
