import type { Piece } from '../text-pieces.ts';
import type { Element, Parent } from './dom.ts';
import type { InlineContext } from './inline.ts';

/** State that the readers of one page share. */
export interface HtmlContext extends InlineContext {
  /**
   * Id of the section or empty anchor before the current position. A heading without an id takes
   * it.
   */
  id: string;
  /** Elements that another reader has read. */
  skip: Set<Element>;
  /** Number of nested lists and quotations around the current position. */
  levels: number;
  /** Whether an inline element contains a block. Cached. */
  blockBelow: Map<Element, boolean>;
  /**
   * Reads the children of an element. Passed here, so that the readers need not import each other
   * in a cycle.
   */
  blocks: (parent: Parent) => Piece[];
}
