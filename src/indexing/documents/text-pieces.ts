import type { CodeBlock } from './document.ts';

/** What a reader of rst, HTML or plain text finds, in reading order, before it is cut into sections. */
export type Piece = TextPiece | CodeBlock | HeadingPiece | SymbolPiece;

export interface TextPiece {
  kind: 'text';
  /** Markdown. */
  text: string;
  /** A list item: follows another one without an empty line. */
  tight?: boolean;
  /** Lists and quotations that have marked it. */
  levels?: number;
}

export interface HeadingPiece {
  kind: 'heading';
  /** From 1; may be over 6. */
  level: number;
  title: string;
  anchor?: string;
}

/** A documented class, function, option: a section of its own within the one it stands in. */
export interface SymbolPiece {
  kind: 'symbol';
  title: string;
  anchor?: string;
  pieces: Piece[];
}

/** A text piece, or nothing where the text is blank. */
export function textPieces(text: string): Piece[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : [{ kind: 'text', text: trimmed }];
}

/** A code piece without blank lines at its ends, or nothing where there is no code. */
export function codePieces(code: string, language = '', label = ''): Piece[] {
  const trimmed = code.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  if (trimmed === '') return [];
  return [{ kind: 'code', language, code: trimmed, ...(label !== '' && { label }) }];
}

/** Lists and quotations that mark what is in them; nobody reads more, and each costs every line again. */
export const maxLevels = 16;

/** A piece within one more list or quotation: `mark` changes its text, unless enough have done so already. */
export function markedPiece(piece: Piece, mark: (piece: TextPiece) => TextPiece): Piece {
  if (piece.kind !== 'text') return piece;
  const { levels = 0 } = piece;
  return levels < maxLevels ? { ...mark(piece), levels: levels + 1 } : piece;
}

/** A list as Markdown; code inside an item stays a code piece between the item's texts. */
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

/** A term with its description, as one item of a list. */
export function definitionPieces(term: string, description: Piece[]): Piece[] {
  const bold = /[`*]/.test(term) ? term : `**${term}**`;
  return labeled(bold, description);
}

/** The pieces with a lead-in such as "**Note:**" before the first text. */
export function labeled(label: string, pieces: Piece[]): Piece[] {
  const [first, ...rest] = pieces;
  const lead = label.endsWith(':**') || label === '' ? label : `${label}:`;
  if (first?.kind !== 'text' || first.tight === true) {
    return [...textPieces(lead), ...pieces];
  }
  return [{ ...first, text: `${lead} ${first.text}`.trim() }, ...rest];
}

/** The pieces with a label on each code block that has none: a tab's name, a file name. */
function labelCode(pieces: Piece[], label: string): Piece[] {
  if (label === '') return pieces;
  return pieces.map((piece) =>
    piece.kind === 'code' && piece.label === undefined ? { ...piece, label } : piece,
  );
}

/** The content of a tab: its name is a code label when there is code, else a bold line. */
export function tabPieces(label: string, pieces: Piece[]): Piece[] {
  if (label === '' || pieces.length === 0) return pieces;
  if (pieces.some((piece) => piece.kind === 'code')) return labelCode(pieces, label);
  return [...textPieces(`**${label}**`), ...pieces];
}

/** Rows as a Markdown table, the first as its header if `header` says so; one or two columns without one as a list. */
export function tablePieces(rows: string[][], header: boolean): Piece[] {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  const columns = Math.min(
    filled.reduce((most, row) => Math.max(most, row.length), 0),
    maxColumns,
  );
  if (columns === 0) return [];
  if (columns <= 2 && !header) {
    const rows = filled.map((row) => row.map(flatText).filter((cell) => cell !== ''));
    return listPieces(
      rows.map((row) => textPieces(row.join(': '))),
      () => '- ',
    );
  }
  const lines = (header ? filled : [[], ...filled]).map((row) => rowText(row, columns));
  lines.splice(1, 0, `|${' --- |'.repeat(columns)}`);
  return [{ kind: 'text', text: lines.join('\n') }];
}

const maxColumns = 50;

function rowText(row: string[], columns: number): string {
  const cells = Array.from({ length: columns }, (_, at) => cellText(row[at] ?? ''));
  return `| ${cells.join(' | ')} |`;
}

function cellText(text: string): string {
  return flatText(text).replace(/\\?\|/g, '\\|');
}

function flatText(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
