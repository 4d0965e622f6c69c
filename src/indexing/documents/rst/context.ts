import type { Piece } from '../text-pieces.ts';

/** What the readers of one reStructuredText document share. */
export interface RstContext {
  /** Language of blocks that state none; `highlight` sets it. */
  language: string;
  /** Module that `module` or `currentmodule` made current, for anchors of what it holds. */
  module: string;
  /** Name of the class whose body is being read. */
  owner: string;
  /** Replacement texts by name. */
  substitutions: Map<string, string>;
  /** Addresses of named hyperlink targets, by lower-case name. */
  targets: Map<string, string>;
  /** Adornments in order of appearance: the place is the level. */
  styles: string[];
  /** Anchors given out. */
  anchors: Set<string>;
  /** Anchor of an explicit target that stands right before. */
  anchor: string;
  /** Levels of nested bodies. */
  depth: number;
  /** Reads nested lines; a parameter of the readers, so that they need not import each other in a circle. */
  blocks: (lines: string[]) => Piece[];
}

/** The identifier docutils makes of a name: lower case, every run of other characters one hyphen. */
export function identifier(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '');
}
