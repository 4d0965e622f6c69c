import { blockCommentText, lineCommentText } from '../doc/comment-text.ts';
import { lineFinder, maskMarks } from './source-marks.ts';

/** A declaration with a doc comment. */
export interface Declaration {
  doc: string;
  /** The declaration without its body, its annotations and a value that is no short literal. */
  head: string;
  /** 1-based line of the declaration. */
  line: number;
  /** The types around it, the outermost first. */
  around: readonly Container[];
}

/** A type, or an extension of one. */
export interface Container {
  /** The keyword: `class`, `extension`. */
  kind: string;
  /** '' for a companion object and other containers without a name. */
  name: string;
  /** What stands before the keyword on its line, such as `public final`. */
  modifiers: string;
  /** What a reader of its members has to know, such as the type that they extend. */
  head?: string;
}

/** Returns the path of a declaration: the names of the containers around it, and its own. Leaves out empty names. */
export function pathIn(around: readonly Container[], own: string): string {
  return [...around.map(({ name }) => name), own].filter(Boolean).join('.');
}

/** How a language declares. */
export interface DeclarationRules {
  /** What ends a declaration: the end of its line, unless it goes on, or a semicolon, or a character outside of brackets for which this returns true. */
  end: 'line' | 'semicolon' | ((text: string, at: number) => boolean);
  /** What begins comments, strings and characters, if not the marks of C and its quotation marks. */
  marks?: RegExp;
  /** The types whose braces hold members, if not those of Kotlin, Swift and Dart. */
  types?: TypeRules;
  /** The declarations that hold others by their indentation, if braces do not show that. */
  layout?: LayoutRules;
}

/** How a language without braces writes containers. */
interface LayoutRules {
  /** Matches the beginning of a container on its line. The first group is its indentation. */
  declaring: RegExp;
  /** Returns the container that a match begins, whose line begins with `line`; undefined if it holds no declarations. */
  containerOf: (match: RegExpExecArray, line: string) => Container | undefined;
}

/** How a language with braces writes types. */
interface TypeRules {
  /** Matches braces, round brackets, semicolons, and what begins a type. */
  signs: RegExp;
  /** Matches the beginning of a type with its name. Sticky. */
  named: RegExp;
}

/**
 * Returns the declarations with doc comments (`/** … *\/` or `///`) of a language with braces, for which we have no grammar. Comments and strings
 * do not count. Looks at each character a fixed number of times.
 */
export function documentedDeclarations(source: string, rules: DeclarationRules): Declaration[] {
  const { masked, docs } = readComments(source, rules.marks ?? mark);
  const ends = docs.map(({ end }) => end);
  const around = rules.layout
    ? containersByLayout(masked, ends, rules.layout)
    : containersAround(masked, ends, rules.types ?? commonTypes);
  const lineAt = lineFinder(source);
  return docs.flatMap(({ end, text }, at): Declaration[] => {
    const next = docs[at + 1]?.start ?? source.length;
    const start = startOfHead(masked.slice(end, Math.min(next, end + longestGap))) + end;
    if (start >= next) return [];
    const behind = endOfHead(masked, start, rules);
    const declared = source.slice(start, behind).trim();
    const head =
      declared + (typeof rules.end === 'string' ? valueAt(source, declared, behind) : '');
    const doc = text();
    return doc === '' || head === ''
      ? []
      : [{ doc, head, line: lineAt(start), around: around[at]! }];
  });
}

/** A short value on the line of its declaration. */
const literal =
  /=[ \t]{0,20}("[^"\n\\$]{0,80}"|'[^'\n\\$]{0,80}'|-?\d[\w.]{0,40}|true|false|null|nil)[ \t]{0,20};?[ \t]{0,20}(?=\r?\n|\/\/|$)/y;

/** Returns the value of a constant or a variable with its equals sign; '' for one that is no literal, and for functions. */
function valueAt(source: string, head: string, at: number): string {
  literal.lastIndex = at;
  const [, value] = (!head.includes('(') && literal.exec(source)) || [];
  return value === undefined ? '' : ` = ${value}`;
}

