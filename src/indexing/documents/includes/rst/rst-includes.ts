import { Autodoc } from './autodoc.ts';
import {
  includeLimits,
  type IncludeExpander,
  type IncludePlace,
  type OpenedFile,
  type Replaced,
} from '../expansion.ts';
import { formatOfName } from '../included-format.ts';
import { indentOf, indented } from '../../indentation.ts';
import { rstCommands } from '../python/command-reference.ts';
import { kernelDocLines } from './kernel-doc.ts';
import { cmakeComments } from './cmake-comments.ts';
import { withConstants } from './snooty-constants.ts';
import { restList } from './rest-parameters.ts';
import { readReplacements, withReplacements } from './snooty-replacements.ts';
import { includedText, literalInclude, readOptions } from './sphinx-include.ts';
import { siteSubstitutions } from './sphinx-substitutions.ts';

interface RstDirective {
  name: string;
  argument: string;
  path: string;
  options: Map<string, string>;
  /** Texts that replace names in the file. */
  texts: ReadonlyMap<string, readonly string[]>;
  indent: number;
  /** Index of its last line. */
  last: number;
}

/**
 * Replaces directives by what they include:
 *
 * - `include` by the text of the file, `cmake-module` by the text in its comments, and `kernel-doc` by the comments of its source
 * - the file of a `csv-table` by its rows
 * - `literalinclude`, the directives of plots, and `input` and `output` of Snooty by a `code-block`
 * - directives of autodoc by docstrings
 *
 * Shows the constants and adds the substitutions of the site. Leaves directives in literal blocks and comments unchanged.
 */
export const expandRst: IncludeExpander = (written, place) => {
  const lines = withConstants(written, place);
  const out: string[] = [];
  const autodoc = new Autodoc(place);
  // Lines with a larger indentation are literal.
  let literal = Number.POSITIVE_INFINITY;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const indent = indentOf(line);
    if (line.trim() !== '' && indent <= literal) literal = Number.POSITIVE_INFINITY;
    const isLiteral = literal !== Number.POSITIVE_INFINITY;
    const replaced = isLiteral
      ? undefined
      : (autodoc.read(lines, at) ??
        restList(lines, at, place) ??
        rstCommands(lines, at, place) ??
        included(lines, at, place));
    if (replaced) {
      for (const text of replaced.shown) out.push(text);
      at = replaced.last;
      continue;
    }
    if (!isLiteral && opensLiteral(line)) literal = indent;
    out.push(line);
  }
  return [...out, ...siteSubstitutions(out, place)];
};

/** The marks of items and cells before the include that is their text: `* - .. include:: saw.rst`. */
const marks = /^ {0,80}(?:[*-] {1,8}){1,4}(?=\.\. +(?:include|literalinclude)::)/;
/** Maximum number of lines of such an include. */
const mostLines = 600;

/** Returns the lines that replace an include in an item, with its mark before the first. */
function includedInItem(
  lines: readonly string[],
  at: number,
  place: IncludePlace,
): Replaced | undefined {
  const [mark] = marks.exec(lines[at]!) ?? [];
  if (mark === undefined) return undefined;
  const margin = ' '.repeat(mark.length);
  const first = margin + lines[at]!.slice(mark.length);
  const found = includedAt([first, ...lines.slice(at + 1, at + mostLines)], 0, place);
  const start = found?.shown.findIndex((line) => line.trim() !== '') ?? -1;
  if (!found || start === -1) return undefined;
  const [text = '', ...rest] = found.shown.slice(start);
  return { shown: [mark + text.slice(mark.length), ...rest], last: at + found.last };
}

/** Returns the lines that replace the include at a line, and the index of its last line. */
function included(lines: readonly string[], at: number, place: IncludePlace): Replaced | undefined {
  return includedAt(lines, at, place) ?? includedInItem(lines, at, place);
}

function includedAt(
  lines: readonly string[],
  at: number,
  place: IncludePlace,
): Replaced | undefined {
  const directive = readDirective(lines, at);
  const shown = directive && show(directive, place);
  if (!shown) return undefined;
  return { shown: indented(shown, ' '.repeat(directive.indent)), last: directive.last };
}

