import { capitalized } from '../../text-pieces.ts';
import { splitTags } from '../../block-tags.ts';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { isLicense, markedCommentText } from '../doc/comment-text.ts';
import { dedent } from '../../indentation.ts';
import { ocamldocHeading } from '../doc/ocamldoc.ts';
import { blank, endOfMark, endOfNested, lineFinder, maskMarks } from './source-marks.ts';

/** A declaration, the begin or the end of a module, or a doc comment, in the order of the file. */
interface Piece {
  kind: 'item' | 'open' | 'close' | 'doc';
  start: number;
  end: number;
  /** Keyword and name of an item, text of a comment. */
  keyword: string;
  text: string;
}

/** Comments, strings and characters, but neither type variables such as `'a` nor the operator `( * )`. */
const marks = /\(\*(?!\))|"|(?<![\w'])'(?:\\[^\n']{1,10}|[^\\'\n])'/g;

/** Comments nest. */
function endOfOcaml(source: string, start: number, mark: string): number {
  if (mark !== '(*') return endOfMark(source, start, mark);
  return endOfNested(source, start, { signs: /\(\*|\*\)/g, opening: mark });
}

const operator =
  '\\([ \\t]{0,3}[!#$%&*+./:<=>?@^|~-]{1,10}(?:[ \\t]{0,3}|\\w{0,10}[ \\t]{0,3})\\)|\\([ \\t]{0,3}(?:let|and)[!#$%&*+./:<=>?@^|~-]{1,5}[ \\t]{0,3}\\)';
const declaring = new RegExp(
  `^[ \\t]*(val|external|type|and|exception|module[ \\t]+type|module|class[ \\t]+type|class|include|open|method|inherit|constraint)\\b(?:[ \\t\\n]+(?:rec\\b|nonrec\\b|virtual\\b|private\\b)){0,3}[ \\t\\n]*(?:(?:\\([ \\t]{0,9}[+!-]{0,2}['_][^()]{0,200}\\)|[+!-]{0,2}'\\w{1,50})[ \\t\\n]+)?(${operator}|[A-Za-z_][\\w']{0,100})?|\\b(sig|object|struct|end)\\b`,
  'gm',
);

/**
 * Returns the documented declarations of an interface of OCaml. A comment belongs to the declaration before it or behind it, without an
 * empty line between. If both stand so close, the file shows what is usual in it. See https://ocaml.org/manual/ocamldoc.html.
 */
export function readOcaml(content: string, path: string): CodeFile {
  const { masked: blanked, found } = maskMarks(content, marks, endOfOcaml);
  const masked = blanked.replace(/^#.*$/gm, blank);
  const pieces = piecesOf(content, masked, found);
  const file = /([^/]+?)(?:\.cppo)?\.mli$/.exec(path)?.[1] ?? '';
  const title = capitalized(file);
  return { title, ...new Interface(content, title, pieces).read() };
}

function piecesOf(
  content: string,
  masked: string,
  found: readonly { mark: string; start: number; end: number }[],
): Piece[] {
  const docs = found.flatMap(({ mark, start, end }): Piece[] => {
    const written = mark === '(*' ? content.slice(start, Math.min(end, start + 60_000)) : '';
    if (!/^\(\*\*(?!\*)/.test(written)) return [];
    return [{ kind: 'doc', start, end, keyword: '', text: commentText(written) }];
  });
  const tokens = [...masked.matchAll(declaring)].map(
    ({ 0: all, 1: keyword, 2: name = '', 3: word, index }): Piece => {
      const start = index + (keyword === undefined ? 0 : all.search(/\S/));
      const kind = word === undefined ? 'item' : word === 'end' ? 'close' : 'open';
      return {
        kind,
        start,
        end: index + all.length,
        keyword: (keyword ?? '').replace(/\s+/g, ' '),
        text: name,
      };
    },
  );
  // A declaration goes on up to the next one.
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'item') continue;
    const next = tokens[at + 1];
    const to = next?.start ?? masked.length;
    token.end =
      token.start +
      masked.slice(token.start, next?.kind === 'open' ? next.end : to).trimEnd().length;
  }
  return [...tokens, ...docs].sort((a, b) => a.start - b.start);
}

