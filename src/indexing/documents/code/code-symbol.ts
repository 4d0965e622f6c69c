import type { Block } from '../document.ts';

/** A stretch of a doc comment under one of its own headings ('' before the first). */
export interface DocPart {
  heading: string;
  blocks: Block[];
}

/** One public name of a file with its comment, before it becomes a section. */
export interface CodeSymbol {
  /** Path within the file, such as `Class.method`. */
  name: string;
  /** Declaration without its body; the head of a container. */
  signature: string;
  /** The comment without its markers; '' where there is none. */
  doc: string;
  /** 1-based line of the declaration. */
  line: number;
  /** Public members, for what is shown as a head with its members' signatures. */
  members?: CodeSymbol[];
  /** A declaration without a body, whose implementation may follow under the same name. */
  overload?: boolean;
}

/** What a language's reader finds in one file. */
export interface CodeFile {
  /** Name of the module as users of the language write it; '' to take it from the path. */
  title: string;
  /** Comment of the whole file. */
  doc: string;
  symbols: CodeSymbol[];
}

/** How the signatures of a container's members are written out. */
export interface ContainerStyle {
  open: string;
  close: string;
  comment: string;
  /** What ends a member's signature where its language wants an end. */
  end: string;
  /** Container without members. */
  empty: string;
}

const maxOverloads = 12;

/**
 * Consecutive declarations of one name of which at most one is documented become one symbol with all their signatures.
 * The implementation behind overloads is nobody's to call and is left out.
 */
export function mergeOverloads(symbols: CodeSymbol[], separator = ';\n'): CodeSymbol[] {
  const merged: CodeSymbol[] = [];
  let count = 1;
  for (const symbol of symbols) {
    const last = merged.at(-1);
    if (last?.overload && !symbol.overload && last.name === symbol.name && symbol.doc === '')
      continue;
    if (!last || !overloads(last, symbol)) {
      merged.push({ ...symbol });
      count = 1;
      continue;
    }
    count += 1;
    last.doc ||= symbol.doc;
    if (count <= maxOverloads) last.signature += `${separator}${symbol.signature}`;
  }
  return merged;
}

function overloads(a: CodeSymbol, b: CodeSymbol): boolean {
  return a.name === b.name && !a.members && !b.members && (a.doc === '' || b.doc === '');
}