/** Rows of a table in a file. A larger file is data. */
const mostRows = 500;

const literalDirective =
  /^\.\. +(?:code-block|code|sourcecode|parsed-literal|literal|raw|doctest|testcode|testsetup|prompt|highlight|math|rst-example)::/;

/** Returns whether the indented lines after a line are literal text or a comment. */
function opensLiteral(line: string): boolean {
  const text = line.slice(0, includeLimits.line).trim();
  if (!text.startsWith('..')) return text.endsWith('::');
  if (literalDirective.test(text)) return true;
  // Matches a comment. A directive, target, footnote or substitution has another sign.
  return /^\.\.(?:$| +(?![[_|])(?!.*::))/.test(text);
}

function readDirective(lines: readonly string[], at: number): RstDirective | undefined {
  const line = lines[at]!;
  if (line.length > includeLimits.line) return undefined;
  const match =
    /^( *)\.\. +(include|literalinclude|input|output|bokeh-plot|plot|cmake-module|kernel-doc|csv-table)::(?:[ \t]+(\S.*))?$/.exec(
      line,
    );
  if (!match) return undefined;
  const [, margin = '', name = '', argument = ''] = match;
  const { options, last } = readOptions(lines, at, margin.length);
  const path = name === 'csv-table' ? (options.get('file') ?? '') : argument;
  if (path === '' || !showsSource(name, options)) return undefined;
  // Bokeh's name for the root of its repository.
  const file = path.trim().replace(/^__REPO__\//, '/');
  const indent = margin.length;
  const replacements = readReplacements(lines, { after: last, indent });
  return { name, argument, path: file, options, indent, ...replacements };
}

/** Returns whether a page shows the file and not only the plot that it draws. */
function showsSource(name: string, options: ReadonlyMap<string, string>): boolean {
  if (name === 'bokeh-plot') return options.get('source-position') !== 'none';
  return name !== 'plot' || options.has('include-source');
}

function show(directive: RstDirective, place: IncludePlace): string[] | undefined {
  // Sphinx resolves references in an included file from the document, docutils from the file.
  const file = place.findFromDocument(directive.path);
  if (!file) return undefined;
  if (directive.name === 'include') return showText(directive, file, place);
  if (directive.name === 'cmake-module') {
    const text = place.take(cmakeComments(file.lines));
    return text && ['', ...place.within(text, { path: file.path, format: 'rst' }), ''];
  }
  if (directive.name === 'kernel-doc') {
    return place.take(kernelDocLines(file.lines, directive.options));
  }
  if (directive.name === 'csv-table') {
    return place.take(csvTable(directive, file.lines.slice(0, mostRows)));
  }
  const literal = literalInclude(file.lines, file.path, directive.options);
  const code = place.take(literal?.lines);
  return literal && code && codeBlock(code, literal.language, literal.caption);
}

function showText(
  { options, texts }: RstDirective,
  file: OpenedFile,
  place: IncludePlace,
): string[] | undefined {
  const part = includedText(file.lines, options);
  const chosen = place.take(part && withReplacements(part, texts));
  if (!chosen) return undefined;
  if (options.has('code') || options.has('literal')) {
    return codeBlock(chosen, options.get('code') ?? '', '');
  }
  const format = formatOfName(file.path) ?? 'rst';
  // Leaves the include of another format unchanged. The source delivers that file as a document of
  // its own.
  if (format !== 'rst') return undefined;
  return ['', ...place.within(chosen, { path: file.path, format }), ''];
}

/** Returns a table of docutils with the lines of its file. */
function csvTable({ argument, options }: RstDirective, lines: readonly string[]): string[] {
  const own = [...options].filter(([name]) => name !== 'file');
  return [
    `.. csv-table:: ${argument}`.trimEnd(),
    ...own.map(([name, value]) => `   :${name}: ${value}`.trimEnd()),
    '',
    ...indented(lines, '   '),
    '',
  ];
}

function codeBlock(code: string[], language: string, caption: string): string[] {
  return [
    '',
    `.. code-block:: ${language || 'text'}`,
    ...(caption === '' ? [] : [`   :caption: ${caption}`]),
    '',
    ...indented(code, '   '),
    '',
  ];
}
