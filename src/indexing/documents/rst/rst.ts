import { cleanLines } from '../clean.ts';
import type { DocumentParser } from '../document.ts';
import { nameOf } from '../page-title.ts';
import { codePieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import { toDocument } from '../text-sections.ts';
import { withDescriptions } from './bare-symbols.ts';
import { identifier } from './context.ts';
import type { RstContext } from './context.ts';
import { collectDefinitions, readExplicit } from './explicit.ts';
import { inlineText, plainText } from './inline.ts';
import { dedent, indentOf } from '../indentation.ts';
import { adornment, expandTabs, LineReader } from './lines.ts';
import * as lists from './lists.ts';
import { asManualPage } from './manual-page.ts';
import { readGridTable, readSimpleTable } from './tables.ts';

/**
 * Parses reStructuredText with the directives and roles of docutils and Sphinx. `includes/` has
 * replaced its includes before.
 */
export const parseRst: DocumentParser = (document) => {
  const [start = '', fields = ''] = fieldsAbove.exec(document.content) ?? [];
  const content = document.content.slice(start.length);
  const title = /^:title:[ \t]+(\S.*)/m.exec(fields)?.[1];
  const pieces = asManualPage(
    rstPieces(content, { titles: Object.entries(document.titles ?? {}) }),
    content,
  );
  const titled = /^\s*\*\*/.test(content) ? withTitles(pieces) : undefined;
  return titled
    ? toDocument(titled, document, title ?? nameOf(document.path))
    : toDocument(pieces, document, title);
};

/** Fields above a document, such as `:tocdepth: 2`, which Sphinx does not show. Those of docutils, such as `:Author:`, begin with a capital. */
const fieldsAbove =
  /^(?:[ \t]*\r?\n){0,9}((?::[a-z][^:`\n]{0,60}:(?:[ \t].*)?\r?\n(?:[ \t]+\S.*\r?\n){0,20}){1,40})(?=[ \t]*\r?\n)/;

/** A paragraph of only bold text, which is no label. */
const boldTitle = /^\*\*((?:[^*\\\n]|\\.){1,200}(?<!:))\*\*$/;

/**
 * Makes headings of the bold paragraphs of a document that has no other, as in the examples of the AWS CLI. Returns undefined for
 * another document.
 */
function withTitles(pieces: Piece[]): Piece[] | undefined {
  const titleOf = (piece?: Piece): string | undefined =>
    piece?.kind === 'text' ? boldTitle.exec(piece.text)?.[1] : undefined;
  const isBare = pieces.every(({ kind }) => kind === 'text' || kind === 'code');
  if (!isBare || titleOf(pieces[0]) === undefined) return undefined;
  return pieces.map((piece) => {
    const title = titleOf(piece)?.replace(/\\(.)/g, '$1');
    return title === undefined ? piece : { kind: 'heading', level: 2, title };
  });
}

interface RstOptions {
  /** Adornments of headings, so that several texts can share their levels. */
  styles?: RstContext['styles'];
  /** Titles of places in other documents, by `titleKey`. */
  titles?: Iterable<readonly [string, string]>;
}

/** Returns the pieces of a text. */
export function rstPieces(content: string, { styles = [], titles = [] }: RstOptions): Piece[] {
  const lines = cleanLines(withoutSqlMarks(content.replaceAll('\f', '\n'))).map(expandTabs);
  const ctx: RstContext = {
    language: '',
    module: '',
    owner: '',
    substitutions: new Map(),
    pictures: new Set(),
    namesCharacters: false,
    roles: new Map(),
    targets: new Map(),
    titles: new Map(titles),
    styles,
    anchors: new Set(),
    anchor: '',
    depth: 0,
    inBody: false,
    blocks: (nested) => {
      const { inBody } = ctx;
      ctx.inBody = true;
      const pieces = ctx.conditional(nested);
      ctx.inBody = inBody;
      return pieces;
    },
    conditional: (nested) => {
      ctx.depth += 1;
      const pieces = readBlocks(nested, ctx);
      ctx.depth -= 1;
      return pieces;
    },
  };
  collectDefinitions(lines, ctx);
  return readBlocks(lines, ctx);
}

/**
 * Drops the marks around SQL in Python, which SQLAlchemy's extension of Sphinx draws as boxes: `{execsql}SELECT 1{stop}`.
 * https://pypi.org/project/zzzeeksphinx/
 */
function withoutSqlMarks(content: string): string {
  if (!/\{(?:exec|open|print)sql\}/.test(content)) return content;
  return content.replace(/\{(?:(?:exec|open|print)sql|stop)\}/g, '');
}

type BlockReader = (reader: LineReader, ctx: RstContext) => Piece[] | undefined;

/** Maximum depth of nested bodies. A deeper one is a paragraph. */
const deepest = 12;

/** Readers in the order in which they are tried. The last one accepts any line. */
const readers: BlockReader[] = [
  readExplicit,
  readQuoted,
  readGridTable,
  readSimpleTable,
  readTitle,
  readTransition,
  readDoctest,
  lists.readBullets,
  lists.readEnumeration,
  lists.readFields,
  lists.readOptions,
  lists.readLineBlock,
  lists.readDefinitions,
  readParagraph,
];

/** Reads lines as body elements. */
function readBlocks(lines: string[], ctx: RstContext): Piece[] {
  if (ctx.depth > deepest) return textPieces(inlineText(lines.join(' '), ctx));
  const reader = new LineReader(lines);
  const pieces: Piece[] = [];
  while (!reader.done) {
    if (reader.peek() === '') {
      reader.at += 1;
      continue;
    }
    const found = readBlock(reader, ctx);
    // A target names only the piece right after it.
    if (found.length > 0) ctx.anchor = '';
    for (const piece of found) pieces.push(piece);
  }
  return withDescriptions(pieces, ctx.inBody);
}

function readBlock(reader: LineReader, ctx: RstContext): Piece[] {
  for (const read of readers) {
    const pieces = read(reader, ctx);
    if (pieces !== undefined) return pieces;
  }
  return [];
}

/** Reads indented text, which is a quotation. */
function readQuoted(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  if (indentOf(reader.peek()) === 0) return undefined;
  return ctx.blocks(dedent(reader.indented()));
}

function readDoctest(reader: LineReader): Piece[] | undefined {
  if (!reader.peek().startsWith('>>> ')) return undefined;
  return codePieces(reader.paragraph().join('\n'), 'python');
}

function readParagraph(reader: LineReader, ctx: RstContext): Piece[] {
  const lines: string[] = [reader.next()];
  while (!reader.done && reader.peek() !== '' && !lines.at(-1)!.endsWith('::')) {
    lines.push(reader.next());
  }
  const text = lines.join(' ');
  if (!text.endsWith('::')) return textPieces(inlineText(text, ctx));
  // The text "Example::" keeps one colon, and "Example ::" keeps none. A "::" alone has no text.
  const lead = text.replace(/(?:^|\s+)::$/, '').replace(/::$/, ':');
  return [...textPieces(inlineText(lead, ctx)), ...readLiteral(reader, ctx)];
}

function readLiteral(reader: LineReader, ctx: RstContext): Piece[] {
  while (!reader.done && reader.peek() === '') reader.at += 1;
  const quote = /^[!-/:-@[-`{-~]/.exec(reader.peek())?.[0];
  const lines = quote === undefined ? dedent(reader.indented()) : quotedLines(reader, quote);
  const code = lines.join('\n');
  return codePieces(code, literalLanguage(code, ctx));
}

/** Reads an unindented literal block. Every line begins with the same punctuation mark. */
function quotedLines(reader: LineReader, quote: string): string[] {
  const lines: string[] = [];
  while (reader.peek().startsWith(quote)) lines.push(reader.next());
  return lines;
}

function literalLanguage(code: string, ctx: RstContext): string {
  if (/^\s*>>> /.test(code)) return 'python';
  if (/^\s*[$%] \w/.test(code)) return 'console';
  if (ctx.language === '' && python.test(code)) return 'python';
  return ctx.language;
}

// Sphinx shows code that matches this pattern as Python, unless the document sets another
// language.
const python = /^(?:from [\w.]+ import |import \w|(?:async )?def \w|class \w+[(:]|@\w+)/m;

/**
 * Reads a section title with a line below it, or above and below. The level is the order in which
 * its adornment first appears.
 */
function readTitle(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  if (ctx.inBody) return nestedTitle(reader, ctx);
  return overlined(reader, ctx) ?? underlined(reader, ctx);
}

/**
 * Reads a title in the content of a directive, such as `note` or `automodule`, as bold text. The sections of the page cannot
 * begin there.
 */
function nestedTitle(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  const text = reader.peek().trim();
  const under = reader.peek(1);
  if (!adornment.test(under) || under.length < Math.max(4, text.length)) return undefined;
  if (adornment.test(text) || !/\w/.test(text)) return undefined;
  reader.at += 2;
  return textPieces(`**${plainText(text, ctx)}**`);
}

function overlined(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  const over = reader.peek();
  if (!adornment.test(over) || over !== reader.peek(2)) return undefined;
  const text = reader.peek(1).trim();
  if (text === '' || adornment.test(text) || (over.length < 4 && over.length < text.length)) {
    return undefined;
  }
  reader.at += 3;
  return [heading(text, `${over[0]}${over[0]}`, ctx)];
}

function underlined(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  const text = reader.peek();
  const under = reader.peek(1);
  if (!adornment.test(under) || indentOf(text) > 0) return undefined;
  if (under.length < 4 && under.length < text.length) return undefined;
  // A line of punctuation is not a title.
  if (adornment.test(text) || under === '::' || under === '..') return undefined;
  reader.at += 2;
  return [heading(text, under[0]!, ctx)];
}

function heading(text: string, style: string, ctx: RstContext): Piece {
  if (!ctx.styles.includes(style)) ctx.styles.push(style);
  const title = plainText(text, ctx);
  const anchor = [ctx.anchor, identifier(title)].find((id) => id !== '' && !ctx.anchors.has(id));
  if (anchor !== undefined) ctx.anchors.add(anchor);
  return {
    kind: 'heading',
    level: ctx.styles.indexOf(style) + 1,
    title,
    ...(anchor !== undefined && { anchor }),
  };
}

/** Skips a line of punctuation that separates paragraphs. */
function readTransition(reader: LineReader): Piece[] | undefined {
  const line = reader.peek();
  if (line.length < 4 || !adornment.test(line)) return undefined;
  reader.at += 1;
  return [];
}
