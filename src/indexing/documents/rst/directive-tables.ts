import { textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import type { RstContext } from './context.ts';
import { bodyOf } from './directive.ts';
import type { Directive } from './directive.ts';
import { inlineText } from './inline.ts';
import { dedent, indentOf } from './lines.ts';
import { markdownTable } from './tables.ts';

/** A table written as a list of lists. */
export function listTable(directive: Directive, ctx: RstContext): Piece[] {
  const rows = splitItems(bodyOf(directive)).map((row) =>
    splitItems(row).map((cell) => cell.map((line) => line.trim()).join(' ')),
  );
  return titledTable(directive, rows, ctx);
}

/** The bodies of the bullet items of a list. */
function splitItems(lines: string[]): string[][] {
  const items: string[][] = [];
  for (const line of dedent(lines)) {
    if (/^[*+-](?: |$)/.test(line)) items.push([` ${line.slice(1)}`]);
    else if (indentOf(line) > 0 || line === '') items.at(-1)?.push(line);
  }
  return items;
}

/** A table of comma-separated values; one in another file is left out. */
export function csvTable(directive: Directive, ctx: RstContext): Piece[] {
  const { options } = directive;
  const separator = separators.get(options.get('delim') ?? '') ?? options.get('delim') ?? ',';
  const rows = directive.body
    .filter((line) => line !== '')
    .map((line) => csvCells(line, separator));
  const header = options.get('header');
  if (header === undefined) return titledTable(directive, rows, ctx);
  const table = markdownTable([csvCells(header, separator), ...rows], true, ctx);
  return [...caption(directive, ctx), ...table];
}

const separators = new Map([
  ['tab', '\t'],
  ['space', ' '],
]);

function titledTable(directive: Directive, rows: string[][], ctx: RstContext): Piece[] {
  const header = Number(directive.options.get('header-rows') ?? 0) > 0;
  return [...caption(directive, ctx), ...markdownTable(rows, header, ctx)];
}

function caption({ argument }: Directive, ctx: RstContext): Piece[] {
  return argument === '' ? [] : textPieces(`**${inlineText(argument, ctx)}**`);
}

function csvCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const char of line) {
    if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  return [...cells, cell.trim()];
}