function commentText(written: string): string {
  return markedCommentText(
    written
      .replace(/^\(\*\*/, '')
      .replace(/\*?\*\)$/, '')
      .split('\n'),
  );
}

interface Scope {
  /** Name of the module; '' for a signature without a name. */
  name: string;
  symbol: CodeSymbol | undefined;
  /** The declaration before the next piece, and whether a comment may still belong to it. */
  last?: Item;
  section: string;
  hidden: boolean;
}

interface Item {
  piece: Piece;
  /** Where it ends, with its comments. */
  end: number;
  symbol: CodeSymbol | undefined;
}

/** Maximum number of texts between declarations. */
const longest = 200;
/** Maximum number of modules in one another. */
const deepest = 50;

/** Follows the pieces of an interface. */
class Interface {
  private readonly content: string;
  private readonly pieces: readonly Piece[];
  private readonly lineAt: (index: number) => number;
  private readonly scopes: Scope[];
  private readonly symbols: CodeSymbol[] = [];
  /** Members of modules, which are listed only with a comment. */
  private readonly nested = new Set<CodeSymbol>();
  private readonly texts: string[] = [];
  /** The comment above the next declaration. */
  private above = '';
  private readonly isAfter: boolean;

  constructor(content: string, title: string, pieces: readonly Piece[]) {
    this.content = content;
    this.pieces = pieces;
    this.lineAt = lineFinder(content);
    this.scopes = [{ name: title, symbol: undefined, section: '', hidden: false }];
    this.isAfter = standBehind(content, pieces);
  }

  read(): { doc: string; symbols: CodeSymbol[] } {
    for (const [at, piece] of this.pieces.entries()) {
      if (piece.kind === 'doc') this.takeDoc(piece, at);
      else if (piece.kind === 'item') this.takeItem(piece);
      else if (piece.kind === 'open') this.open();
      else this.close(piece);
    }
    return {
      doc: this.texts.reduce(joined, ''),
      symbols: this.symbols.filter((one) => one.doc !== '' || !this.nested.has(one)),
    };
  }

  private get scope(): Scope {
    return this.scopes.at(-1)!;
  }

  private takeItem(piece: Piece): void {
    const { scope } = this;
    const symbol = this.symbolOf(piece);
    if (symbol) this.symbols.push(symbol);
    if (symbol && this.scopes.length > 1) this.nested.add(symbol);
    scope.last = { piece, end: piece.end, symbol };
    this.above = '';
  }

  private symbolOf({ keyword, text, start, end }: Piece): CodeSymbol | undefined {
    const isPublic = this.scopes.every(({ name, hidden }) => name !== '' && !hidden);
    if (!isPublic || text === '' || /^(?:include|open|method|inherit|constraint)$/.test(keyword))
      return undefined;
    const path = this.scopes.map(({ name }) => name);
    const signature = signatureText(this.content.slice(start, end));
    const name = [...path, text.replace(/\s+/g, '')].join('.');
    return {
      name,
      signature,
      doc: this.above,
      line: this.lineAt(start),
      section: this.scope.section,
    };
  }

  /** Begins a module with a signature. */
  private open(): void {
    const { last } = this.scope;
    const isModule = last !== undefined && last.piece.keyword.startsWith('module');
    if (this.scopes.length <= deepest) {
      const name = isModule ? last.piece.text : '';
      this.scopes.push({ name, symbol: last?.symbol, section: '', hidden: false });
    }
    this.above = '';
  }

  private close({ end }: Piece): void {
    if (this.scopes.length > 1) this.scopes.pop();
    if (this.scope.last) this.scope.last.end = end;
    this.above = '';
  }

