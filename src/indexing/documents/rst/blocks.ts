import { codePieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import type { RstContext } from './context.ts';
import { readExplicit } from './explicit.ts';
import { inlineText } from './inline.ts';
import { dedent, indentOf, LineReader } from './lines.ts';
import * as lists from './lists.ts';
import { readGridTable, readSimpleTable } from './tables.ts';
import { readTitle, readTransition } from './titles.ts';

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
export function readBlocks(lines: string[], ctx: RstContext): Piece[] {
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
