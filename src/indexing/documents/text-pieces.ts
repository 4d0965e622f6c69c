import { singleSpaced } from './clean.ts';
import type { CodeBlock } from './document.ts';
import { trimBlankLines } from './blank-lines.ts';

/** A part of a document in rst, HTML or plain text, in reading order, before sections are made. */
export type Piece = TextPiece | CodeBlock | HeadingPiece | SymbolPiece;

/** Prose. */
export interface TextPiece {
  kind: 'text';
  /** Markdown. */
  text: string;
  /** True for a list item: no empty line separates it from the item before it. */
  tight?: boolean;
  /** Number of lists and quotations whose mark the text has. */
  levels?: number;
}

/** A heading. */
export interface HeadingPiece {
  kind: 'heading';
  /** From 1. May be larger than 6. */
  level: number;
  title: string;
  anchor?: string;
  /** True for the name of an entry of a manual. It is a section of its own. */
  isEntry?: boolean;
}

/** A documented class, function or option. It becomes a section of its own. */
export interface SymbolPiece {
  kind: 'symbol';
  title: string;
  anchor?: string;
  /** True for one that has at most a signature. Its description can stand below it. */
  isBare?: boolean;
  pieces: Piece[];
}

/** Returns a text piece, or nothing for blank text. */
export function textPieces(text: string): Piece[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : [{ kind: 'text', text: trimmed }];
}

/** Returns a code piece without blank lines at its ends, or nothing if there is no code. */
export function codePieces(code: string, language = '', label = ''): Piece[] {
  const trimmed = trimBlankLines(code);
  if (trimmed === '') return [];
  return [{ kind: 'code', language, code: trimmed, ...(label !== '' && { label }) }];
}

/**
 * Maximum number of nested lists and quotations whose mark a text gets. Each of them changes every
 * line again.
 */
export const maxLevels = 16;

/**
 * Marks the text of a piece in a list or quotation. `mark` changes the text. Does nothing inside
 * 16 lists or quotations.
 */
function markedPiece(piece: Piece, mark: (piece: TextPiece) => TextPiece): Piece {
  if (piece.kind !== 'text') return piece;
  const { levels = 0 } = piece;
  return levels < maxLevels ? { ...mark(piece), levels: levels + 1 } : piece;
}

/** Marks the text of a quotation. Code in it stays code. */
export function quotedPieces(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece) =>
    markedPiece(piece, (inner) => ({
      ...inner,
      text: inner.text.replace(/^/gm, '> ').replace(/ +$/gm, ''),
    })),
  );
}

/** Writes a list as Markdown. Code in an item stays a code piece between the texts of the item. */
export function listPieces(items: Piece[][], marker: (index: number) => string): Piece[] {
  return items.flatMap((item, index) => itemPieces(item, marker(index)));
}

function itemPieces(item: Piece[], marker: string): Piece[] {
  const indent = ' '.repeat(marker.length);
  let first = true;
  return item.map((piece) =>
    markedPiece(piece, (inner) => {
      const text = (first ? marker : indent) + inner.text.replaceAll('\n', `\n${indent}`);
      const tight = first || inner.tight === true;
      first = false;
      return { kind: 'text', text: text.replaceAll(/\n +(?=\n)/g, '\n'), tight };
    }),
  );
}

/** Maximum length of a term that labels code. */
const longestLabel = 60;

/**
 * Writes a term and its description as one list item. If the description is only code, as in a tab
 * of AsciiDoc, the term is its label.
 */
export function definitionPieces(term: string, description: Piece[]): Piece[] {
  const isCode = description.length > 0 && description.every((piece) => piece.kind === 'code');
  if (isCode && term.length <= longestLabel) return labelCode(description, plainTerm(term));
  const bold = /[`*]/.test(term) ? term : `**${term}**`;
  return description.length === 0 ? textPieces(bold) : labeled(bold, description);
}

/** Returns a term without the marks of code and emphasis around it. */
function plainTerm(term: string): string {
  return term.replace(/^[*`]+|[*`]+$/g, '');
}

/** Returns a name, such as the kind of a note, with a capital letter at the start. */
export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Puts a label such as "**Note:**" before the first text of the pieces. */
export function labeled(label: string, pieces: Piece[]): Piece[] {
  const [first, ...rest] = pieces;
  const lead = label === '' || /:\**$/.test(label.slice(-3)) ? label : `${label}:`;
  if (first?.kind !== 'text' || first.tight === true) {
    return [...textPieces(lead), ...pieces];
  }
  return [{ ...first, text: `${lead} ${first.text}`.trim() }, ...rest];
}

/** Labels each code block that has no label, with the name of a tab or a file. */
function labelCode(pieces: Piece[], label: string): Piece[] {
  if (label === '') return pieces;
  return pieces.map((piece) =>
    piece.kind === 'code' && piece.label === undefined ? { ...piece, label } : piece,
  );
}

/**
 * Returns the content of a tab. Its name becomes the label of its code. If it has no code, or only code with labels of its own,
 * such as names of files, its name becomes a bold line.
 */
export function tabPieces(label: string, pieces: Piece[]): Piece[] {
  if (label === '' || pieces.length === 0) return pieces;
  const labels = pieces.flatMap((piece) => (piece.kind === 'code' ? [piece.label] : []));
  if (labels.includes(undefined)) return labelCode(pieces, label);
  if (labels.includes(label)) return pieces;
  return [...textPieces(`**${label}**`), ...pieces];
}

/**
 * Writes rows as a Markdown table. If `header` is true, the first row is the header. A table
 * without a header and with one or two columns becomes a list.
 */
export function tablePieces(rows: string[][], header: boolean): Piece[] {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  const columns = Math.min(
    filled.reduce((most, row) => Math.max(most, row.length), 0),
    maxColumns,
  );
  if (columns === 0) return [];
  if (columns <= 2 && !header) {
    const rows = filled.map((row) => row.map(singleSpaced).filter((cell) => cell !== ''));
    return listPieces(
      rows.map((row) => textPieces(rowLine(row))),
      () => '- ',
    );
  }
  // Markdown adds the cells that a row lacks, except in the first row.
  const lines = (header ? filled : [[], ...filled]).map((row, at) =>
    rowText(row, at === 0 ? columns : Math.min(row.length, columns)),
  );
  lines.splice(1, 0, `|${' --- |'.repeat(columns)}`);
  return [{ kind: 'text', text: lines.join('\n') }];
}

/** Returns a name and its value on one line. The name can end with a colon in the table, too. */
function rowLine([name = '', ...values]: readonly string[]): string {
  const label = values.length === 0 ? name : name.replace(/:(?=\**$)/, '');
  return [label, ...values].join(': ');
}

const maxColumns = 50;

function rowText(row: string[], columns: number): string {
  const cells = Array.from({ length: columns }, (_, at) => cellText(row[at] ?? ''));
  return `| ${cells.join(' | ')} |`;
}

function cellText(text: string): string {
  return singleSpaced(text).replace(/\\?\|/g, '\\|');
}

/** Returns whether a text begins with another one, apart from markup and the addresses of links. */
export function beginsWith(text: string, start: string): boolean {
  return wordsOf(text).startsWith(wordsOf(start));
}

function wordsOf(text: string): string {
  return text
    .replace(/\]\([^()\s]{1,500}\)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

/** Returns pieces with the items of a list as one text. */
export function withJoinedItems(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isNext = piece.kind === 'text' && last?.kind === 'text' && piece.tight && last.tight;
    if (isNext) joined[joined.length - 1] = { ...last, text: `${last.text}\n${piece.text}` };
    else joined.push(piece);
  }
  return joined;
}
