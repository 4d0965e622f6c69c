import { cleanLines } from './clean.ts';
import type { DocumentParser } from './document.ts';
import { codePieces, textPieces } from './text-pieces.ts';
import type { HeadingPiece, Piece } from './text-pieces.ts';
import { toDocument } from './text-sections.ts';
import { dedent, indentOf } from './indentation.ts';
import { readFormattedManual } from './formatted-manual.ts';
import { bullet, isCapitals, isCode, joinLines } from './plain-lines.ts';
import { isVimHelp, readVimHelp } from './vim-help.ts';

/** Parses plain text: clear headings, paragraphs and indented code. Recognizes manual pages and help of Vim. */
export const parseText: DocumentParser = (document) => {
  if (isVimHelp(document.content)) {
    const { title, pieces } = readVimHelp(document.content);
    return toDocument(pieces, document, title);
  }
  // Terminals show overstruck text in bold: 'N\bN' is one letter.
  const content = document.content.replaceAll('\f', '\n').replace(/[^\n][\b]/g, '');
  const lines = cleanLines(content).map((line) => line.replaceAll('\t', '    ').trimEnd());
  if (isData(lines)) return toDocument([], document);
  const manual = readFormattedManual(lines);
  return manual === undefined
    ? toDocument(readPlainText(lines), document)
    : toDocument(manual.pieces, document, manual.title);
};

/** Minimum number of lines of data. Minimum shares of lines without words beside each other, and of records. */
const leastData = 200;
const shareOfValues = 0.98;
const shareOfRecords = 0.8;

/**
 * Returns whether a text is data. This is a list of values, such as the edges of a graph, or a table of records, such as those of
 * the Unicode Character Database. Letters without case are words of a language.
 */
export function isData(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line !== '');
  if (filled.length < leastData) return false;
  const share = (matches: (line: string) => boolean): number =>
    filled.filter(matches).length / filled.length;
  return share(isValues) >= shareOfValues || share(isRecord) >= shareOfRecords;
}

/** Returns whether a line has no two words beside each other. */
function isValues(line: string): boolean {
  return !/\p{L}{2,}[,;:.]? \p{L}{2,}|\p{Lo}/u.test(line);
}

