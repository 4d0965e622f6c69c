import type { Element, Node, Parent } from '../html/dom.ts';

/** HTML of nodes that stand together. */
export type Inner = (parent: Pick<Parent, 'children'>) => string;

/** Writes an element as HTML; `inner` is that of its children. */
export type Writer = (element: Element, inner: Inner) => string;

/** Returns the text of an unclosed CDATA section, which the parser reads as a comment; undefined for other nodes. */
export function unclosedText(node: Node | undefined): string | undefined {
  // 8 is COMMENT_NODE of the DOM.
  if (node?.nodeType !== 8 || !('data' in node)) return undefined;
  return /^\[CDATA\[([\s\S]*)$/.exec(node.data)?.[1];
}
