import { tabPieces, tablePieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import { inlineText } from './inline.ts';
import type { RstContext } from './context.ts';
import { dedent, indentOf } from '../indentation.ts';
import { type LineReader } from './lines.ts';

const gridBorder = /^\+[-=+]+\+$/;
const simpleBorder = /^=+(?: +=+)+$/;

/** Characters that take two columns. Those outside of the basic plane have two units, too. */
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/g;

/** Puts a mark after each wide character, so that cells begin at the columns of their borders. */
function widened(line: string): string {
  return line.replace(wide, '$&\0');
}

function narrowed(cell: string): string {
  return cell.replaceAll('\0', '');
}

/** Maximum number of columns. The text of further columns is dropped. */
const maxColumns = 50;

/** Reads a grid table (`+---+`). Cells that span columns keep their text in the first column. */
export function readGridTable(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  if (!gridBorder.test(reader.peek())) return undefined;
  const lines: string[] = [];
  while (/^[+|]/.test(reader.peek())) lines.push(widened(reader.next()));
  const borders = lines[0]!.matchAll(/\+/g).take(maxColumns + 1);
  const columns = [...borders].map((match) => match.index);
  const rows: string[][][] = [];
  let row: string[][] | undefined;
  let header = false;
  for (const line of lines) {
    if (line.startsWith('+')) {
      header ||= line.startsWith('+=') && rows.length === 1;
      row = undefined;
      continue;
    }
    if (row === undefined) rows.push((row = []));
    addGridLine(row, line, columns);
  }
  if (holdsBlocks(rows)) return cellBlocks(rows, ctx);
  const cells = rows.map((row) => row.map((cell) => cellText(shownLines(cell))));
  return markdownTable(cells, header, ctx);
}

/** Joins the lines of a cell of a table, also those of a line block (`| text`). */
export function cellText(lines: string[]): string {
  return lines.map((line) => line.trim().replace(/^\|(?: +|$)/, '')).join(' ');
}

/** Targets and entries of an index, which a page does not show. */
const hidden = /^ *\.\. (?:_[^:]{1,200}:|index::)/;

/** Returns the lines of a cell without targets and entries of an index, and the lines that belong to these. */
export function shownLines(cell: string[]): string[] {
  let depth = Infinity;
  return cell.filter((line) => {
    if (line !== '' && indentOf(line) <= depth)
      depth = hidden.test(line) ? indentOf(line) : Infinity;
    return depth === Infinity;
  });
}

const directive = /^\s*\.\. [\w:+.-]+::/;

/** Returns whether a cell of a table has a directive, such as code, which needs its lines. */
export function holdsBlocks(rows: string[][][]): boolean {
  return rows.some((row) => row.some((cell) => cell?.some((line) => directive.test(line))));
}

/**
 * Returns the content of a table with directives, cell by cell. A first row of single lines has
 * the headings, which become the labels of the code.
 */
export function cellBlocks(rows: string[][][], ctx: RstContext): Piece[] {
  const [first = []] = rows;
  const single = first.every((cell) => cell.filter((line) => line.trim() !== '').length <= 1);
  const headed = single && !holdsBlocks([first]);
  const heads = headed ? first.map((cell) => inlineText(cell.join(' '), ctx)) : [];
  return rows.slice(headed ? 1 : 0).flatMap((row) =>
    row.flatMap((cell, at) => {
      const label = (heads[at] ?? '').replace(/^\*+|\*+$/g, '');
      return tabPieces(label, ctx.blocks(dedent(cell)));
    }),
  );
}

function addGridLine(row: string[][], line: string, columns: number[]): void {
  let start = columns[0]!;
  for (const [index, end] of columns.slice(1).entries()) {
    if (start >= line.length) return;
    if (end < line.length - 1 && !/[|+]/.test(line[end]!)) continue;
    const cell = narrowed(line.slice(start + 1, end)).trimEnd();
    row[index] ??= [];
    if (!/^\s*[-=+]{3,}$/.test(cell)) row[index].push(cell);
    start = end;
  }
}

/** Reads a simple table (`====  ====`). */
export function readSimpleTable(reader: LineReader, ctx: RstContext): Piece[] | undefined {
  const border = reader.peek();
  if (!simpleBorder.test(border)) return undefined;
  const end = simpleTableEnd(reader);
  if (end === undefined) return undefined;
  const lines = reader.lines.slice(reader.at + 1, end).map(widened);
  reader.at = end + 1;
  const starts = border.matchAll(/=+/g).take(maxColumns + 1);
  const columns = [...starts].map((match) => match.index);
  const rows: string[][] = [];
  let header = 0;
  for (const line of lines) {
    if (simpleBorder.test(line)) header = rows.length;
    else if (!/^-[- ]*$/.test(line)) addSimpleLine(rows, line, columns);
  }
  return markdownTable(header > 0 ? foldHeader(rows, header) : rows, header > 0, ctx);
}

/** Returns the last border: the second one, or the third one if the second one ends a header. */
function simpleTableEnd(reader: LineReader): number | undefined {
  let last: number | undefined;
  let borders = 1;
  for (let at = reader.at + 1; at < reader.lines.length; at += 1) {
    const line = reader.lines[at]!;
    const isBorder = simpleBorder.test(line);
    if (isBorder) {
      last = at;
      borders += 1;
      if (borders === 3 || reader.lines[at + 1] === '') return at;
    } else if (last !== undefined && line === '' && reader.lines[at + 1] === '') return last;
  }
  return last;
}

function addSimpleLine(rows: string[][], line: string, columns: number[]): void {
  if (line === '') return;
  const cells: string[] = [];
  for (const [index, start] of columns.entries()) {
    if (start >= line.length) break;
    const cell = narrowed(line.slice(start, columns[index + 1])).trim();
    cells.push(cell === '..' ? '' : cell);
  }
  const last = rows.at(-1);
  if (cells[0] !== '' || last === undefined) {
    rows.push(cells);
    return;
  }
  for (const [index, cell] of cells.entries()) {
    if (cell !== '') last[index] = `${last[index] ?? ''} ${cell}`;
  }
}

/** Joins the lines of header texts. Each of them looked like a row. */
function foldHeader(rows: string[][], count: number): string[][] {
  const head = rows.slice(0, count);
  const columns = head.reduce((most, row) => Math.max(most, row.length), 0);
  const folded = Array.from({ length: columns }, (_, index) =>
    head.map((row) => row[index]).join(' '),
  );
  return [folded, ...rows.slice(head.length)];
}

/** Writes rows of reStructuredText as a Markdown table. */
export function markdownTable(rows: string[][], header: boolean, ctx: RstContext): Piece[] {
  const cells = rows.map((row) => Array.from(row, (cell) => inlineText(cell ?? '', ctx)));
  return tablePieces(cells, header);
}
