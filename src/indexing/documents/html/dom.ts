import { singleSpaced } from '../clean.ts';
import { DomHandler, Parser } from 'htmlparser2';
import type { parseDocument, ParserOptions } from 'htmlparser2';

/** The root of a parsed page. */
export type Root = ReturnType<typeof parseDocument>;
/** A node of a page. */
export type Node = Root['children'][number];
/** A node that can have children. */
export type Parent = Extract<Node, { children: unknown[] }> | Root;
/** An element with its attributes. */
export type Element = Extract<Node, { attribs: unknown }>;

/**
 * Maximum depth of an element. Deeper ones become siblings, so that code may walk the tree by
 * recursion.
 */
const deepest = 128;
/**
 * Number of open elements at which a new parser begins. A parser searches all of them at every
 * closing tag.
 */
const mostOpen = 512;
/** Number of characters between two checks of the open elements. */
const portion = 16_384;

/** Builds a tree of limited depth. Deeper elements follow as siblings, in reading order. */
class FlatHandler extends DomHandler {
  /** Number of open elements. */
  get open(): number {
    return this.tagStack.length;
  }

  /** Closes all elements. The next one is at the top. */
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

/** Features of XML that a page in HTML may have, or all of XML. */
export type XmlParts = Pick<ParserOptions, 'recognizeCDATA' | 'recognizeSelfClosing' | 'xmlMode'>;

/** Parses a page of any depth in linear time. Repairs unclosed and stray tags as browsers do. */
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

/**
 * Returns the end of a portion: after its last tag, or after its last character if it has no tag.
 */
function portionEnd(html: string, start: number): number {
  const end = start + portion;
  if (end >= html.length) return html.length;
  // Searches only the portion. If no tag ends there, a search of the whole page would go back to
  // its beginning each time.
  const tag = html.slice(start, end).lastIndexOf('>');
  return tag > 0 ? start + tag + 1 : end;
}

/** Returns the characters of a text node; undefined for other nodes. */
export function textOf(node: Node | Root): string | undefined {
  // 3 is TEXT_NODE of the DOM.
  return node.nodeType === 3 && 'data' in node ? node.data : undefined;
}

/** Returns whether a node is an element. Scripts and styles are elements. */
export function isElement(node: Node | Root | null | undefined): node is Element {
  return node !== null && node !== undefined && 'attribs' in node;
}

/** Returns the value of an attribute, or '' if it is missing. */
export function attribute(element: Element, name: string): string {
  return element.attribs[name] ?? '';
}

/** Returns the classes of an element in lower case. */
export function classes(element: Element): string[] {
  const value = element.attribs['class'];
  return value === undefined ? [] : value.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Returns the elements among the children. */
export function childElements(parent: Parent): Element[] {
  return parent.children.filter(isElement);
}

/**
 * Yields all elements below a node in reading order. Skips an element and its content if `enter`
 * returns false.
 */
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

/**
 * Returns the first element below a node that meets a condition. Looks at no more than `limit`
 * elements.
 */
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

function isScript({ name }: Element): boolean {
  return /^(?:script|style)$/.test(name);
}

/** Returns the characters below a node unchanged, without scripts and styles. */
export function rawText(node: Node | Root): string {
  if (!('children' in node)) return textOf(node) ?? '';
  if (isElement(node) && isScript(node)) return '';
  let text = '';
  for (const child of node.children) text += rawText(child);
  return text;
}

/** Returns whether `lineText` of a node is ''. Stops at the first character. */
export function isBlank(node: Node | Root): boolean {
  if (!('children' in node)) return (textOf(node) ?? '').trim() === '';
  if (isElement(node) && isScript(node)) return true;
  return node.children.every(isBlank);
}

/** Returns the characters below a node on one line. */
export function lineText(node: Node | Root): string {
  return singleSpaced(rawText(node));
}
