import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { tidyComment } from '../doc/comment-text.ts';
import { endOfHaskell } from './haskell-comments.ts';
import { lineFinder, maskMarks } from './source-marks.ts';

const marks = /--|\{-|"""|"|'(?:\\[^\n']{1,10}|[^\\'\n])'/g;
const moduleHead = /^(?:port |effect )?module\s+([A-Z][\w.]{0,200})[^(]{0,200}?\bexposing\s*\(/m;
const declared =
  /^(?:port\s+)?(?:type\s+alias\s+([A-Z]\w{0,100})|type\s+([A-Z]\w{0,100})|([a-z]\w{0,100})\s*:)/;
/** The names that stand together in the documentation of a module: `@docs cut, oil`. */
const group = /^[ \t]*@docs[ \t]+(\S.*)$/;
const longestHead = 3_000;

/** What a module exposes. */
interface Exposed {
  isWhole: boolean;
  /** The names, and whether each has its constructors. */
  names: ReadonlyMap<string, boolean>;
}

/** Returns the exposed declarations of an Elm module that have doc comments. The comment of the module tells their headings. */
export function readElm(content: string): CodeFile {
  const { masked, found } = maskMarks(content, marks, endOfHaskell);
  const head = moduleHead.exec(masked);
  if (!head) return { title: '', doc: '', symbols: [] };
  const exposed = exposedIn(masked.slice(head.index + head[0].length).slice(0, 20_000));
  const lineAt = lineFinder(content);
  const docs = found.filter(({ start }) => content.startsWith('{-|', start));
  let module = '';
  let sections: ReadonlyMap<string, string> = new Map();
  const symbols = docs.flatMap(({ start, end }, index): CodeSymbol[] => {
    const doc = tidyComment(content.slice(start + 3, end - 2).trimStart());
    const next = Math.min(docs[index + 1]?.start ?? content.length, end + longestHead);
    const [, blank = '', text = ''] = /^(\s*)([^]*)$/.exec(masked.slice(end, next))!;
    if (module === '' && /^import\b/.test(text)) {
      module = withoutGroups(doc);
      sections = sectionsOf(doc);
      return [];
    }
    const from = end + blank.length;
    const signature = content.slice(from, from + lengthOfHead(text)).trimEnd();
    return symbolOf({ doc, signature, exposed }).map((symbol) => ({
      ...symbol,
      line: lineAt(from),
      section: sections.get(symbol.name) ?? '',
    }));
  });
  return { title: head[1]!, doc: module, symbols };
}

/** Reads a list such as `cut, Saw, Oil(..), (|.)`, up to the bracket that closes it. */
function exposedIn(list: string): Exposed {
  const end = /\)\s*(?:\n|$)/.exec(list)?.index ?? list.length;
  const names = [...list.slice(0, end).matchAll(/(\w{1,100})(\s{0,5}\(\.\.\))?|\.\./g)];
  return {
    isWhole: /^\s*\.\./.test(list),
    names: new Map(names.map(([, name = '', parts]) => [name, parts !== undefined])),
  };
}

/** Returns the length of a declaration: a type up to the next line without a margin, or the line of a function's type with those below. */
function lengthOfHead(text: string): number {
  return /\n(?=\S)/.exec(text)?.index ?? text.length;
}

function symbolOf({
  doc,
  signature,
  exposed,
}: {
  doc: string;
  signature: string;
  exposed: Exposed;
}): Omit<CodeSymbol, 'line'>[] {
  const [, alias, type, value] = declared.exec(signature) ?? [];
  const name = alias ?? type ?? value;
  if (name === undefined || !(exposed.isWhole || exposed.names.has(name))) return [];
  // Only its module knows what an opaque type is made of.
  const isOpaque = type !== undefined && !exposed.isWhole && !exposed.names.get(name);
  return [{ name, doc, signature: isOpaque ? signature.replace(/\s*=[^]*/, '') : signature }];
}

/** Returns the heading above each name of the groups. */
function sectionsOf(doc: string): Map<string, string> {
  const sections = new Map<string, string>();
  let heading = '';
  for (const line of doc.split('\n')) {
    heading = /^#{1,6}\s+(\S.*?)\s*$/.exec(line)?.[1] ?? heading;
    const [, names = ''] = group.exec(line) ?? [];
    for (const name of names.split(/[\s,]+/)) if (name !== '') sections.set(name, heading);
  }
  return sections;
}

function withoutGroups(doc: string): string {
  return doc
    .split('\n')
    .filter((line) => !group.test(line))
    .join('\n');
}
