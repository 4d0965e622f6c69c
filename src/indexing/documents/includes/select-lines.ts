import { dedentBlock, indentOf } from '../indentation.ts';

/** Numbers of the first and the last line, from 1. The last can be Infinity. */
export type LineRange = readonly [first: number, last: number];

/** A comment in a file that begins or ends a named part of it. */
interface PartMark {
  starts: boolean;
  /** '' ends the innermost part. */
  name: string;
}

/** Reads a line. Returns undefined if the line has no mark. */
export type MarkReader = (line: string) => PartMark | undefined;

/** Maximum length of a line with a mark. */
const longestMark = 500;

function marks(start: RegExp, end: RegExp): MarkReader {
  return (line) => {
    if (line.length > longestMark) return undefined;
    const started = start.exec(line);
    if (started) return { starts: true, name: started[1] ?? '' };
    const ended = end.exec(line);
    return ended ? { starts: false, name: ended[1] ?? '' } : undefined;
  };
}

/** `// ANCHOR: name` and `// ANCHOR_END: name` of mdBook. */
export const mdbookMark = marks(/\bANCHOR:\s*([\w-]+)/, /\bANCHOR_END:\s*([\w-]+)/);

/** `# --8<-- [start:name]` and `# --8<-- [end:name]` of MkDocs. */
export const snippetMark = marks(
  /-8<-+\s*\[\s*start\s*:\s*([\w-]+)\s*\]/,
  /-8<-+\s*\[\s*end\s*:\s*([\w-]+)\s*\]/,
);

/** `// #region name` and `// #endregion name` of VitePress and editors. */
export const regionMark = marks(
  /^\s*(?:\/\/|\/\*|<!--|--|;|%|'|rem\b)?\s*#\s?(?:pragma )?region\b\s*([\w.-]*)/i,
  /^\s*(?:\/\/|\/\*|<!--|--|;|%|'|rem\b)?\s*#\s?(?:pragma )?end ?region\b\s*([\w.-]*)/i,
);

/** `// [!region name]` and `// [!endregion name]` of Vocs. */
export const vocsMark = marks(/\[!region ([^\]]{1,100})\]/, /\[!endregion ([^\]]{1,100})\]/);

