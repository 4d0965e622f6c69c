import { codePieces, listPieces, tablePieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import { codeText } from './code.ts';
import type { HtmlContext } from './context.ts';
import {
  attribute,
  childElements,
  classes,
  descendants,
  findElement,
  isElement,
  lineText,
} from './dom.ts';
import type { Element } from './dom.ts';
import { headingPieces, plainLine } from './headings.ts';
import { inlineMarkdown } from './inline.ts';
import { asLabel } from './labels.ts';
import { scaladocPieces } from './scaladoc.ts';

/** Signatures: of Javadoc from Java 17 on, Doxygen, Dokka, the manual of PHP and TypeDoc, with their languages. */
const signatures = new Map([
  ['member-signature', 'java'],
  ['type-signature', 'java'],
  ['memproto', 'cpp'],
  ['compoundtemplparams', 'cpp'],
  ['monospace', 'kotlin'],
  ['methodsynopsis', 'php'],
  ['tsd-signature', 'typescript'],
]);

/** The traits of a type, and the types of a trait, in rustdoc. Most of the text below is that of another crate. */
const implementations = /^(?:trait-implementations|implementors|foreign-impls)-list$/;

/** The parts of a symbol. */
interface SymbolParts {
  signature: Element;
  /** The element with the name. If it is missing, the id of the symbol is its name. */
  name?: Element | undefined;
  /** The name, if no element has it alone. */
  title?: string;
  language: string;
}

/**
 * Returns the parts of a reference that have markup of their own: signatures, symbols, tables, code and lists of
 * implementations. Undefined for any other element.
 */
export function referencePieces(element: Element, ctx: HtmlContext): Piece[] | undefined {
  const own = classes(element);
  if (own.includes('summary-table')) return gridPieces(element, ctx);
  if (own.includes('redoc-json')) return codePieces(indentedJson(codeText(element)), 'json');
  // Doxygen makes a container of each line, with tooltips behind them.
  if (own.includes('fragment') && own.length === 1) return linesPieces(element);
  if (own.includes('phpcode')) return codePieces(codeText(element), 'php');
  if (implementations.test(attribute(element, 'id'))) return implementationPieces(element);
  const kind = own.find((name) => signatures.has(name));
  if (kind === undefined || (kind === 'monospace' && !own.includes('symbol'))) {
    return symbolPieces(element, ctx);
  }
  // TypeDoc breaks the lines of a long signature, and Dokka those behind annotations.
  const hasLines = kind === 'tsd-signature' || kind === 'monospace';
  const text = hasLines ? codeText(element) : signature(element);
  return codePieces(text, signatures.get(kind));
}

/**
 * Returns the items of a list of sections, which is layout as in Javadoc. TypeDoc makes headings of the aspects of a
 * signature, and of the properties of an object. They stay with their subject as bold text. Undefined for any other list.
 */
export function sectionListPieces(list: Element, items: Piece[][]): Piece[] | undefined {
  const own = classes(list);
  if (own.includes('tsd-signatures')) return items.flat().map(asLabel);
  if (own.some((name) => name.startsWith('tsd-'))) {
    return listPieces(
      items.map((item) => item.map(asLabel)),
      () => '- ',
    );
  }
  const pieces = items.flat();
  return pieces.some((piece) => piece.kind === 'heading') ? pieces : undefined;
}

/** Returns a symbol of Scaladoc, pdoc, RDoc, Haddock, Doctum, Crystal, ExDoc or YARD; undefined if the element is none. */
function symbolPieces(element: Element, ctx: HtmlContext): Piece[] | undefined {
  const scaladoc = scaladocPieces(element, ctx);
  if (scaladoc !== undefined) return scaladoc;
  const parts = partsOf(element, ctx);
  if (parts === undefined) return undefined;
  const { signature: head, name, language } = parts;
  const anchor = (name && attribute(name, 'id')) || attribute(element, 'id');
  const title = parts.title ?? (name === undefined ? anchor : lineText(name));
  if (title === '') return undefined;
  ctx.skip.add(head);
  const pieces = [
    ...codePieces(signature(head), language),
    ...ctx.blocks(element).map(withinSymbol),
  ];
  return [{ kind: 'symbol', title, ...(anchor !== '' && { anchor }), pieces }];
}

function partsOf(element: Element, ctx: HtmlContext): SymbolParts | undefined {
  return (
    pdocParts(element, ctx) ??
    rdocParts(element) ??
    haddockParts(element) ??
    doctumParts(element, ctx) ??
    crystalParts(element, ctx) ??
    detailParts(element)
  );
}

/** Makes bold text of a heading that would end its symbol. Those of pdoc have the lowest level. */
function withinSymbol(piece: Piece): Piece {
  return piece.kind === 'heading' && piece.level < 6 ? asLabel(piece) : piece;
}

/** Leaves out the source of the symbol or of the module. */
function pdocParts(element: Element, ctx: HtmlContext): SymbolParts | undefined {
  if (element.name !== 'section' && !classes(element).includes('classattr')) return undefined;
  const parts = childElements(element);
  for (const each of parts) if (classes(each).includes('pdoc-code')) ctx.skip.add(each);
  const attr = parts.find((each) => classes(each).includes('attr'));
  return attr && { signature: attr, language: 'python' };
}

/**
 * Returns a symbol of pdoc3: a term whose id is its qualified name, and its descriptions. Undefined for any other term. Members are symbols of their own, and
 * inherited ones are named below each class.
 */
export function pdocSymbol(term: Element, texts: Element[], ctx: HtmlContext): Piece | undefined {
  const anchor = attribute(term, 'id');
  if (anchor === '' || withClass(term, 'ident') === undefined) return undefined;
  for (const each of texts.flatMap(listsOfMembers)) ctx.skip.add(each);
  const pieces = [
    ...codePieces(tidySignature(codeText(term).replace(/\s+/g, ' ')), 'python'),
    ...texts.flatMap((text) => ctx.blocks(text)).map(asLabel),
  ];
  return { kind: 'symbol', title: anchor, anchor, pieces };
}

/** Returns a symbol of Nim: a term with its declaration as code, in a container with its id. Undefined for any other term. */
export function nimSymbol(term: Element, texts: Element[], ctx: HtmlContext): Piece | undefined {
  const [declaration] = childElements(term);
  if (declaration?.name !== 'pre' || !isElement(term.parent)) return undefined;
  const anchor = attribute(term.parent, 'id');
  const name = findElement(declaration, (each) => each.name === 'a', near);
  if (anchor === '' || name === undefined) return undefined;
  const pieces = [
    ...codePieces(codeText(declaration), 'nim'),
    ...texts.flatMap((text) => ctx.blocks(text)).map(asLabel),
  ];
  return { kind: 'symbol', title: lineText(name), anchor, pieces };
}

function listsOfMembers(text: Element): Element[] {
  const parts = childElements(text);
  return parts.filter(
    (part, at) =>
      (part.name === 'h3' && parts[at + 1]?.name === 'dl') ||
      [part, parts[at - 1]].some((each) => each && lineText(each) === 'Inherited members'),
  );
}

function rdocParts(element: Element): SymbolParts | undefined {
  if (!classes(element).includes('method-detail')) return undefined;
  const heading = withClass(element, 'method-heading');
  const name = heading && withClass(heading, 'method-name');
  return name && { signature: heading, name, language: 'ruby' };
}

function haddockParts(element: Element): SymbolParts | undefined {
  const [first] = classes(element).includes('top') ? childElements(element) : [];
  const name = first && classes(first).includes('src') ? withClass(first, 'def') : undefined;
  return first && name && { signature: first, name, language: 'haskell' };
}

/** Returns the parts of a method of Doctum. Its heading also has its place in the source. */
function doctumParts(element: Element, ctx: HtmlContext): SymbolParts | undefined {
  const [heading] = classes(element).includes('method-item') ? childElements(element) : [];
  const head = heading && findElement(heading, ({ name }) => name === 'code', near);
  const name = head && findElement(head, (each) => each.name === 'strong', near);
  if (!heading || !name) return undefined;
  ctx.skip.add(heading);
  return { signature: head, name: heading, title: lineText(name), language: 'php' };
}

/** Returns the parts of a method or macro of Crystal. A line below it links to the source. */
function crystalParts(element: Element, ctx: HtmlContext): SymbolParts | undefined {
  if (!classes(element).includes('entry-detail')) return undefined;
  const parts = childElements(element);
  const [head] = parts;
  const name = head && findElement(head, (each) => each.name === 'strong', near);
  if (!name) return undefined;
  for (const each of parts) if (lineText(each) === '[View source]') ctx.skip.add(each);
  return { signature: head, title: lineText(name), language: 'crystal' };
}

/** Returns the parts of a function of ExDoc, which is named `cut/2`, or of a method of YARD, `#cut`. Their signature is a heading. */
function detailParts(element: Element): SymbolParts | undefined {
  const own = classes(element);
  const isYard = own.includes('method_details');
  if (!isYard && !(element.name === 'section' && own.includes('detail'))) return undefined;
  const head = withClass(element, 'signature');
  if (head === undefined || !/^h[1-6]$/.test(head.name)) return undefined;
  if (!isYard) return { signature: head, title: attribute(element, 'id'), language: 'elixir' };
  const title = /^[^\s(]{1,200}/.exec(lineText(head))?.[0] ?? '';
  return { signature: head, name: head, title, language: 'ruby' };
}

/** Maximum number of elements among which to look for a signature or a name. */
const near = 30;

function withClass(element: Element, name: string): Element | undefined {
  return findElement(element, (each) => classes(each).includes(name), near);
}

function implementationPieces(list: Element): Piece[] {
  const lines: string[] = [];
  for (const each of descendants(list, (inner) => !classes(inner).includes('impl-items'))) {
    if (classes(each).includes('code-header')) lines.push(lineText(each));
  }
  return codePieces(lines.join('\n'), 'rust');
}

function signature(element: Element): string {
  return tidySignature(plainLine(element));
}

function tidySignature(text: string): string {
  return (
    text
      .replace(/ ?\( ?/g, '(')
      .replace(/ ([),])/g, '$1')
      // Haddock links to the source behind each signature.
      .replace(/ Source *$/, '')
      .trim()
  );
}

/** Indents JSON, which Redoc writes as lists. Text with other content stays. */
function indentedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function linesPieces(fragment: Element): Piece[] | undefined {
  const lines = childElements(fragment).filter((each) => classes(each).includes('line'));
  return lines.length > 0
    ? codePieces(lines.map((line) => codeText(line).replace(/^\u00a0/, '')).join(''))
    : undefined;
}

/** Returns a table of Javadoc. It has no rows: the cells of its header tell the number of its columns. */
function gridPieces(table: Element, ctx: HtmlContext): Piece[] {
  const cells = childElements(table);
  const header = cells.filter((cell) => classes(cell).includes('table-header'));
  const columns = Math.max(header.length, 1);
  const rows: string[][] = [];
  for (const [at, cell] of cells.entries()) {
    if (at % columns === 0) rows.push([]);
    rows.at(-1)!.push(inlineMarkdown(cell, ctx));
  }
  return tablePieces(rows, header.length > 0);
}

/** Returns the members that a table of Doxygen lists. The row behind a member has its brief description. */
export function memberPieces(rows: Element[][], ctx: HtmlContext): Piece[] {
  const pieces: Piece[] = [];
  let members: Piece[][] = [];
  const flush = (): void => {
    pieces.push(...listPieces(members, () => '- '));
    members = [];
  };
  for (const cells of rows) {
    const heading = childElements(cells[0]!).find((each) => /^h[2-4]$/.test(each.name));
    const kind = attribute(cells[0]!.parent as Element, 'class');
    if (heading !== undefined) {
      flush();
      pieces.push(...headingPieces(heading, ctx));
    } else if (kind.startsWith('memitem')) {
      members.push(textPieces(`\`${cells.map(lineText).join(' ').trim()}\``));
    } else if (kind.startsWith('memdesc')) {
      const brief = cells.map((cell) => inlineMarkdown(cell, ctx)).join(' ');
      members.at(-1)?.push(...textPieces(brief));
    }
  }
  flush();
  return pieces;
}
