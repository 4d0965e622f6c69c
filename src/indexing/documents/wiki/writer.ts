import type { Element, Node, Parent } from '../html/dom.ts';

/** Writes the children of a node as HTML. */
export type Inner = (parent: Pick<Parent, 'children'>) => string;

/** Writes an element as HTML. `inner` writes its children. */
export type Writer = (element: Element, inner: Inner) => string;

/**
 * Returns the text of an unclosed CDATA section, which the parser takes for a comment. Undefined
 * for other nodes.
 */
export function unclosedText(node: Node | undefined): string | undefined {
  // 8 is COMMENT_NODE of the DOM.
  if (node?.nodeType !== 8 || !('data' in node)) return undefined;
  return /^\[CDATA\[([\s\S]*)$/.exec(node.data)?.[1];
}
