import { cleanLines } from '../clean.ts';
import type { DocumentParser } from '../document.ts';
import { codePieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import { toDocument } from '../text-sections.ts';
import { identifier } from './context.ts';
import type { RstContext } from './context.ts';
import { collectDefinitions, readExplicit } from './explicit.ts';
import { inlineText } from './inline.ts';
import { dedent, expandTabs, indentOf, LineReader } from './lines.ts';
import * as lists from './lists.ts';
import { readGridTable, readSimpleTable } from './tables.ts';

/** Reads reStructuredText, with the directives and roles of docutils and Sphinx. includes/ replaced its includes before. */
export const parseRst: DocumentParser = (document) =>
  toDocument(rstPieces(document.content), document);

/** Returns the pieces of a text. `styles` keeps the marks of headings, so that texts in sequence have the same levels. */
export function rstPieces(content: string, styles: RstContext['styles'] = []): Piece[] {
  const lines = cleanLines(content.replaceAll('\f', '\n')).map(expandTabs);
  const ctx: RstContext = {
    language: '',
    module: '',
    owner: '',
    substitutions: new Map(),
    targets: new Map(),
    styles,
    anchors: new Set(),
    anchor: '',
    depth: 0,
    blocks: (nested) => {
      ctx.depth += 1;
      const pieces = readBlocks(nested, ctx);
      ctx.depth -= 1;
      return pieces;
    },
  };
  collectDefinitions(lines, ctx);
  return readBlocks(lines, ctx);
}

type BlockReader = (reader: LineReader, ctx: RstContext) => Piece[] | undefined;

/** Deepest nesting read as structure; what is deeper is read as one paragraph. */
const deepest = 12;

/** In the order in which they are tried; the last always takes something. */
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
    // A target names what comes right after it.
    if (found.length > 0) ctx.anchor = '';
    for (const piece of found) pieces.push(piece);
  }
  return pieces;
}

function readBlock(reader: LineReader, ctx: RstContext): Piece[] {
  for (const read of readers) {
    const pieces = read(reader, ctx);
    if (pieces !== undefined) return pieces;
  }
  return [];
}

/** Indented text is a quotation. */
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
  // "Example::" leaves its text one colon, "Example ::" none, and a lone "::" says nothing.
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

/** An unindented literal block: every line begins with the same punctuation. */
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

// What Sphinx shows as Python unless told otherwise, when it looks like it.
const python = /^(?:from [\w.]+ import |import \w|(?:async )?def \w|class \w+[(:]|@\w+)/m;

const adornment = /^([!-/:-@[-`{-~])\1+$/;

/** A section title with its adornment under, or over and under; its level is the adornment's order of appearance. */
function readTitle(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  if (ctx.depth > 0) return undefined;
  return overlined(reader, ctx) ?? underlined(reader, ctx);
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
  // A line of punctuation is a title only to a reader who sees nothing else in it.
  if (adornment.test(text) || under === '::' || under === '..') return undefined;
  reader.at += 2;
  return [heading(text, under[0]!, ctx)];
}

function heading(text: string, style: string, ctx: RstContext): Piece {
  if (!ctx.styles.includes(style)) ctx.styles.push(style);
  const title = plain(inlineText(text, ctx));
  const anchor = [ctx.anchor, identifier(title)].find((id) => id !== '' && !ctx.anchors.has(id));
  if (anchor !== undefined) ctx.anchors.add(anchor);
  return {
    kind: 'heading',
    level: ctx.styles.indexOf(style) + 1,
    title,
    ...(anchor !== undefined && { anchor }),
  };
}

function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
    .replace(/`|\*\*|\\(?=[*_`|[\]])/g, '')
    .replace(/(?<!\w)\*([^*]+)\*(?!\w)/g, '$1');
}

/** A line of punctuation alone separates paragraphs and says nothing. */
function readTransition(reader: LineReader): Piece[] | undefined {
  const line = reader.peek();
  if (line.length < 4 || !adornment.test(line)) return undefined;
  reader.at += 1;
  return [];
}