function isRecord(line: string): boolean {
  return /^[^#;\s][^#;]*;\s*[^#\s]|^[^,]{1,200}(?:,[^\s,][^,]{0,200}){5}/.test(line);
}

/** Returns the paragraphs, headings and indented code of plain text. */
function readPlainText(lines: string[]): Piece[] {
  const paragraphs = splitParagraphs(lines);
  const base = usualIndent(paragraphs);
  const terms = paragraphs.filter((one, at) => formLines(one, paragraphs[at + 1]) > 0);
  const split = terms.length >= leastTerms ? splitTerm : splitHeading;
  const pieces: Piece[] = [];
  const examples = new Examples();
  let listed = false;
  for (const [index, paragraph] of paragraphs.entries()) {
    const { head, rest } = split(paragraph, paragraphs[index + 1]);
    for (const piece of head) pieces.push(piece);
    const code = examples.has(rest) || (!listed && isCode(rest, base));
    const found = code ? codePieces(dedent(rest).join('\n')) : prosePieces(rest);
    for (const piece of found) pieces.push(piece);
    // Indented text after a list item belongs to the item.
    listed = bullet.test(rest[0] ?? '') || (listed && indentOf(rest[0] ?? '') > base);
  }
  return mergeCode(pieces);
}

/** Returns whether a paragraph is the word "Example" above deeper lines. */
function isExample([lead = '', ...rest]: string[]): boolean {
  if (!/^\s*examples?\s*:$/i.test(lead) || rest.length === 0) return false;
  return rest.every((line) => indentOf(line) > indentOf(lead));
}

/** Returns the pieces of a paragraph of prose, and of the code of an example. */
function prosePieces(lines: string[]): Piece[] {
  if (!isExample(lines)) return textPieces(joinLines(lines));
  const [lead = '', ...rest] = lines;
  return [...textPieces(lead.trim()), ...codePieces(dedent(rest).join('\n'))];
}

/** Follows the code of examples over empty lines. */
class Examples {
  private indent = Infinity;

  /** Reads the next paragraph. Returns whether the code of an example goes on in it. */
  has(lines: string[]): boolean {
    if (lines.length > 0 && lines.every((line) => indentOf(line) >= this.indent)) return true;
    this.indent = isExample(lines) ? indentOf(lines[1]!) : Infinity;
    return false;
  }
}

function splitParagraphs(lines: string[]): string[][] {
  const paragraphs: string[][] = [];
  let open: string[] = [];
  for (const line of [...lines, '']) {
    if (line !== '') open.push(line);
    else if (open.length > 0) {
      paragraphs.push(open);
      open = [];
    }
  }
  return paragraphs;
}

/** Returns the indentation of most paragraphs. RFCs indent all text. */
function usualIndent(paragraphs: string[][]): number {
  const counts = new Map<number, number>();
  for (const [first = ''] of paragraphs) {
    const indent = indentOf(first);
    counts.set(indent, (counts.get(indent) ?? 0) + 1);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return Math.min(most[0]?.[0] ?? 0, 8);
}

interface Split {
  /** The heading, and the forms of a term that has several. */
  head: Piece[];
  rest: string[];
}

function splitHeading(paragraph: string[], next: string[] | undefined): Split {
  const [first = '', second = ''] = paragraph;
  const title = first.trim();
  const under = /^\s*(?:(={3,})|-{3,}|~{3,}|\^{3,})$/.exec(second);
  if (
    under !== null &&
    Math.abs(second.trim().length - title.length) <= 2 &&
    /\p{L}/u.test(title)
  ) {
    const level = under[1] === undefined ? 2 : 1;
    return { head: [{ kind: 'heading', level, title }], rest: paragraph.slice(2) };
  }
  if (paragraph.length > 1 || indentOf(first) > 0) return { head: [], rest: paragraph };
  const level = numberedLevel(title, next) ?? (isCapitals(title) ? 2 : undefined);
  return level === undefined
    ? { head: [], rest: paragraph }
    : { head: [{ kind: 'heading', level, title }], rest: [] };
}

/** Minimum number of terms in a reference. */
const leastTerms = 20;
/** Maximum number of lines of the forms of a term. */
const mostFormLines = 12;
/** Indentation of a description. Deeper lines below a form are the rest of it. */
const leastIndent = 2;
const mostIndent = 8;
const term = /^[a-z][\w.+-]{0,60}(?:[ ([</].{0,100})?(?<![.:;,!?={(])$/;

/**
 * Returns the number of lines with the forms of a term at the margin, such as an option with its values, if the text describes it
 * indented below. An empty line can stand between.
 */
function formLines(paragraph: string[], next: string[] = []): number {
  if (!term.test(paragraph[0]!)) return 0;
  const head = paragraph.slice(0, mostFormLines + 1);
  const end = head.findIndex((line) => !term.test(line) && indentOf(line) <= mostIndent);
  const forms = end === -1 ? head.length : end;
  const indent = indentOf(paragraph[forms] ?? next[0] ?? '');
  const isDescribed = indent >= leastIndent && indent <= mostIndent;
  return isDescribed && forms <= mostFormLines ? forms : 0;
}

function splitTerm(paragraph: string[], next: string[] | undefined): Split {
  const end = formLines(paragraph, next);
  if (end === 0) return splitHeading(paragraph, next);
  const heading: HeadingPiece = { kind: 'heading', level: 6, title: paragraph[0]! };
  const forms = end === 1 ? [] : codePieces(paragraph.slice(0, end).join('\n'));
  return { head: [heading, ...forms], rest: paragraph.slice(end) };
}

/**
 * Returns the level of a numbered heading such as "2.1 Transport", alone in its paragraph.
 * Undefined for an item of a list, such as "1. Do this" before "2. Do that".
 */
function numberedLevel(title: string, next: string[] | undefined): number | undefined {
  const match = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{Lu}.{1,70}$/u.exec(title);
  if (match === null || /[.,;:!?]$/.test(title) || title.split(/\s+/).length > 10) return undefined;
  if (next === undefined || bullet.test(next[0] ?? '')) return undefined;
  return Math.min(match[1]!.split('.').length + 1, 6);
}

/** Joins parts of indented code that empty lines separated. */
function mergeCode(pieces: Piece[]): Piece[] {
  const merged: Piece[] = [];
  let run: string[] = [];
  const flush = (): void => {
    for (const piece of codePieces(run.join('\n\n'))) merged.push(piece);
    run = [];
  };
  for (const piece of pieces) {
    if (piece.kind === 'code') run.push(piece.code);
    else {
      flush();
      merged.push(piece);
    }
  }
  flush();
  return merged;
}
