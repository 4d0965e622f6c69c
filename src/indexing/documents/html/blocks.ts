import { byWord } from '../by-word.ts';
import { listPieces, maxLevels, quotedPieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import { calloutPieces, detailsPieces, isNamesOfTabs, tabsPieces } from './callouts.ts';
import { codeBlock, onlyCode, wrappedCode } from './code.ts';
import { codeParagraphs } from './code-paragraphs.ts';
import type { HtmlContext } from './context.ts';
import { definitionListPieces } from './definitions.ts';
import { attribute, childElements, classes, isBlank, isElement, lineText } from './dom.ts';
import type { Element, Node, Parent } from './dom.ts';
import { entryPieces } from './entries.ts';
import { furnitureLine, isFurniture } from './furniture.ts';
import { headingPieces } from './headings.ts';
import { inlineMarkdown, inlineNode, tidy } from './inline.ts';
import { jazzyPieces } from './jazzy.ts';
import { memberPieces, referencePieces, sectionListPieces } from './reference.ts';
import { roleTablePieces, rowsOf, tableMarkdown } from './table.ts';

type Reader = (element: Element, ctx: HtmlContext) => Piece[];

/** Reads the content of an element in order. Runs of inline text become paragraphs. */
export function readBlocks(parent: Parent, ctx: HtmlContext): Piece[] {
  const pieces: Piece[] = [];
  let run = '';
  const take = (found: Piece[]): void => {
    for (const piece of found) pieces.push(piece);
    if (found.length > 0) ctx.id = '';
  };
  for (const child of parent.children) {
    if (isElement(child) && ctx.skip.has(child)) continue;
    if (!isBlock(child, ctx)) {
      run += inlineNode(child, ctx);
      noteAnchor(child, ctx);
      continue;
    }
    take(paragraph(run));
    run = '';
    take(readElement(child, ctx));
  }
  take(paragraph(run));
  return pieces;
}

function paragraph(run: string): Piece[] {
  const text = tidy(run);
  return text.length < 80 && furnitureLine.test(text) ? [] : textPieces(text);
}

/** Notes the id of an empty anchor. It names the heading that follows. */
function noteAnchor(node: Node, ctx: HtmlContext): void {
  if (!isElement(node) || !/^(?:a|span)$/.test(node.name)) return;
  const id = attribute(node, 'id') || attribute(node, 'name');
  const isEmpty = !node.children.some(isElement) && lineText(node) === '';
  if (id !== '' && isEmpty) ctx.id = id;
}

const inlineTags = new Set(
  (
    'a abbr b bdi bdo big br button cite code data del dfn em font i img input ins kbd label mark math nobr q ruby s samp ' +
    'small span strike strong sub sup svg time tt u var wbr'
  ).split(' '),
);
const blockTags = new Set(
  (
    'address article aside blockquote body center dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 header hgroup hr html ' +
    'li main menu ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

function isBlock(node: Node, ctx: HtmlContext): node is Element {
  if (!isElement(node)) return false;
  if (blockTags.has(node.name)) return true;
  return hasBlockBelow(node, ctx);
}

/** Returns whether a link or a custom element contains a block. Otherwise it is inline. */
function hasBlockBelow(element: Element, ctx: HtmlContext): boolean {
  if (
    inlineTags.has(element.name) &&
    element.children.length < 2 &&
    !element.children.some(isElement)
  ) {
    return false;
  }
  const known = ctx.blockBelow.get(element);
  if (known !== undefined) return known;
  const found = element.children.some((child) => isBlock(child, ctx));
  ctx.blockBelow.set(element, found);
  return found;
}

function readElement(element: Element, ctx: HtmlContext): Piece[] {
  if (ctx.skip.has(element) || isFurniture(element) || isNamesOfTabs(element)) return [];
  return (readers.get(element.name) ?? readContainer)(element, ctx);
}

/** Containers of a section, whose id is the anchor of its heading. The short names are DocBook's. */
const section = /\bsection\b|^(?:sect[1-6]|refsect[1-3]|refsynopsisdiv|chapter|appendix|preface)$/;

function readContainer(element: Element, ctx: HtmlContext): Piece[] {
  const pre = wrappedCode(element);
  if (pre !== undefined) return codeBlock(pre, element);
  if (
    /^(?:section|article)$/.test(element.name) ||
    classes(element).some((name) => section.test(name))
  ) {
    ctx.id = attribute(element, 'id') || ctx.id;
  }
  // Mintlify writes the name of a parameter, its type and its flags as containers.
  if (classes(element).includes('param-head')) return textPieces(inlineMarkdown(element, ctx));
  const pieces =
    roleTablePieces(element, ctx) ??
    referencePieces(element, ctx) ??
    calloutPieces(element, ctx) ??
    tabsPieces(element, ctx) ??
    ctx.blocks(element);
  // Dokka names the whole description of a member so.
  const isTitle = classes(element).includes('title') && pieces.every(({ kind }) => kind === 'text');
  return isTitle ? pieces.map(bold) : pieces;
}

/** Makes the title of a block bold. */
function bold(piece: Piece): Piece {
  if (piece.kind !== 'text' || /[*\n]/.test(piece.text)) return piece;
  return { ...piece, text: `**${piece.text}**` };
}

/**
 * Limits the nesting of lists and quotations. Beyond the limit, reads one as a plain container,
 * because each level changes all pieces in it again.
 */
function level(read: Reader): Reader {
  return (element, ctx) => {
    if (ctx.levels >= maxLevels) return ctx.blocks(element);
    ctx.levels += 1;
    const pieces = read(element, ctx);
    ctx.levels -= 1;
    return pieces;
  };
}

const readers = byWord<Reader>([
  ['p', readParagraph],
  ['pre', (element) => codeBlock(element)],
  ['ul ol menu', level(readList)],
  ['dl', level(definitionListPieces)],
  ['details', detailsPieces],
  ['table', readTable],
  ['blockquote', level(readQuotation)],
  ['hr', () => []],
  ['header', (element, ctx) => headerPieces(ctx.blocks(element))],
  ['h1 h2 h3 h4 h5 h6', headingPieces],
]);

/**
 * Returns what a header says of its article: its title, and the sentences below that. Authors, dates and buttons are no
 * sentences. The header of a site has no heading of the article.
 */
export function headerPieces(pieces: Piece[]): Piece[] {
  const first = pieces.findIndex((piece) => piece.kind === 'heading');
  const isSummary = (piece: Piece, at: number): boolean =>
    at > first && first >= 0 && piece.kind === 'text' && /[.!?]$/.test(piece.text);
  return pieces.filter((piece, at) => piece.kind === 'heading' || isSummary(piece, at));
}

function readParagraph(element: Element, ctx: HtmlContext): Piece[] {
  return entryPieces(element, ctx) ?? codeParagraphs(element, ctx) ?? readContainer(element, ctx);
}

function readList(list: Element, ctx: HtmlContext): Piece[] {
  const elements = childElements(list);
  // LDoc writes the only value that a function returns so.
  if (
    !elements.some(({ name }) => name === 'li') &&
    list.children.some((node) => !isElement(node) && !isBlank(node))
  ) {
    return ctx.blocks(list);
  }
  const items = elements
    .filter((item) => !isFurniture(item))
    .map((item) => (item.name === 'li' ? readItem(item, ctx) : readElement(item, ctx)))
    .filter((item) => item.length > 0);
  const sections = sectionListPieces(list, items);
  if (sections !== undefined) return sections;
  const start = Number(attribute(list, 'start') || 1);
  const first = Number.isInteger(start) && Math.abs(start) < 1e6 ? start : 1;
  return listPieces(items, (index) => (list.name === 'ol' ? `${first + index}. ` : '- '));
}

/** Returns the content of a list item. Jazzy and older versions of TypeDoc make an item of a symbol or a signature. */
function readItem(item: Element, ctx: HtmlContext): Piece[] {
  return jazzyPieces(item, ctx) ?? referencePieces(item, ctx) ?? ctx.blocks(item);
}

function readQuotation(element: Element, ctx: HtmlContext): Piece[] {
  return calloutPieces(element, ctx) ?? quotedPieces(ctx.blocks(element));
}

const codeTables = /^(?:highlighttable|rouge-table|codehilitetable|hljs-ln|lntable|gist-table)$/;

function readTable(table: Element, ctx: HtmlContext): Piece[] {
  const rows = rowsOf(table);
  if (isCodeTable(table, rows)) {
    const pre = onlyCode(rows[0]?.at(-1) ?? table);
    if (pre !== undefined) return codeBlock(pre);
  }
  if (classes(table).includes('memberdecls')) return memberPieces(rows, ctx);
  const layout = attribute(table, 'role') === 'presentation' || isOneColumn(rows);
  if (!layout) return tableMarkdown(table, rows, ctx);
  const pieces: Piece[] = [];
  for (const cell of rows.flat()) for (const piece of ctx.blocks(cell)) pieces.push(piece);
  return pieces;
}

function isCodeTable(table: Element, rows: Element[][]): boolean {
  return (
    classes(table).some((name) => codeTables.test(name)) ||
    (rows.length === 1 && rows[0]!.some((cell) => classes(cell).includes('code')))
  );
}

/** Returns whether a table has a single column and no header. Such a table is layout. */
function isOneColumn(rows: Element[][]): boolean {
  return rows.every((row) => row.length === 1) && rows.every((row) => row[0]!.name === 'td');
}
