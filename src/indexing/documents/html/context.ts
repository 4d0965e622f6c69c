import type { Piece } from '../text-pieces.ts';
import type { Element, Parent } from './dom.ts';
import type { InlineContext } from './inline.ts';

/** What the readers of one page share. */
export interface HtmlContext extends InlineContext {
  /** Id of the section or empty anchor that stands right before; a heading without its own takes it. */
  id: string;
  /** Elements that something else has read already. */
  skip: Set<Element>;
  /** Lists and quotations that are being read, each in the one before. */
  levels: number;
  /** Whether there is block content below an inline element, once found out. */
  blockBelow: Map<Element, boolean>;
  /** Reads the children of an element; a parameter of the readers, so that they need not import each other in a circle. */
  blocks: (parent: Parent) => Piece[];
}