/** `// <name>` and `// </name>` of docfx. */
export const elementMark = marks(
  /^\s*(?:\/\/+|\/\*|#+|--|'|;|%|<!--)\s*<([\w.-]+)>\s*(?:-->|\*\/)?\s*$/,
  /^\s*(?:\/\/+|\/\*|#+|--|'|;|%|<!--)\s*<\/([\w.-]+)>\s*(?:-->|\*\/)?\s*$/,
);

/** `// tag::name[]` and `// end::name[]` of AsciiDoc. */
export const tagMark = marks(/\btag::([\w.-]+)\[\]/, /\bend::([\w.-]+)\[\]/);

/** `//[name` and `//]` of Quickbook. */
export const quickbookMark = marks(
  /^\s*(?:\/\/|\/\*|#)\s?\[\s?(\w[\w-]*)\s*(?:\*\/)?$/,
  /^\s*(?:\/\/|\/\*|#)\s?\](?![^\s*])/,
);

/** Returns the lines without marks. */
export function withoutMarks(lines: readonly string[], readMark: MarkReader): string[] {
  return lines.filter((line) => readMark(line) === undefined);
}

/** Returns the lines of a named part, without marks; undefined if the file has no such part. */
export function partOf(
  lines: readonly string[],
  name: string,
  readMark: MarkReader,
): string[] | undefined {
  return taggedLines(lines, new Map([[name, true]]), readMark);
}

/**
 * Returns the lines of the selected parts, as AsciiDoc selects them: `*` means any part, `**` every
 * line, and the innermost named part decides. Returns undefined if the file has none of the parts.
 */
export function taggedLines(
  lines: readonly string[],
  wanted: ReadonlyMap<string, boolean>,
  readMark: MarkReader,
): string[] | undefined {
  const onlyRefused = [...wanted.values()].every((value) => !value);
  const parts = new OpenParts(wanted, wanted.get('**') ?? (onlyRefused && !wanted.has('*')));
  const taken: string[] = [];
  for (const line of lines) {
    const mark = readMark(line);
    if (mark) parts.pass(mark);
    else if (parts.taken) taken.push(line);
  }
  return parts.found ? taken : undefined;
}

/** Follows the named parts around a line, and decides whether the line is selected. */
class OpenParts {
  /** True if some line can be selected. */
  found: boolean;
  private readonly wanted: ReadonlyMap<string, boolean>;
  private readonly outside: boolean;
  private readonly open: { name: string; taken: boolean }[] = [];

  constructor(wanted: ReadonlyMap<string, boolean>, outside: boolean) {
    this.wanted = wanted;
    this.outside = outside;
    this.found = outside;
  }

  get taken(): boolean {
    return this.open.at(-1)?.taken ?? this.outside;
  }

  pass({ starts, name }: PartMark): void {
    if (starts) {
      const taken = this.wanted.get(name) ?? this.wanted.get('*') ?? this.taken;
      this.found ||= taken;
      if (this.open.length < deepestPart) this.open.push({ name, taken });
      return;
    }
    const at = this.open.findLastIndex((part) => name === '' || part.name === name);
    if (at !== -1) this.open.splice(at, 1);
  }
}

/** Maximum depth of nested parts. Deeper ones belong to the part around them. */
const deepestPart = 50;

/** Returns the lines of the given ranges, in the order of the ranges. */
export function linesIn(lines: readonly string[], ranges: readonly LineRange[]): string[] {
  return ranges
    .slice(0, mostRanges)
    .flatMap(([first, last]) => lines.slice(Math.max(first, 1) - 1, last));
}

const mostRanges = 50;

/**
 * Reads ranges such as `1,3-5,7-`. `within` and `between` are the separators. Undefined if the
 * text has another form.
 */
export function readRanges(text: string, within: RegExp, between: RegExp): LineRange[] | undefined {
  const ranges = text
    .split(between)
    .filter((part) => part.trim() !== '')
    .map((part) => readRange(part.trim(), within));
  const known = ranges.filter((range) => range !== undefined);
  return known.length > 0 && known.length === ranges.length ? known : undefined;
}

function readRange(text: string, within: RegExp): LineRange | undefined {
  const [first = '', last = first, ...more] = text.split(within).map((part) => part.trim());
  const isRange = more.length === 0 && /^\d{0,7}$/.test(first) && /^(?:-1|\d{0,7})$/.test(last);
  if (!isRange || first + last === '') return undefined;
  const isOpen = last === '' || last === '-1';
  return [first === '' ? 1 : Number(first), isOpen ? Number.POSITIVE_INFINITY : Number(last)];
}

/** Returns the lines of the ranges in a text, or all lines without one; undefined if the text has another form. `within` separates the ends of a range. */
export function byRanges(
  lines: readonly string[],
  text: string | undefined,
  within: RegExp,
): string[] | undefined {
  if (text === undefined) return [...lines];
  const ranges = readRanges(text, within, /,/);
  return ranges && linesIn(lines, ranges);
}

/**
 * Returns the lines of a Python class or function, `Class.method`, with its decorators; undefined
 * if it does not exist.
 */
export function pythonObject(lines: readonly string[], name: string): string[] | undefined {
  let found: readonly string[] = lines;
  for (const part of name.split('.')) {
    const object = ownLines(found, part);
    if (!object) return undefined;
    found = object;
  }
  return [...found];
}

function ownLines(lines: readonly string[], name: string): string[] | undefined {
  const start = lines.findIndex((line) => definition.exec(line)?.[1] === name);
  if (start === -1) return undefined;
  const indent = indentOf(lines[start]!);
  let first = start;
  while (first > 0 && lines[first - 1]!.trimStart().startsWith('@')) first -= 1;
  let end = start + 1;
  while (end < lines.length && belongsTo(lines[end]!, indent)) end += 1;
  while (lines[end - 1]!.trim() === '') end -= 1;
  return lines.slice(first, end);
}

const definition = /^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)/;

/**
 * Returns whether a line belongs to a definition with this indentation. A bracket can close a
 * signature at the indentation of its `def`.
 */
function belongsTo(line: string, indent: number): boolean {
  return line.trim() === '' || indentOf(line) > indent || /^[ \t]*[)\]]/.test(line);
}

/** A comment that begins or ends parts in files of Paradox and Play: `//#name`, `<!-- #name #other -->`. */
const toggles = /^[^\w#]*(?:# )?((?:#[\w-]{1,100}[ \t]*)+)(?:###\w+)?[^\w#]*$/;
/** Such a comment after code. */
const toggleAfterCode = /(#[\w-]{1,100})(?: +[^\w \t]*)?$/;

function togglesOf(line: string): string[] {
  if (line.length > longestMark) return [];
  const names = (toggles.exec(line) ?? toggleAfterCode.exec(line))?.[1] ?? '';
  return Array.from(names.matchAll(/#([\w-]+)/g), ([, name]) => name!);
}

/**
 * Returns the parts with the given names one after the other, or all lines if no name is given. Leaves out the lines that begin
 * or end a part. Returns undefined if the file has none of the parts.
 */
export function toggledParts(
  lines: readonly string[],
  names: readonly string[],
): string[] | undefined {
  const marked = lines.map((line) => ({ line, marks: togglesOf(line) }));
  const parts = (names.length === 0 ? [undefined] : names).map((name) => {
    let isOpen = name === undefined;
    const part: string[] = [];
    for (const { line, marks } of marked) {
      if (name !== undefined && marks.includes(name)) isOpen = !isOpen;
      else if (isOpen && marks.length === 0) part.push(line);
    }
    // The imports at the top of a file often belong to a part that is indented.
    return dedentBlock(changedLines(part), (line) => !line.startsWith('import'));
  });
  return parts.some((part) => part.length > 0) ? parts.flat() : undefined;
}

/**
 * Returns the block in braces that begins on the first line with a text, or only the lines inside; undefined if there is none.
 * The brace can be in a comment. A line that has a brace, too, goes before one that only has the text, such as an import.
 */
export function bracedPart(
  lines: readonly string[],
  text: string,
  isInside: boolean,
): string[] | undefined {
  const named = lines.flatMap((line, at) =>
    line.length <= longestMark && line.includes(text) ? [at] : [],
  );
  const start = named.find((at) => lines[at]!.includes('{')) ?? named[0];
  if (start === undefined) return undefined;
  let depth = 0;
  let first = -1;
  const end = lines.findIndex((line, at) => {
    if (at < start) return false;
    for (const [brace] of line.matchAll(/[{}]/g)) depth += brace === '{' ? 1 : -1;
    if (first === -1 && line.includes('{')) first = at;
    return first !== -1 && depth <= 0;
  });
  if (first === -1) return undefined;
  const last = end === -1 ? lines.length : end;
  return isInside ? lines.slice(first + 1, last) : lines.slice(start, last + 1);
}

/** Returns the first lines of Scala definitions, without what they are defined as; undefined if there is none. */
export function scalaSignatures(
  lines: readonly string[],
  names: readonly string[],
): string[] | undefined {
  const found = lines.flatMap((line) => {
    if (line.length > longestMark) return [];
    const [, text, name = ''] = /^\s*((?:def|val|type)\s+(\w+)[^=]*?)\s*=/.exec(line) ?? [];
    return text !== undefined && names.includes(name) ? [text] : [];
  });
  return found.length > 0 ? found : undefined;
}

/** A comment of Play that changes the code that readers see. */
const change = /^(\s*).*###(replace|insert|skip):\s?(.*?)\s*(?:\*\/|-->)?$/;

/** Applies `//###replace: text` and `//###skip: 2` to the lines below them, and `//###insert: text`. */
function changedLines(lines: readonly string[]): string[] {
  const out: string[] = [];
  let skipped = 0;
  for (const line of lines) {
    const [, indent = '', kind, text = ''] =
      (line.length <= longestMark && change.exec(line)) || [];
    if (kind === undefined) {
      if (skipped === 0) out.push(line);
      skipped = Math.max(0, skipped - 1);
      continue;
    }
    if (kind !== 'skip') out.push(indent + text);
    if (kind !== 'insert') skipped = kind === 'skip' ? Number.parseInt(text, 10) || 0 : 1;
  }
  return out;
}

/** Returns the lines between each line with the start mark and the next with the end mark; undefined if there are none. */
export function betweenMarks(
  lines: readonly string[],
  { start, end }: { start: string; end: string },
): string[] | undefined {
  const found: string[] = [];
  let isInside = false;
  for (const line of lines) {
    if (line.includes(end)) isInside = false;
    else if (line.includes(start)) isInside = true;
    else if (isInside) found.push(line);
  }
  return found.length === 0 ? undefined : found;
}

/** Returns code without the comment at its beginning that says who may use it. */
export function withoutLicense(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line.trim() !== '');
  const isBlock = /^\s*\/\*/.test(lines[start] ?? '');
  const isEnd = (line: string): boolean => (isBlock ? line.includes('*/') : !/^\s*\/\//.test(line));
  const end = lines.findIndex((line, at) => at >= start && isEnd(line)) + (isBlock ? 1 : 0);
  const isLicense = /copyright|license|public domain/i.test(lines.slice(0, end).join('\n'));
  if (!isLicense) return lines;
  const code = lines.slice(end);
  const first = code.findIndex((line) => line.trim() !== '');
  return code.slice(Math.max(first, 0));
}