/** Characters of annotations between a comment and its declaration. */
const longestGap = 3_000;

interface DocComment {
  text: () => string;
  start: number;
  /** Index behind it. */
  end: number;
}

const mark = /\/\*|\/\/|"""|'''|["']/g;

/** Returns the source with blanks in place of comments and strings, and the doc comments. */
function readComments(source: string, marks: RegExp): { masked: string; docs: DocComment[] } {
  const { masked, found } = maskMarks(source, marks);
  const docs: DocComment[] = [];
  let lines: string[] = [];
  let at = 0;
  for (const { start, end } of found) {
    const text = source.slice(start, end);
    const isLine = /^\/\/\/(?!\/)/.test(text);
    // Lines of a comment stand below one another.
    if (isLine && lines.length > 0 && source.slice(at, start).trim() === '') {
      lines.push(text);
      docs.at(-1)!.end = end;
    } else if (isLine) {
      const own = [text];
      lines = own;
      docs.push({ text: () => lineText(own), start, end });
    } else if (/^\/\*\*[^*/]/.test(text)) {
      docs.push({ text: () => blockCommentText(text), start, end });
    }
    if (!isLine) lines = [];
    at = end;
  }
  return { masked, docs };
}

/** Lines of a comment. More are no comment of a declaration. */
const longest = 500;

function lineText(lines: string[]): string {
  return lines.length > longest ? '' : lineCommentText(lines, /^\/\/\//);
}

const commonTypes: TypeRules = {
  signs:
    /[{};()]|(?<![\w.:])(?:class|interface|object|struct|enum|protocol|actor|extension|mixin)\b/g,
  named:
    /(?:enum[ \t]+class|class|interface|object|struct|enum|protocol|actor|extension(?:[ \t]+type)?|mixin(?:[ \t]+class)?)[ \t]+([\w.]{1,100})/y,
};
/** Maximum depth of braces. A deeper source is data. */
const deepest = 200;
const longestModifiers = 200;

/** Returns the containers around each comment by its end. */
function containersAround(
  masked: string,
  ends: readonly number[],
  { signs, named }: TypeRules,
): Container[][] {
  const found: Container[][] = [];
  const scopes = new Scopes(masked, new RegExp(named));
  for (const { 0: sign, index } of masked.matchAll(signs)) {
    while (found.length < ends.length && ends[found.length]! <= index) {
      found.push(scopes.containers());
    }
    scopes.take(sign, index);
    if (scopes.isDeep) break;
  }
  while (found.length < ends.length) found.push(scopes.isDeep ? [] : scopes.containers());
  return found;
}

/** Maximum number of containers in one another. */
const mostNested = 50;
/** Characters of a line that are looked at. */
const longestLine = 300;

/** Returns the containers around what follows each index: those that begin before it on lines with less indentation. */
function containersByLayout(
  masked: string,
  ends: readonly number[],
  { declaring, containerOf }: LayoutRules,
): Container[][] {
  const declarations = [...masked.matchAll(declaring)];
  const open: { indent: number; container: Container }[] = [];
  let next = 0;
  return ends.map((end) => {
    for (; next < declarations.length && declarations[next]!.index < end; next += 1) {
      const match = declarations[next]!;
      const { 1: { length: indent } = '', index } = match;
      while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
      const line = masked.slice(index + indent, index + indent + longestLine).split('\n', 1)[0]!;
      const container = open.length < mostNested ? containerOf(match, line) : undefined;
      if (container) open.push({ indent, container });
    }
    const own = columnBehind(masked, end);
    return open.filter(({ indent }) => indent < own).map(({ container }) => container);
  });
}

/** Returns the column of the first character behind an index that is no blank. */
function columnBehind(masked: string, end: number): number {
  const at = end + /^\s*/.exec(masked.slice(end, end + longestGap))![0].length;
  return at - masked.lastIndexOf('\n', at - 1) - 1;
}

/** Follows the braces and brackets of a source. */
class Scopes {
  private readonly masked: string;
  private readonly named: RegExp;
  private readonly open: (Container | undefined)[] = [];
  /** The container whose body has not begun. */
  private next: Container | undefined;
  private brackets = 0;

  constructor(masked: string, named: RegExp) {
    this.masked = masked;
    this.named = named;
  }

  get isDeep(): boolean {
    return this.open.length > deepest;
  }

  /** Returns the open containers. The parameters of a type can be its members, as in Kotlin. */
  containers(): Container[] {
    const all = [...this.open, this.brackets > 0 ? this.next : undefined];
    return all.filter((container) => container !== undefined);
  }

  take(sign: string, index: number): void {
    if (sign === '(') this.brackets += 1;
    else if (sign === ')') this.brackets = Math.max(0, this.brackets - 1);
    else if (sign === '}') this.open.pop();
    else if (sign === '{') this.enter();
    else if (sign === ';') this.next = undefined;
    else if (this.brackets === 0) this.next = this.containerAt(index, sign) ?? this.next;
  }

  private enter(): void {
    // Braces in brackets belong to a function.
    this.open.push(this.brackets > 0 ? undefined : this.next);
    if (this.brackets === 0) this.next = undefined;
  }

  private containerAt(index: number, kind: string): Container | undefined {
    this.named.lastIndex = index;
    const [, name = ''] = this.named.exec(this.masked) ?? [];
    const line = this.masked.slice(Math.max(0, index - longestModifiers), index);
    const modifiers = line.slice(line.lastIndexOf('\n') + 1).trim();
    // `class func` of Swift is a modifier, and `case class` nothing that these languages have.
    if (/^(?:func|var|let|on)$/.test(name))
      return name === 'on' ? { kind, name: '', modifiers } : undefined;
    return { kind, name: /\bcompanion$/.test(modifiers) ? '' : name, modifiers };
  }
}

/** An annotation, with its arguments in brackets, and white space. */
const annotation =
  /\s*(?:@[\w.:]{1,100}(?:\([^()]{0,500}(?:\([^()]{0,300}\)[^()]{0,300}){0,10}\))?|#\w{1,20}[^\n]{0,200})|\s+/y;

/** Returns where a declaration begins in a text, behind annotations. */
function startOfHead(text: string): number {
  let at = 0;
  for (let count = 0; count < 30; count += 1) {
    annotation.lastIndex = at;
    const [found] = annotation.exec(text) ?? [];
    if (found === undefined) break;
    at += found.length;
  }
  return at;
}

const longestHead = 2_000;
/** What a line ends or begins with if a declaration goes on behind it. */
const goesOn = /(?:[,:]|->|[|&])[ \t]*$/;
const continues = /^\s*(?:[:,.?]|->|where\b|throws\b|async\b|on\b)/;

function endOfHead(masked: string, start: number, { end }: DeclarationRules): number {
  const text = masked.slice(start, start + longestHead);
  const isAlias = /^(?:\w+\s+)?type(?:def|alias)\b/.test(text);
  const ends =
    typeof end === 'function'
      ? end
      : (_: string, at: number) => isEnd(text, at, end === 'line', isAlias);
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if ('(['.includes(sign)) depth += 1;
    else if (')]'.includes(sign)) depth -= 1;
    else if (depth === 0 && ends(text, at)) return start + at;
    if (depth < 0) return start + at;
  }
  return start + text.length;
}

/** Returns whether a declaration ends at an index outside of brackets: with its body, its value, its line or the initializers of a constructor. */
function isEnd(text: string, at: number, withLine: boolean, isAlias: boolean): boolean {
  const sign = text[at]!;
  if ('{};'.includes(sign)) return true;
  if (sign === '=') return !isAlias && !/[=<!]/.test(text[at - 1] ?? '') && text[at + 1] !== '=';
  if (!withLine) return sign === ':' && /\)\s{0,20}$/.test(text.slice(Math.max(0, at - 21), at));
  if (sign !== '\n') return false;
  return (
    !goesOn.test(text.slice(Math.max(0, at - 100), at)) && !continues.test(text.slice(at, at + 200))
  );
}
