import type { Block } from '../document.ts';

/** A part of a doc comment under one of its headings ('' before the first). */
export interface DocPart {
  heading: string;
  /** Level of the heading, in formats that have levels. */
  level?: number;
  blocks: Block[];
}

/** One public name of a file with its comment, before it becomes a section. */
export interface CodeSymbol {
  /** Path within the file, such as `Class.method`. */
  name: string;
  /** Declaration without its body; the head of a container; '' if it says no more than the name. */
  signature: string;
  /** The comment without its markers; '' if there is none. */
  doc: string;
  /** 1-based line of the declaration. */
  line: number;
  /** Public members of a symbol that is shown as a head with its members' signatures. */
  members?: CodeSymbol[];
  /** Whether comments in the signature tell about its parts, so that it is documented without a comment above it. */
  isCommented?: boolean;
  /** A declaration without a body. Its implementation can follow under the same name. */
  overload?: boolean;
  /** Heading of the part of its module to which a symbol belongs. */
  section?: string;
}

/** The type or the module around declarations. */
export interface Place {
  /** Its name, or '' for the file. */
  owner: string;
  /** Whether declarations in it are public without a modifier, as in an interface or a trait. */
  open: boolean;
  depth: number;
}

/** Returns the path of a name within its owner, which is '' at the top. */
export function memberPath(owner: string, name: string, separator = '.'): string {
  return owner === '' ? name : owner + separator + name;
}

/** The symbols and comments of one file. */
export interface CodeFile {
  /** Name of the module as its users write it; '' to derive it from the path. */
  title: string;
  /** Comment of the whole file. */
  doc: string;
  symbols: CodeSymbol[];
  /** Fence language of its code blocks, if it is not that of its ending. */
  fence?: string;
}

/** The format of the signatures of a container's members. */
export interface ContainerStyle {
  open: string;
  close: string;
  comment: string;
  /** Ends a member's signature, if the language requires an end. */
  end: string;
  /** Text of a container without members. */
  empty: string;
}

/** Containers of languages such as C and Java. */
export const braces: ContainerStyle = {
  open: ' {',
  close: '}',
  comment: '//',
  end: ';',
  empty: ' {}',
};
/** Containers of Ruby, also in its extensions in C. */
export const rubyStyle: ContainerStyle = {
  open: '',
  close: 'end',
  comment: '#',
  end: '',
  empty: '; end',
};

/** Maximum number of signatures that share a section. */
export const maxOverloads = 12;

/**
 * Merges consecutive declarations of one name, of which at most one is documented, into one symbol
 * with all signatures. Leaves out the implementation behind overloads, because nobody can call it.
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

/** Returns whether the signatures of a type tell what it does, although nobody describes it. */
export function hasSeveralMembers({ members = [] }: CodeSymbol): boolean {
  return members.length > 1;
}

/**
 * Returns the symbols of a file, or none if its only one is a type without comments and with at most one member. In languages with
 * a file for each type, a list of it would say its name and no more.
 */
export function worthListing(symbols: CodeSymbol[]): CodeSymbol[] {
  const [only] = symbols;
  if (symbols.length !== 1 || !typeHead.test(only!.signature)) return symbols;
  const isDocumented = [only!, ...(only!.members ?? [])].some(({ doc }) => doc !== '');
  return isDocumented || hasSeveralMembers(only!) ? symbols : [];
}

const typeHead = /^(?:\w+ ){0,5}(?:class|module|interface|trait|enum) /;

/** A doc comment of a part, such as a field: above it, or behind it as in `//!< Teeth of the saw`. */
export const partComment = /\n[ \t]*(?:\/\*\*|\/\/\/)\s|\/(?:\*[*!]|\/[/!])</;

/** Returns the name of declarations that share a comment: the first three of theirs. */
export function groupName(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')}, …` : names.join(', ');
}
