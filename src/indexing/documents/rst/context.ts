import type { Piece } from '../text-pieces.ts';

/** State that the readers of one reStructuredText document share. */
export interface RstContext {
  /** Language of blocks without one. The directive `highlight` sets it. */
  language: string;
  /** Current module, set by `module` or `currentmodule`. Anchors of its members begin with it. */
  module: string;
  /** Name of the class around the current position. */
  owner: string;
  /** Replacement texts by name. */
  substitutions: Map<string, string>;
  /** Names of the substitutions that are pictures. */
  pictures: Set<string>;
  /** Whether the document includes the names of characters that docutils has, such as `|mdash|`. */
  namesCharacters: boolean;
  /** Roles that the document defines, with what they are based on: `code`, or `raw` for HTML and other formats. */
  roles: Map<string, string>;
  /** Addresses of named hyperlink targets, by lower-case name. */
  targets: Map<string, string>;
  /** Titles of the places that references without a text can mean, in this document and in others, by `titleKey`. */
  titles: Map<string, string>;
  /** Adornments in order of appearance. The position is the level. */
  styles: string[];
  /** Anchors that are in use. */
  anchors: Set<string>;
  /** Anchor of an explicit target right before the current position. */
  anchor: string;
  /** Depth of nested bodies. */
  depth: number;
  /** Whether the current lines are in a body that holds no sections of the page. */
  inBody: boolean;
  /** Reads nested lines. Passed here, so that the readers need not import each other in a cycle. */
  blocks: (lines: string[]) => Piece[];
  /** Reads the lines of a condition. Sections of the page can begin there. */
  conditional: (lines: string[]) => Piece[];
}

/**
 * Returns docutils' identifier for a name: in lower case, with a hyphen for every run of other
 * characters.
 */
export function identifier(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '');
}
