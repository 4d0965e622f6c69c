import { bracketDepth } from '../../brackets.ts';
import { dedentBlock, indentOf } from '../../indentation.ts';

/** A class, a function, a property or a documented attribute in the source code of Python. */
export interface Definition {
  kind: 'class' | 'function' | 'property' | 'attribute';
  name: string;
  /** Parameters in parentheses and what it returns, on one line; '' if there are none. */
  signature: string;
  /** Lines of the docstring; none if there is no docstring. */
  doc: string[];
  /** Names of the classes that a class extends, or of the class that a property or an accessor returns. */
  bases: string[];
  /** What a class defines. */
  members: Definition[];
}

/** A name that a module imports. The name `*` stands for all names of the other module. */
export interface PythonImport {
  /** The other module as written, with leading dots if it is relative. */
  from: string;
  /** The name in the other module. */
  name: string;
  /** The name in this module. */
  as: string;
}

const longestLine = 2_000;
const mostSignatureLines = 100;
const longestSignature = 1_500;
const mostDocLines = 1_000;
const deepest = 4;

const head = /^[ \t]*(?:async[ \t]+)?(def|class)[ \t]+(\w+)/;
const property = /^[ \t]*@(?:\w+\.){0,3}\w*property[ \t]*$/;
/** The class of the object that a property returns: `(self) -> "Saw"`. */
const returned = /-> *["']?([\w.]+)["']?$/;
/** What follows to a property under its name. Its text is that of the first function. */
const accessor = /^[ \t]*@\w+\.(?:setter|deleter)[ \t]*$/;
const attribute = /^[ \t]*(\w+)[ \t]*(?::[^=]*)?(?:=|$)/;
/** An attribute that a constructor sets: `self.teeth: int = 80`. */
const ownAttribute = /^[ \t]*self\.(\w+)[ \t]*(?::[^=]*)?=(?!=)/;
/** An attribute of pandas and xarray that holds an object of a class: `str = CachedAccessor("str", StringMethods)`. */
const accessorClass = /=[ \t]*[\w.]*Accessor\((?:"\w+",[ \t]*)?([\w.]+)/;

/** Returns the definitions in lines of Python, those in branches too. Of several with one name, the documented one counts. */
export function readDefinitions(lines: readonly string[], depth = 0): Definition[] {
  const found = new Map<string, Definition>();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!.slice(0, longestLine);
    const quoted = stringAt(lines, at);
    if (quoted) {
      at = quoted.last;
      continue;
    }
    const end = head.test(line) ? endOf(lines, at) : stringEnd(lines, at) + 1;
    const read = definedAt(lines, { at, end, depth });
    const known = found.get(read?.name ?? '');
    if (read && (read.doc.length > 0 || !known?.doc.length)) found.set(read.name, read);
    at = end - 1;
  }
  return [...found.values()];
}

function definedAt(
  lines: readonly string[],
  { at, end, depth }: { at: number; end: number; depth: number },
): Definition | undefined {
  if (!head.test(lines[at]!.slice(0, longestLine))) return attributeAt(lines, at);
  const decorator = lines[at - 1]?.slice(0, longestLine) ?? '';
  if (accessor.test(decorator)) return undefined;
  const defined = definitionIn(lines.slice(at, end), depth);
  const isProperty = defined?.kind === 'function' && property.test(decorator);
  if (!isProperty) return defined;
  const bases = classNamed(returned, defined.signature);
  return { ...defined, kind: 'property', signature: '', bases };
}

/** Returns the name of the class that a pattern captures; none if it does not match. */
function classNamed(pattern: RegExp, text: string): string[] {
  return pattern.exec(text)?.slice(1) ?? [];
}

/** Returns the docstring at the start of a module. */
export function moduleDoc(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => !/^\s*(?:#.*)?$/.test(line.slice(0, longestLine)));
  return first === -1 ? [] : (stringAt(lines, first)?.text ?? []);
}

/** Returns the index after the lines of a definition: those with a larger indentation, and closing brackets. */
function endOf(lines: readonly string[], at: number): number {
  const indent = indentOf(lines[at]!);
  let end = at + 1;
  while (end < lines.length) {
    const line = lines[end]!;
    const isInside =
      line.trim() === '' || indentOf(line) > indent || /^[ \t]*(?:[)\]]|#)/.test(line);
    if (!isInside) break;
    end = stringEnd(lines, end) + 1;
  }
  return Math.min(end, lines.length);
}

/** Returns the lines of the last statement of a module that defines a name, with the decorators above; undefined if there is none. */
export function statementIn(lines: readonly string[], name: string): string[] | undefined {
  const opening = new RegExp(
    `^(?:(?:async[ \\t]+)?(?:def|class)[ \\t]+${name}\\b|${name}[ \\t]*(?::[^=]{1,200})?=(?!=))`,
  );
  if (!/^\w{1,100}$/.test(name)) return undefined;
  const at = lines.findLastIndex((line) => opening.test(line.slice(0, longestLine)));
  if (at === -1) return undefined;
  if (!head.test(lines[at]!.slice(0, longestLine))) return lines.slice(at, valueEnd(lines, at) + 1);
  let first = at;
  while (first > 0 && /^(?:[@#)\]"']|[ \t]+\S)/.test(lines[first - 1]!)) first -= 1;
  return lines.slice(first, endOf(lines, at));
}

function definitionIn(lines: readonly string[], depth: number): Definition | undefined {
  const [, keyword, name = ''] = head.exec(lines[0]!) ?? [];
  const opening = openingOf(lines);
  if (!opening) return undefined;
  const { text, last } = opening;
  const body = lines.slice(last + 1);
  const doc = docIn(body);
  if (keyword === 'def') {
    const members = name === '__init__' ? attributesSetIn(body) : [];
    return { kind: 'function', name, signature: parameters(text), doc, bases: [], members };
  }
  const members = depth < deepest ? withOwnAttributes(readDefinitions(body, depth + 1)) : [];
  const signature = members.find((one) => one.name === '__init__')?.signature ?? '';
  const bases = /\((.*)\)\s*:/.exec(text)?.[1]?.split(',') ?? [];
  return {
    kind: 'class',
    name,
    signature: signature.replace(/\s*->.*$/, ''),
    doc,
    bases: bases.map((base) => base.trim()).filter((base) => /^[\w.]+$/.test(base)),
    members,
  };
}

/** Returns the lines of a definition up to its colon as one line; undefined if it does not end. */
function openingOf(lines: readonly string[]): { text: string; last: number } | undefined {
  let text = '';
  let depth = 0;
  for (let at = 0; at < Math.min(lines.length, mostSignatureLines); at += 1) {
    const line = lines[at]!.slice(0, longestLine).replace(/\s#.*$/, '');
    depth += bracketDepth(line);
    text += `${text === '' || text.endsWith('(') ? '' : ' '}${line.trim()}`;
    if (depth <= 0 && /:(?:\s*\.\.\.)?$/.test(line.trim())) return { text, last: at };
  }
  return undefined;
}

/** Returns the parameters without the object itself, which a model of Pydantic can give another name. */
function parameters(text: string): string {
  const [, found = ''] = /^(?:async\s+)?def\s+\w+\s*(\(.*)/.exec(text) ?? [];
  const plain = found
    .replace(/:(?:\s*\.\.\.)?$/, '')
    .replace(/^\(\s*(?:self|cls|__pydantic_{1,2}self__)\s*(?:,\s*|(?=\)))/, '(')
    .replace(/,?\s*\)(?=$|\s*->)/, ')')
    .trim();
  return plain.length > longestSignature ? '(...)' : plain;
}

/** Returns the documented attributes that the body of a constructor sets. */
function attributesSetIn(body: readonly string[]): Definition[] {
  const found = new Map<string, Definition>();
  for (let at = 0; at < body.length; at += 1) {
    const quoted = stringAt(body, at);
    const read = quoted ? undefined : attributeAt(body, at, ownAttribute);
    if (read && !found.has(read.name)) found.set(read.name, read);
    at = quoted?.last ?? stringEnd(body, at);
  }
  return [...found.values()];
}

/** Returns the members of a class, with what the constructor sets as members of the class. What the class itself describes counts. */
function withOwnAttributes(members: readonly Definition[]): Definition[] {
  const names = new Set(members.map(({ name }) => name));
  const set = members.filter(({ name }) => name === '__init__').flatMap((one) => one.members);
  return [
    ...members.map((one) => (one.name === '__init__' ? { ...one, members: [] } : one)),
    ...set.filter(({ name }) => !names.has(name)),
  ];
}

function docIn(body: readonly string[]): string[] {
  const first = body.findIndex((line) => line.trim() !== '');
  return first === -1 ? [] : (stringAt(body, first)?.text ?? []);
}

/** Reads an attribute that a comment `#:` above, or a string below, documents. */
function attributeAt(
  lines: readonly string[],
  at: number,
  pattern = attribute,
): Definition | undefined {
  const [, name] = pattern.exec(lines[at]!.slice(0, longestLine)) ?? [];
  if (name === undefined) return undefined;
  const above = commentAbove(lines, at);
  const doc = above.length > 0 ? above : (stringAt(lines, valueEnd(lines, at) + 1)?.text ?? []);
  const bases = classNamed(accessorClass, lines[at]!.slice(0, longestLine));
  if (doc.length === 0 && bases.length === 0) return undefined;
  return { kind: 'attribute', name, signature: '', doc, bases, members: [] };
}

/** Returns the text of the comment `#:` that ends above a line. */
function commentAbove(lines: readonly string[], at: number): string[] {
  const above: string[] = [];
  for (let before = at - 1; before >= 0 && above.length < mostDocLines; before -= 1) {
    const [comment, text] = /^[ \t]*#:[ ]?(.*)$/.exec(lines[before]!.slice(0, longestLine)) ?? [];
    if (comment === undefined) break;
    above.unshift(text!);
  }
  return above;
}

/** Returns the index of the last line of a value, which can be a text of several lines, or go on in brackets. */
function valueEnd(lines: readonly string[], at: number): number {
  const textEnd = stringEnd(lines, at);
  if (textEnd > at) return textEnd;
  let depth = 0;
  for (let end = at; end < Math.min(lines.length, at + mostSignatureLines); end += 1) {
    const line = lines[end]!.slice(0, longestLine).replace(/(?:^|\s)#.*$/, '');
    depth += bracketDepth(line);
    if (depth <= 0) return end;
  }
  return at;
}

/** A string or a comment. The second group is the mark of a string that goes on in the next lines. */
const strings = /("""|''').*?\1|("""|''')|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#.*/g;

/** Returns the index of the line that ends a string of several lines, if it begins in a line. Otherwise, returns that line. */
function stringEnd(lines: readonly string[], at: number): number {
  const line = (lines[at] ?? '').slice(0, longestLine);
  if (!/"""|'''/.test(line)) return at;
  const open = Array.from(line.matchAll(strings), ([, , mark]) => mark).find(Boolean);
  if (open === undefined) return at;
  const next = lines.slice(at + 1, at + mostDocLines).findIndex((one) => one.includes(open));
  return next === -1 ? at : at + 1 + next;
}

/** Reads a string that is a statement of its own: its text without indentation, and its last line. */
function stringAt(
  lines: readonly string[],
  at: number,
): { text: string[]; last: number } | undefined {
  const [, quote, start] =
    /^[ \t]*[rRuU]{0,2}("""|'''|"(?!"))(.*)$/.exec((lines[at] ?? '').slice(0, longestLine)) ?? [];
  if (quote === undefined || start === undefined) return undefined;
  const closed = start.indexOf(quote);
  if (closed !== -1) return { text: [start.slice(0, closed)], last: at };
  if (quote === '"') return undefined;
  const text: string[] = [];
  for (let last = at + 1; last < Math.min(lines.length, at + mostDocLines); last += 1) {
    const end = lines[last]!.indexOf(quote);
    text.push(end === -1 ? lines[last]! : lines[last]!.slice(0, end));
    if (end !== -1) return { text: [start.trim(), ...dedentedLines(text)], last };
  }
  return undefined;
}

/** Returns lines without their common indentation. Keeps an empty line at the start. */
function dedentedLines(lines: readonly string[]): string[] {
  const leading = lines.findIndex((line) => line.trim() !== '');
  return leading === -1 ? [] : [...lines.slice(0, leading).map(() => ''), ...dedentBlock(lines)];
}

function withoutComments(lines: readonly string[]): string {
  return lines.map((line) => line.slice(0, longestLine).replace(/#.*$/, '')).join('\n');
}

/** Returns what a module imports by name. */
export function readImports(lines: readonly string[]): PythonImport[] {
  const text = withoutComments(lines);
  const found: PythonImport[] = [];
  for (const [, from = '', listed = ''] of text.matchAll(
    /^[ \t]*from[ \t]+([\w.]{1,200})[ \t]+import[ \t]+(\([^()]{1,20000}\)|[^\n(]{1,2000})/gm,
  )) {
    for (const one of listed.replace(/[()\\]/g, ' ').split(',')) {
      const [, name, as] = /^\s*(\w+|\*)(?:\s+as\s+(\w+))?\s*$/.exec(one) ?? [];
      if (name !== undefined) found.push({ from, name, as: as ?? name });
    }
  }
  return found;
}

/**
 * Returns the names in `__all__`, the public ones of a module, those that it imports too. Returns undefined if there is no such
 * list, or if a part of it is no list of names.
 */
export function readExports(lines: readonly string[]): string[] | undefined {
  const text = withoutComments(lines);
  const found: string[] = [];
  for (const [, square, round] of text.matchAll(
    /^[ \t]*__all__\b(?:[^=\n]{0,100}=[ \t]*(?:\[([^[\]]{0,20000})\]|\(([^()]{0,20000})\))[ \t]*$)?/gm,
  )) {
    const list = square ?? round;
    const names = (list ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
    const isList = names.every((one) => /^(["'])\w+\1$/.test(one));
    if (list === undefined || !isList) return undefined;
    found.push(...names.map((one) => one.slice(1, -1)));
  }
  return found.length === 0 ? undefined : found;
}