  private takeDoc({ start, end, text }: Piece, at: number): void {
    const { last } = this.scope;
    // What such comments surround is no part of the documentation.
    if (text === '/') this.scope.hidden = !this.scope.hidden;
    if (text === '/' || isLicense(text) || (last && start < last.piece.end)) return;
    const next = this.pieces[at + 1];
    const isAbove = next?.kind === 'item' && isClose(this.content.slice(end, next.start));
    if (last && isClose(this.content.slice(last.end, start))) {
      if (this.takeBehind(last, { start, end, text, isAbove })) return;
    }
    // A version alone says nothing about a declaration.
    if (isAbove) this.above = withoutVersion(text);
    else this.takeText(text);
  }

  /** Gives a comment to the declaration before it. Returns false if it belongs to the one behind it. */
  private takeBehind(
    last: Item,
    { start, end, text, isAbove }: { start: number; end: number; text: string; isAbove: boolean },
  ): boolean {
    const { symbol } = last;
    if (this.isPart(last, start)) {
      // The comment of a constructor or a field.
      if (symbol) symbol.signature = signatureText(this.content.slice(last.piece.start, end));
    } else if (isAbove && (!this.isAfter || symbol?.doc)) {
      return false;
    } else if (symbol?.doc === '') {
      symbol.doc = withoutVersion(text);
    }
    last.end = end;
    return true;
  }

  /** Returns whether a comment on the last line of a type belongs to its last constructor or field. */
  private isPart({ piece, end }: Item, start: number): boolean {
    const own = this.content.slice(piece.start, end);
    return (
      /^(?:type|and)$/.test(piece.keyword) &&
      !this.content.slice(end, start).includes('\n') &&
      /\n[ \t]*[|;{]|\(\*\*/.test(own)
    );
  }

  /** Takes a comment between declarations: a heading, and text below it. */
  private takeText(text: string): void {
    const heading = ocamldocHeading(text);
    if (heading !== undefined) this.scope.section = heading;
    const { symbol } = this.scope;
    if (this.scopes.length === 1 && this.texts.length < longest) this.texts.push(text);
    else if (symbol && symbol.doc.length < 20_000 && !/^\{\d[^\n]*\}$/.test(text))
      symbol.doc = joined(symbol.doc, text);
  }
}

function withoutVersion(text: string): string {
  return /^@since\s+\S+$/.test(text) ? '' : text;
}

/** Returns two comments as one, with the tags of the first one at its end. */
function joined(first: string, second: string): string {
  if (first === '') return second;
  const at = first.search(/^[ \t]*@[a-z]/m);
  const tags = at === -1 ? '' : `\n\n${first.slice(at)}`;
  return `${at === -1 ? first : first.slice(0, at).trimEnd()}\n\n${splitTags(second).description}${tags}`;
}

/** Returns whether there is no empty line in a text between a comment and a declaration. */
function isClose(between: string): boolean {
  return between.length < 1000 && !/\n[ \t]*\n/.test(between) && !between.includes('(*');
}

/** Returns whether comments of a file usually stand behind their declarations. */
function standBehind(content: string, pieces: readonly Piece[]): boolean {
  let behind = 0;
  for (const [at, { kind, start, end }] of pieces.entries()) {
    if (kind !== 'doc') continue;
    const last = pieces[at - 1];
    const next = pieces[at + 1];
    const isBehind =
      last?.kind === 'item' && last.end <= start && isClose(content.slice(last.end, start));
    const isAbove = next?.kind === 'item' && isClose(content.slice(end, next.start));
    behind += Number(isBehind) - Number(isAbove);
  }
  return behind >= 0;
}

/** Returns a declaration without its attributes. A signature that begins is short. */
function signatureText(written: string): string {
  const text = written
    .replace(/[ \t\n]*\[@@(?!deprecated|ocaml\.deprecated)[^[\]]{0,300}\]/g, '')
    .trimEnd();
  const [first = '', ...more] = (/\b(?:sig|object)$/.test(text) ? `${text} … end` : text).split(
    '\n',
  );
  return [first, ...dedent(more).map((line) => `  ${line}`)].join('\n');
}
