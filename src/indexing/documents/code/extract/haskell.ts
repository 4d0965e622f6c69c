import { oneLine } from '../../block-tags.ts';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { haddockHeading, withoutModuleFields } from '../doc/haddock.ts';
import { haskellComments, type HaskellComment } from './haskell-comments.ts';
import { exportsOf, type Exports } from './haskell-exports.ts';
import { countUpTo, lineFinder } from './source-marks.ts';

/** Declarations of a file beside their comments. */
interface Source {
  content: string;
  /** The source with blanks in place of comments, strings and directives. */
  masked: string;
  comments: readonly HaskellComment[];
  /** Where the comments begin. */
  starts: readonly number[];
  exports: Exports;
  lineAt: (index: number) => number;
}

/** A declaration at a column, without the comments around it. */
interface Item {
  start: number;
  end: number;
  /** End of the declaration before it, and start of the one behind it. */
  from: number;
  to: number;
}

/**
 * Returns what a Haskell module exports, with its comments for Haddock, by the layout of its lines. The title is the module. What a module that
 * says `not-home` documents is at home in the module above it, as in `Data.Map.Internal`.
 */
export function readHaskell(content: string): CodeFile {
  const { masked, comments } = haskellComments(content);
  const exports = exportsOf(masked, comments);
  const options = /\{-#\s*OPTIONS_HADDOCK\s+([\w\s,-]{1,100})#-\}/.exec(content)?.[1] ?? '';
  if (/\bhide\b/.test(options)) return { title: exports.module, doc: '', symbols: [] };
  const isAway = /\bnot-home\b/.test(options);
  // Others use what such a module re-exports, if it says where that is.
  if (!isAway && internal.test(content.slice(0, 4000)))
    return { title: exports.module, doc: '', symbols: [] };
  const title = isAway ? exports.module.replace(/\.Internal$/, '') : exports.module;
  const source: Source = {
    content,
    masked,
    comments,
    starts: comments.map(({ start }) => start),
    exports,
    lineAt: lineFinder(content),
  };
  const symbols = itemsOf(masked, exports.end, masked.length).flatMap((item) =>
    symbolsOf(item, source),
  );
  return { title, doc: isAway ? '' : moduleDoc(source), symbols };
}

/** What a module says that only its own package should use. */
const internal =
  /^(?:--|\{-)?[^\n]{0,80}\bthis is an?[ \n-]{1,5}(?:\/|_)*internal(?:\/|_)*[ \n-]{1,5}module\b/im;

/** Returns the comment of a module, then the texts in its list of exports below their headings. */
function moduleDoc({ comments, exports }: Source): string {
  const chunks = new Map(
    comments.flatMap(({ kind, name, text }) => (kind === '$' ? [[name, text] as const] : [])),
  );
  const header = comments.findLast(({ kind, end }) => kind === '|' && end <= exports.start);
  const parts = exports.texts.map(({ heading, level, text, chunk }) => {
    const shown = chunk === undefined ? text : (chunks.get(chunk) ?? '');
    return shown === '' ? '' : `${'='.repeat(level)} ${heading}\n\n${shown}`;
  });
  return [withoutModuleFields(header?.text ?? ''), ...parts].filter(Boolean).join('\n\n');
}

/** Returns the declarations that begin at the column of the first one. */
function itemsOf(masked: string, from: number, to: number): Item[] {
  const lines = [...masked.slice(from, to).matchAll(/^([ \t]*)(?=\S)/gm)];
  const column = from === to ? 0 : (lines[0]?.[1]!.length ?? 0);
  const starts = lines
    .filter(([, indent]) => indent!.length === column)
    .map(({ index }) => from + index + column);
  let last = from;
  return starts.map((start, at): Item => {
    const next = starts[at + 1] ?? to;
    const end = start + masked.slice(start, next).trimEnd().length;
    const item = { start, end, from: last, to: next };
    last = end;
    return item;
  });
}

const operator = '\\([!#$%&*+./<=>?@\\\\^|~:-]{1,10}\\)';
const variable = `(?:[a-z_][\\w']{0,100}|${operator})`;
const signature = new RegExp(
  `^(?:(?:pattern|foreign import(?:[ \\t][\\w \\t"]{0,80}?)?)\\s+)?((?:${variable}|[A-Z][\\w']{0,100})(?:\\s*,\\s*${variable}){0,20})\\s*::`,
);
const typeHead = /^(data|newtype|type|class)\b(?!\s+instance\b)(?:\s+family\b)?/;

function symbolsOf(item: Item, source: Source): CodeSymbol[] {
  const text = source.masked.slice(item.start, item.end);
  if (typeHead.test(text)) return typeSymbols(item, text, source);
  return valueSymbols(
    namesOf(text).filter((name) => source.exports.has(name)),
    item,
    source,
  );
}

/** Returns the symbol of the signature of some names; none if there are no names. */
function valueSymbols(names: string[], item: Item, source: Source): CodeSymbol[] {
  if (names.length === 0) return [];
  const { doc, end } = docOf(item, source);
  return [symbol(names.join(', '), { item: { ...item, end }, doc, source })];
}

/** Returns the names that a signature declares; none for anything else. */
function namesOf(text: string): string[] {
  const [, names = ''] = signature.exec(text) ?? [];
  return names
    .split(/\s*,\s*/)
    .filter(Boolean)
    .map((name) => name.replace(/^\((.*)\)$/, '$1'));
}

function typeSymbols(item: Item, text: string, source: Source): CodeSymbol[] {
  const [head = '', keyword = ''] = typeHead.exec(text)!;
  const name = typeName(text.slice(head.length));
  if (name === '' || !source.exports.has(name)) return [];
  const where = /\bwhere\b/.exec(text)?.index;
  if (keyword === 'class' && where !== undefined) {
    const own = { ...item, end: item.start + where };
    const members = methods(own.end + 'where'.length, item.to, source);
    const { doc } = docOf({ ...own, to: own.end }, source);
    return [{ ...symbol(name, { item: own, doc, source }), members }];
  }
  const { doc, end } = docOf(item, source);
  // Only the name of an abstract type is public.
  const isAbstract = keyword !== 'type' && !source.exports.hasParts(name);
  const body = isAbstract ? /\s(?:=|where\b)/.exec(text)?.index : undefined;
  const own = { ...item, end: body === undefined ? end : item.start + body };
  return [symbol(name, { item: own, doc, source })];
}

/** Returns the name of a type behind its context and before its parameters. */
function typeName(text: string): string {
  const head = text.slice(0, 1000).split(/\s(?:where\b|=(?!>)|::|\|)/, 1)[0]!;
  const own = head.slice(head.lastIndexOf('=>') + 1).replace(/^>/, '');
  return /(?<![\w.'])[A-Z][\w']{0,100}/.exec(own)?.[0] ?? '';
}

function methods(from: number, to: number, source: Source): CodeSymbol[] {
  return itemsOf(source.masked, from, to).flatMap((item) =>
    valueSymbols(namesOf(source.masked.slice(item.start, item.end)), item, source),
  );
}

interface Found {
  item: Item;
  doc: string;
  source: Source;
}

function symbol(name: string, { item, doc, source }: Found): CodeSymbol {
  const { content, exports, lineAt } = source;
  const section = haddockHeading(exports.sectionOf(name.split(', ', 1)[0]!));
  const text = content.slice(item.start, item.end).trimEnd();
  // Directives say how a program is compiled.
  const shown = text.replace(
    /^#\s*(?:if|else|elif|endif|define|include)\b.*\n?|\{-#[^]{0,500}?#-\}[ \t]*\n?/gm,
    '',
  );
  return { name, signature: shown.trimEnd(), doc, line: lineAt(item.start), section };
}

/**
 * Returns the comment of a declaration: the last before it, or else the first behind it. Comments on its parts stay in the
 * declaration, and so does the one behind its last part.
 */
function docOf({ start, end, from, to }: Item, source: Source): { doc: string; end: number } {
  const { starts } = source;
  const comments = source.comments.slice(countUpTo(starts, from - 1), countUpTo(starts, to));
  const parts = comments.filter((one) => one.kind === '^' && one.start > start && one.end <= end);
  const before = comments.findLast((one) => one.kind === '|' && one.end <= start);
  const behind = comments.find((one) => one.kind === '^' && one.start >= end);
  if (parts.length === 0 && !before) return { doc: behind?.text ?? '', end };
  // A declaration whose parts have all the comments is documented, too.
  const texts = parts.map(({ text }) => `* ${oneLine(text)}`);
  return { doc: before?.text ?? texts.join('\n'), end: behind?.end ?? end };
}
