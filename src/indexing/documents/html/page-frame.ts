import type { Piece } from '../text-pieces.ts';
import {
  attribute,
  childElements,
  classes,
  findElement,
  isBlank,
  isElement,
  lineText,
} from './dom.ts';
import type { Element, Node, Parent, Root } from './dom.ts';
import { furnitureLine, isFurniture } from './furniture.ts';
import { plainLine } from './headings.ts';

/** Maximum number of elements around the main heading, and of those before each of them, among which to look for a trail. */
const near = 20;

/**
 * Returns the links to the pages above a page, before its main heading, which have no name in Nextra and Hextra.
 */
export function trailsOf(article: Parent): Element[] {
  const found: Element[] = [];
  const heading = findElement(article, (each) => each.name === 'h1', 300);
  let inner: Node | Parent | null | undefined = heading;
  for (let depth = 0; isElement(inner) && inner !== article && depth < near; depth += 1) {
    let before = inner.prev;
    for (let count = 0; before !== null && count < near; count += 1) {
      if (isElement(before) && isTrail(before)) found.push(before);
      before = before.prev;
    }
    inner = inner.parent;
  }
  return found;
}

/** Returns whether all parts of an element are links, except signs between them and the name of the page at the end. */
function isTrail(element: Element): boolean {
  const parts = element.children.filter((each) => /[\p{L}\p{N}]/u.test(lineText(each)));
  const last = parts.at(-1);
  if (parts.length > near || last === undefined || lineText(last).length > 80) return false;
  return parts.some(isOnlyLink) && parts.slice(0, -1).every(isOnlyLink);
}

function isOnlyLink(node: Node): boolean {
  if (!isElement(node) || /^(?:p|h[1-6])$/.test(node.name)) return false;
  const link = node.name === 'a' ? node : childElements(node).find((each) => each.name === 'a');
  return link !== undefined && lineText(link) === lineText(node);
}

/** Maximum number of elements around the links to the neighbors of a page, within its article. */
const deepest = 8;

/**
 * Returns the container at the end of an article with the links to the previous and the next page. It has no name in Nextra and
 * Hextra.
 */
export function neighborsOf(article: Parent): Element[] {
  let around = article;
  for (let depth = 0; depth < deepest; depth += 1) {
    const last = around.children.findLast(hasText);
    if (!isElement(last) || !/^(?:article|div|main|section)$/.test(last.name)) return [];
    const links = last.children.filter(hasText);
    if (links.length <= 2 && links.every(isShortLink)) return [last];
    around = last;
  }
  return [];
}

function hasText(node: Node): boolean {
  if ((isElement(node) && isFurniture(node)) || isBlank(node)) return false;
  return !(isElement(node) && furnitureLine.test(lineText(node)));
}

/** Returns whether a node is a link to another page that shows its title alone. A card has a container for each of its parts. */
function isShortLink(node: Node): boolean {
  if (!isElement(node) || node.name !== 'a' || /^(?:https?:|#)/.test(attribute(node, 'href'))) {
    return false;
  }
  if (findElement(node, pointsAside, near) !== undefined) return true;
  const text = lineText(node);
  if (text.length > 80) return false;
  return (
    /^(?:previous|next)/i.test(text) || childElements(node).every((each) => each.name === 'svg')
  );
}

/** Returns whether an element is an arrow to the previous or the next page. Fumadocs and Nuxt show the description of the page too. */
function pointsAside(element: Element): boolean {
  if (!/^(?:i|span|svg)$/.test(element.name)) return false;
  return classes(element).some((name) => /(?:chevron|arrow)-(?:left|right)$/.test(name));
}

/** Titles of the pages of Doxygen that only list other pages. */
const listTitle =
  /^(?:(?:graphical )?class hierarchy|(?:class|data structure|data type) index|(?:class|file|namespace) members|data fields|(?:file|namespace) list)(?: - .{1,40})?$/i;

/**
 * Returns pieces below the title of a page of Doxygen or Haddock, which is no heading there. Its headings are those of its parts. A page that
 * only lists other pages has none.
 */
export function belowTitle(pieces: Piece[], root: Root): Piece[] {
  const element = findElement(root, isTitle);
  const title = element === undefined ? '' : plainLine(element);
  if (title === '') return pieces;
  if (element!.name === 'div' && listTitle.test(title)) return [];
  const isTop = pieces.some((piece) => piece.kind === 'heading' && piece.level === 1);
  const below = pieces
    .filter((piece) => piece.kind !== 'text' || piece.text !== title)
    .map((piece) =>
      piece.kind === 'heading' && isTop ? { ...piece, level: piece.level + 1 } : piece,
    );
  return [{ kind: 'heading', level: 1, title }, ...below];
}

/** Returns pieces whose main heading has the classes around it before its name: `Saw.cut`. Dokka names them in the trail alone. */
export function withOwners(pieces: Piece[], root: Root): Piece[] {
  const trail = findElement(root, isDokkaTrail);
  if (trail === undefined) return pieces;
  const owners = childElements(trail)
    .filter((each) => each.name === 'a')
    .map((each) => lineText(each))
    .filter((name) => /^\p{Lu}\w{0,100}$/u.test(name));
  return pieces.map((piece) =>
    piece.kind === 'heading' && piece.level === 1
      ? { ...piece, title: [...owners, piece.title].join('.') }
      : piece,
  );
}

function isDokkaTrail(element: Element): boolean {
  const { parent } = element;
  if (!classes(element).includes('breadcrumbs') || !isElement(parent)) return false;
  return attribute(parent, 'data-page-type') !== '';
}

function isTitle(element: Element): boolean {
  const { parent } = element;
  if (!isElement(parent)) return false;
  const own = classes(element);
  if (own.includes('title')) return classes(parent).includes('headertitle');
  return own.includes('caption') && attribute(parent, 'id') === 'module-header';
}
