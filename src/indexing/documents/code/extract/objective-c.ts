import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { blockCommentText, isLicense, lineCommentText } from '../doc/comment-text.ts';
import { doxygenText } from '../doc/doxygen-comment.ts';
import { isInternal } from './cpp-comments.ts';
import {
  behindBlanks,
  blank,
  countUpTo,
  lineFinder,
  marksOfC,
  maskMarks,
  type Marked,
} from './source-marks.ts';

/** Returns whether a header declares classes or protocols of Objective-C. Those of C and C++ have the same ending. */
export function isObjectiveC(path: string, content: string): boolean {
  return /\.h$/i.test(path) && /^@(?:interface|protocol|class|import)\b/m.test(content);
}

/** What is no declaration by itself: directives with the lines that continue them, macros alone in their line, and marks among members. */
const noise =
  /^[ \t]*#(?:[^\n]*\\\r?\n){0,200}[^\n]*|^[ \t]*[A-Z]\w{1,60}_(?:BEGIN|END)[A-Z_]{0,60}(?:\([^()\n]{0,100}\))?[ \t]*;?[ \t]*$|^[ \t]*@(?:class|protocol|import)[ \t]+[\w., \t]{1,1000};|\bextern\s{1,9}\{|@(?:optional|required|public|private|protected|package)\b/gm;
