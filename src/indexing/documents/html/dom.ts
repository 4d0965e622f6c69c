import { DomHandler, Parser } from 'htmlparser2';
import type { parseDocument, ParserOptions } from 'htmlparser2';

/** The root of a parsed page. */
export type Root = ReturnType<typeof parseDocument>;
/** Anything in it. */
export type Node = Root['children'][number];
/** A node that may hold others. */
export type Parent = Extract<Node, { children: unknown[] }> | Root;
/** An element with its attributes. */
export type Element = Extract<Node, { attribs: unknown }>;

/** Deepest element kept in place; deeper ones are hoisted, so that whatever walks the tree may recurse. */
const deepest = 128;
/** Open elements at which the parser starts afresh: it searches all of them at every closing tag. */
const mostOpen = 512;
/** Characters parsed between two looks at the open elements. */
const portion = 16_384;

/** Builds the tree with its depth capped: what is deeper follows as a sibling, in reading order. */
class FlatHandler extends DomHandler {
  /** How many elements are open. */
  get open(): number {
    return this.tagStack.length;
  }

  /** Forgets the open elements; what comes next stands at the top. */
  surface(): void {
    this.tagStack.length = 1;
    this.lastNode = null;
  }

  protected override addNode(node: Node): void {
    const open = this.tagStack;
    if (open.length <= deepest) return super.addNode(node);
    this.tagStack = open.slice(0, deepest);
    super.addNode(node);
    this.tagStack = open;
  }
}

/** What is read of XML in what is otherwise parsed as HTML. */
export type XmlParts = Pick<ParserOptions, 'recognizeCDATA' | 'recognizeSelfClosing'>;

/** Parses a page of any depth in time linear to its length; unclosed and stray tags are mended as browsers mend them. */
export function parsePage(html: string, xml: XmlParts = {}): Root {
  const handler = new FlatHandler();
  let parser = new Parser(handler, xml);
  let start = 0;
  while (start < html.length) {
    const end = portionEnd(html, start);
    parser.write(html.slice(start, end));
    start = end;
    if (handler.open <= mostOpen) continue;
    handler.surface();
    parser = new Parser(handler, xml);
  }
  parser.end();
  return handler.root;
}

/** The end of a portion, after a tag where there is one. */
function portionEnd(html: string, start: number): number {
  const end = start + portion;
  if (end >= html.length) return html.length;
  // Within the portion: where no tag ends, a search from here would go back to the beginning of the page each time.
  const tag = html.slice(start, end).lastIndexOf('>');
  return tag > 0 ? start + tag + 1 : end;
}

/** The characters of a text node; undefined for anything else. */
export function textOf(node: Node | Root): string | undefined {
  // 3 is TEXT_NODE of the DOM.
  return node.nodeType === 3 && 'data' in node ? node.data : undefined;
}

/** True for elements (scripts and styles included). */
export function isElement(node: Node | Root | null | undefined): node is Element {
  return node !== null && node !== undefined && 'attribs' in node;
}

/** An attribute's value; '' where it is missing. */
export function attribute(element: Element, name: string): string {
  return element.attribs[name] ?? '';
}

/** The classes of an element in lower case. */
export function classes(element: Element): string[] {
  const value = element.attribs['class'];
  return value === undefined ? [] : value.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The elements among the children. */
export function childElements(parent: Parent): Element[] {
  return parent.children.filter(isElement);
}

/** All elements below, in reading order, without those for which `enter` says no (nor what is in them). */
export function* descendants(
  parent: Parent,
  enter: (element: Element) => boolean = () => true,
): Generator<Element> {
  const ahead = childElements(parent).reverse();
  for (let element = ahead.pop(); element !== undefined; element = ahead.pop()) {
    if (!enter(element)) continue;
    yield element;
    for (const child of childElements(element).reverse()) ahead.push(child);
  }
}

/** The first element below that meets a condition, among the first `limit`. */
export function findElement(
  parent: Parent,
  condition: (element: Element) => boolean,
  limit = Number.POSITIVE_INFINITY,
): Element | undefined {
  let looked = 0;
  for (const element of descendants(parent)) {
    if (condition(element)) return element;
    looked += 1;
    if (looked >= limit) return undefined;
  }
  return undefined;
}

/** The characters below, scripts and styles left out, as they stand. */
export function rawText(node: Node | Root): string {
  if (!('children' in node)) return textOf(node) ?? '';
  if (isElement(node) && /^(?:script|style)$/.test(node.name)) return '';
  let text = '';
  for (const child of node.children) text += rawText(child);
  return text;
}

/** The characters below on one line. */
export function lineText(node: Node | Root): string {
  return rawText(node).replace(/\s+/g, ' ').trim();
}
