import type { Piece } from '../text-pieces.ts';
import type { HtmlContext } from './context.ts';
import { attribute, isElement, textOf } from './dom.ts';
import type { Element, Node } from './dom.ts';
import { plainLine } from './headings.ts';

/** The level of an entry, below all headings. */
const entryLevel = 7;
const longestName = 100;

/** Returns whether a paragraph is an entry of a manual: it has an id and begins with a bold name, and its signature or a line below. */
export function isEntry(element: Element): boolean {
  return nameOf(element) !== undefined;
}

/** Returns the paragraph of an entry, with its name as a heading. Undefined for any other element. */
export function entryPieces(element: Element, ctx: HtmlContext): Piece[] | undefined {
  const name = nameOf(element);
  if (name === undefined) return undefined;
  ctx.skip.add(name);
  const anchor = attribute(element, 'id');
  const heading = { level: entryLevel, title: plainLine(name), anchor, isEntry: true };
  return [{ kind: 'heading', ...heading }, ...ctx.blocks(element)];
}

function nameOf(element: Element): Element | undefined {
  if (element.name !== 'p' || !/^\S{1,300}$/.test(attribute(element, 'id'))) return undefined;
  const [name, next] = element.children.filter((each) => textOf(each)?.trim() !== '');
  if (!isTag(name, /^(?:b|strong)$/) || !isTag(next, /^(?:code|tt|br)$/)) return undefined;
  const title = plainLine(name);
  return title.length <= longestName && /[^\s.:!?]$/.test(title) ? name : undefined;
}

function isTag(node: Node | undefined, names: RegExp): node is Element {
  return isElement(node) && names.test(node.name);
}