/** The head of a class, a category or a protocol, with what it inherits from and adopts. */
const container =
  /@(?:interface|protocol)\s{1,20}(\w{1,200})(?:\s{0,20}<[^<>;{}()@]{0,500}>(?=\s{0,20}[:(]))?(?:\s{0,20}\(\s{0,9}(\w{0,200})\s{0,9}\))?(?:\s{0,20}:\s{0,20}[\w.]{1,200})?(?:\s{0,200}<[^;{}()@]{0,2000}>)?/g;

/** A range of a source. */
interface Range {
  start: number;
  end: number;
}

/** Returns the classes, categories and protocols of a header of Objective-C with their members, and its types, constants and functions. */
export function readObjectiveC(content: string, path: string): CodeFile {
  const { masked, found } = maskMarks(content, marksOfC);
  const code = masked.replace(noise, blank);
  const docBefore = docFinder(content, code, found);
  const lineAt = lineFinder(content);
  const symbolAt = (name: string, { start, end }: Range): CodeSymbol[] => {
    const doc = docBefore(start);
    if (name === '' || isLicense(doc) || isInternal(doc)) return [];
    const signature = content.slice(start, end).trim();
    return [{ name, signature, doc, line: lineAt(start) }];
  };
  const symbols: CodeSymbol[] = [];
  let at = 0;
  const declare = (end: number): void => {
    for (const range of declarationsIn(code, { start: at, end })) {
      symbols.push(...symbolAt(declaredName(code.slice(range.start, range.end)), range));
    }
  };
  for (const { 0: head, 1: type = '', 2: category, index } of code.matchAll(container)) {
    const end = code.indexOf('@end', index);
    if (end === -1) break;
    if (index < at) continue;
    declare(index);
    const inside = { start: index + head.length, end };
    const members = [...declarationsIn(code, inside)].flatMap((range) =>
      symbolAt(memberName(code.slice(range.start, range.end), type), range),
    );
    const name = category ? `${type} (${category})` : type;
    symbols.push(
      ...symbolAt(name, { start: index, end: inside.start }).map((own) => ({ ...own, members })),
    );
    at = end + '@end'.length;
  }
  declare(code.length);
  const title = path.replace(/^(?:.*\/)?include\/|^(?:src|sources?|lib)\//i, '');
  return { title, doc: '', symbols };
}

/** Yields the declarations in a part of a source without their semicolons, and the heads of functions with a body. */
function* declarationsIn(code: string, { start, end }: Range): Generator<Range> {
  let begin = behindBlanks(code, start);
  let depth = 0;
  for (const { 0: sign, index: at } of code.slice(start, end).matchAll(/[;{}()]/g)) {
    const index = start + at;
    if ('({'.includes(sign)) depth += 1;
    else if (sign !== ';') depth = Math.max(0, depth - 1);
    if (depth > 0 || '()'.includes(sign)) continue;
    const isBody = sign === '}';
    if (isBody && /^(?:typedef|struct|enum|union)\b/.test(code.slice(begin, begin + 20))) continue;
    const last = isBody ? code.indexOf('{', begin) : index;
    if (begin < last) yield { start: begin, end: last };
    begin = behindBlanks(code, index + 1);
  }
}

/** A line comment of a documentation tool. One behind a declaration is about that. */
const docLine = /^\/\/(?:\/(?![/<])|!(?!<))/;
/** A title of several members, and the lines around it. */
const aside = /^(?:[-=*/]{3,}|@name\b)/;
/** Words of HeaderDoc that say no more than the declaration, or begin a text. */
const headerDoc =
  /^[ \t]*@(?:(?:method|property|protocol|const|constant|function)\b[^\n]*\n?|(?:abstract|discussion)\b[ \t]*\n?)/gm;
/** Maximum number of lines of a comment. */
const mostLines = 500;

/** Returns a function that finds the text of the comment directly above a place in the source, in which comments and noise are blank in `code`. */
function docFinder(
  content: string,
  code: string,
  found: readonly Marked[],
): (start: number) => string {
  const comments = found.filter(({ mark }) => mark.startsWith('/'));
  const ends = comments.map(({ end }) => end);
  const isBlank = (start: number, end: number): boolean => code.slice(start, end).trim() === '';
  return (start) => {
    const last = countUpTo(ends, start) - 1;
    const comment = comments[last];
    if (!comment || !isBlank(comment.end, start)) return '';
    const lines: string[] = [];
    let below = start;
    for (let at = last; at >= 0 && lines.length < mostLines; at -= 1) {
      const { start: begin, end } = comments[at]!;
      const text = content.slice(begin, end);
      const gap = content.slice(end, below);
      if (!docLine.test(text) || !isBlank(end, below) || (at < last && /\n\s*\n/.test(gap))) break;
      lines.unshift(text);
      below = begin;
    }
    const text = content.slice(comment.start, comment.end);
    const isBlock = /^\/\*[*!](?![*/<])/.test(text);
    const doc = isBlock ? blockCommentText(text) : lineCommentText(lines, /^\/\/[/!]/);
    return aside.test(doc) ? '' : doxygenText(doc.replace(headerDoc, ''));
  };
}

/** Maximum length of a declaration to find its name in. */
const longest = 5_000;

/** Returns the name of a method as debuggers write it, such as `-[Saw cut:with:]`, and of a property as `Saw.teeth`; '' for others. */
function memberName(code: string, owner: string): string {
  const head = outsideBrackets(code.slice(0, longest));
  if (code.startsWith('@property')) {
    const name = blockName(code) || lastName(head);
    return name === '' ? '' : `${owner}.${name}`;
  }
  const [, kind, first = ''] = /^([-+])\s*(\w+)/.exec(head) ?? [];
  if (kind === undefined) return '';
  const parts = head.match(/\w*\s*:/g)?.map((part) => part.replace(/\s/g, ''));
  return `${kind}[${owner} ${parts?.join('') ?? first}]`;
}

/** Returns the name of a type, a constant or a function; '' for others. */
function declaredName(code: string): string {
  const start = code.slice(0, longest);
  const [, macro] = /^typedef\s+(?:NS|CF)_\w{1,30}\(\s*[\w\s]*,\s*(\w+)\s*\)/.exec(start) ?? [];
  if (macro !== undefined) return macro;
  const block = blockName(start);
  if (block !== '') return block;
  if (/^(?:typedef|struct|enum|union)\b/.test(start)) return lastName(code.slice(-200));
  const [, called] = /\b(?![A-Z][A-Z\d]*_|__)([a-z_]\w*)\s*\(/i.exec(start) ?? [];
  return called ?? lastName(outsideBrackets(start));
}

/** Returns the name of a block or of a pointer to a function, as in `void (^done)(BOOL isCut)`. */
function blockName(code: string): string {
  return (
    /\(\s*[\^*]\s*(?:_?[A-Z_a-z]\w*\s+)?(\w+)\s*\)\s*\(/.exec(code.slice(0, longest))?.[1] ?? ''
  );
}

/** Returns the last word of a declaration that is no macro, such as `NS_SWIFT_NAME` behind the name of a property. */
function lastName(code: string): string {
  return (
    /\b(\w+)(?:\s*\[[^[\]]*\])?(?:\s+[A-Z][A-Z\d]*_\w*)*(?:\s*=[^;]*)?\s*$/.exec(code)?.[1] ?? ''
  );
}

/** Returns a text without what stands in brackets. */
function outsideBrackets(text: string): string {
  let depth = 0;
  let out = '';
  for (const sign of text) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (depth === 0) out += sign;
  }
  return out;
}
