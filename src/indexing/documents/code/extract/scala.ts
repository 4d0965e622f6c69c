import { splitTags } from '../../block-tags.ts';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { isLicense } from '../doc/comment-text.ts';
import { documentedDeclarations, pathIn, type Container, type Declaration } from './documented.ts';

/** Quotation marks, and whole characters: a single mark also begins a symbol and a quote of code. */
const marks = /\/\*|\/\/|"""|"|'(?:\\[^\n]|[^\\'\n])'/g;

const modifier =
  '(?:@\\w{1,50}(?:\\([^()\\n]{0,200}\\))?|(?:private|protected)(?:\\[\\w{1,50}\\])?|override|final|sealed|abstract|implicit|lazy|inline|transparent|open|infix|opaque|case|erased)[ \\t\\n]+';
const keyword =
  '(?:package[ \\t]+object|class|trait|object|enum|given|extension|def|val|var|type)\\b';
const identifier =
  '(?:`[^`\\n]{1,100}`|[\\w$]{1,100}(?:(?<=_)[!#%&*+\\-/:<=>?@\\\\^|~]{1,10})?|[!#%&*+\\-/:<=>?@\\\\^|~]{1,10})';
const declared = new RegExp(
  `^((?:${modifier}){0,10})(?:(${keyword})[ \\t]*(?=(${identifier})?)|(?=(${identifier})))`,
);
const declaring = new RegExp(
  `^([ \\t]*)((?:${modifier}){0,10})(${keyword})[ \\t]*(${identifier})?`,
  'gm',
);
const typeKeyword = /^(?:package[ \t]+object|class|trait|object|enum)$/;
/** The function in the line of its extension. */
const extended = new RegExp(`\\bdef[ \\t]+(${identifier})`);
/** A declaration that has members, whose head a colon at the end of a line can end. */
const typeHead = new RegExp(
  `^(?:${modifier}){0,10}(?:package[ \\t]|class|trait|object|enum|given|extension|case)`,
);
const hidden = /\b(?:private|protected)\b/;

/**
 * Returns the public declarations of a Scala file that have Scaladoc. Sources of Scala 2 and Scala 3 show by their indentation what contains
 * what, with and without braces. The title is the package.
 */
export function readScala(content: string): CodeFile {
  const title = titleOf(content);
  if (/(?:^|\.)internal(?:\.|$)/.test(title)) return { title, doc: '', symbols: [] };
  const found = documentedDeclarations(content, {
    end: isEnd,
    marks,
    layout: { declaring, containerOf },
  });
  const macros = macrosOf(found);
  return { title, doc: '', symbols: found.flatMap((one) => symbolOf(one, macros)) };
}

/** Returns the packages of a file. A package object alone names one, too. */
function titleOf(content: string): string {
  const packages = [...content.matchAll(/^package[ \t]+(?!object\b)([\w.`]{1,200})/gm)];
  const names = packages.slice(0, 5).map(([, name]) => name);
  return names.join('.') || (/^package[ \t]+object[ \t]+(\w{1,100})/m.exec(content)?.[1] ?? '');
}

/** Returns the texts that comments define for the others: `@define coll list`. */
function macrosOf(found: readonly Declaration[]): Map<string, string> {
  const tags = found.flatMap(({ doc }) => (doc.includes('@define') ? splitTags(doc).tags : []));
  return new Map(
    tags.flatMap(({ name, text }): [string, string][] => {
      const [, macro, value = ''] = /^(\w{1,50})\s+([^]{0,2000})/.exec(text) ?? [];
      return name === 'define' && macro !== undefined ? [[macro, value.trim()]] : [];
    }),
  );
}

function symbolOf(
  { doc: written, head, line, around }: Declaration,
  macros: ReadonlyMap<string, string>,
): CodeSymbol[] {
  if (isLicense(written) || isBare(written) || around.some(isHidden)) return [];
  const own = ownName(head, around.at(-1));
  if (own === '') return [];
  // The name of a constructor is that of its class.
  const name = pathIn(around, own === 'this' ? '' : own);
  const doc = written.replace(
    /\$\{?(\w{1,50})\}?/g,
    (found, macro: string) => macros.get(macro) ?? found,
  );
  const signature = [...around.flatMap((container) => container.head ?? []), head].join('\n  ');
  return name === '' ? [] : [{ name, signature, doc, line }];
}

/** Returns the name of a declaration; '' if it has none or nobody else sees it. */
function ownName(head: string, last: Container | undefined): string {
  const [, modifiers = '', word, named = '', bare = ''] = declared.exec(head) ?? [];
  if (hidden.test(modifiers)) return '';
  if (word === 'extension') return extended.exec(head)?.[1] ?? '';
  if (word !== undefined) return named;
  return isBareName(head, modifiers, last) ? bare : '';
}

/** Returns whether a comment only places its declaration on a page: `@group Decoding`. */
function isBare(doc: string): boolean {
  return doc
    .split('\n')
    .every((line) => /^\s*(?:@(?:group\w*|author|version|inheritdoc)\b|$)/.test(line));
}

function isHidden({ kind, modifiers }: Container): boolean {
  return hidden.test(modifiers) || !(typeKeyword.test(kind) || kind === 'extension');
}

/** Returns whether a declaration without a keyword is one: a case of an enumeration, or a parameter of a class. */
function isBareName(head: string, modifiers: string, last: Container | undefined): boolean {
  if (last?.kind === 'enum' && /\bcase\b/.test(modifiers)) return true;
  return last?.kind === 'class' && /^[\w`]{1,100}\s*:/.test(head.slice(modifiers.length));
}

function containerOf(
  [, , modifiers = '', kind = '', name = '']: RegExpExecArray,
  line: string,
): Container {
  if (kind === 'extension') {
    return { kind, name: '', modifiers, head: line.replace(/\s*[:{]?\s*$/, '') };
  }
  return { kind, name: typeKeyword.test(kind) ? name : '', modifiers };
}

const goesOn = /(?:=>|[,:|&]|\b(?:extends|with|derives))[ \t]*$/;
const continues = /^\s*(?:[:([]|=>|\b(?:extends|with|derives)\b)/;

/** Returns whether a declaration ends at an index: with its body, its value, its line, or a comma behind a parameter. */
function isEnd(text: string, at: number): boolean {
  const sign = text[at]!;
  if (!'\n:,={};'.includes(sign)) return false;
  if (/^(?:\w+\s+){0,4}type\b/.test(text))
    return sign === '\n' && isEndOfLine(text, at, /=[ \t]*$/);
  if (sign === '\n') return isEndOfLine(text, at);
  if (sign === ',') return !typeHead.test(text);
  const next = text.slice(at + 1, at + 100);
  if (sign === ':') return typeHead.test(text) && /^[ \t]*(?:\n|$)/.test(next);
  // An operator can contain the sign.
  if (sign === '=') return /[\s\w)\]]/.test(text[at - 1] ?? '') && /^(?:[\s{]|$)/.test(next);
  return true;
}

/** Returns whether a declaration does not go on behind the end of a line. */
function isEndOfLine(text: string, at: number, more?: RegExp): boolean {
  const before = text.slice(Math.max(0, at - 100), at);
  if (more?.test(before)) return false;
  if (/\bwith[ \t]*$/.test(before) && /^(?:\w+\s+){0,4}given\b/.test(text)) return true;
  return !goesOn.test(before) && !continues.test(text.slice(at, at + 200));
}
