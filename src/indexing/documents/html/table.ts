import { tablePieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import { attribute, childElements, descendants } from './dom.ts';
import type { Element } from './dom.ts';
import { isFurniture } from './furniture.ts';
import { inlineMarkdown } from './inline.ts';
import type { InlineContext } from './inline.ts';

/**
 * Returns the rows of a table, each with the cells of one `<tr>`. Leaves out tables inside cells.
 */
export function rowsOf(table: Element): Element[][] {
  const rows: Element[][] = [];
  for (const element of descendants(table, (each) => each.name !== 'table' && !isCell(each))) {
    if (element.name !== 'tr' || isFurniture(element)) continue;
    rows.push(childElements(element).filter((cell) => isCell(cell) && !isFurniture(cell)));
  }
  return rows.filter((row) => row.length > 0);
}

function isCell(element: Element): boolean {
  return element.name === 'td' || element.name === 'th';
}

/**
 * Writes a table as Markdown, with its caption in bold above it. Repeats cells that span rows, and
 * pads cells that span columns.
 */
export function tableMarkdown(table: Element, rows: Element[][], ctx: InlineContext): Piece[] {
  const caption = childElements(table).find((child) => child.name === 'caption');
  const title = caption === undefined ? '' : inlineMarkdown(caption, ctx);
  const held: Held[] = [];
  const texts = rows.map((row) => rowTexts(row, held, ctx));
  const header = rows[0]?.every((cell) => cell.name === 'th') ?? false;
  const lead = title === '' ? [] : textPieces(title.includes('*') ? title : `**${title}**`);
  return [...lead, ...tablePieces(texts, header || isHead(rows[0]))];
}

const cellRoles = /^(?:cell|columnheader|gridcell|rowheader)$/;

/** Returns a table whose elements have roles in place of names, as GitBook writes it; undefined for any other element. */
export function roleTablePieces(element: Element, ctx: InlineContext): Piece[] | undefined {
  if (attribute(element, 'role') !== 'table') return undefined;
  const rows = [...descendants(element, (each) => !isRoleCell(each))]
    .filter((each) => attribute(each, 'role') === 'row')
    .map((row) => childElements(row).filter(isRoleCell));
  const texts = rows.map((row) => row.map((cell) => inlineMarkdown(cell, ctx)));
  const header = rows[0]?.every((cell) => attribute(cell, 'role') === 'columnheader') ?? false;
  return tablePieces(texts, header);
}

function isRoleCell(element: Element): boolean {
  return cellRoles.test(attribute(element, 'role'));
}

function isHead(row: Element[] | undefined): boolean {
  const section = row?.[0]?.parent?.parent;
  return section !== null && section !== undefined && 'name' in section && section.name === 'thead';
}

/** A cell that spans the rows below. */
interface Held {
  text: string;
  rows: number;
}

function rowTexts(row: Element[], held: Held[], ctx: InlineContext): string[] {
  const texts: string[] = [];
  const takeHeld = (): void => {
    for (let above = held[texts.length]; above && above.rows > 0; above = held[texts.length]) {
      above.rows -= 1;
      texts.push(above.text);
    }
  };
  for (const cell of row) {
    takeHeld();
    const text = inlineMarkdown(cell, ctx);
    const rows = span(cell, 'rowspan') - 1;
    for (let column = 0; column < span(cell, 'colspan'); column += 1) {
      const shown = column === 0 ? text : '';
      held[texts.length] = { text: shown, rows };
      texts.push(shown);
    }
  }
  takeHeld();
  return texts;
}

function span(cell: Element, name: string): number {
  const count = Number(attribute(cell, name) || 1);
  return Number.isInteger(count) ? Math.min(Math.max(count, 1), 30) : 1;
}
