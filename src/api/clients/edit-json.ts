import { isDeepStrictEqual } from 'node:util';
import {
  createScanner,
  parse,
  parseTree,
  printParseErrorCode,
  visit,
  type Node,
} from 'jsonc-parser';
import { isObject } from '../../base/json.ts';
import { keyVariable } from './clients.ts';

type Entry = Record<string, unknown>;

/** Fields of an entry that define the connection; other fields belong to the user. */
const managed = new Set([
  'type',
  'url',
  'httpUrl',
  'serverUrl',
  'headers',
  'command',
  'args',
  'enabled',
  'tools',
]);
/** Fields with environment variables: the user's variables stay, beside those of the entry. */
const environments = new Set(['env', 'environment']);

/**
 * Adds an entry to a JSON text at a path of keys, or updates it. Keeps all other characters: comments, order, spaces. Keeps the
 * user's fields in an existing entry. Throws an Error if the text cannot be edited.
 */
export function setJsonEntry(text: string, path: string[], entry: Entry): string {
  if (text.trim() === '' || text === byteOrderMark)
    return `${JSON.stringify(nested(path, entry), null, 2)}\n`;
  if (text.startsWith(byteOrderMark))
    return byteOrderMark + setJsonEntry(text.slice(1), path, entry);
  const { root, comments } = readTree(text);
  const style = styleOf(text);
  let node = root;
  for (const [depth, name] of path.entries()) {
    if (node.type !== 'object')
      throw new Error(`${path.slice(0, depth).join('.') || 'the file'} is not an object`);
    const member = node.children?.findLast(({ children }) => children?.[0]?.value === name);
    if (!member) {
      const value = nested(path.slice(depth + 1), entry);
      return insert(text, { node, name, value, style });
    }
    node = member.children![1]!;
  }
  return replace(text, node, { entry, comments, style, path });
}

const byteOrderMark = '\uFEFF';
/** Maximum nesting depth; deeper texts would exhaust the parser's stack. */
const maxDepth = 100;
const options = { allowTrailingComma: true };

/** Parses JSON with comments and trailing commas. Throws an Error that names the first wrong line. */
function readTree(text: string): { root: Node; comments: [number, number][] } {
  const comments: [number, number][] = [];
  let depth = 0;
  const enter = (_offset: number, _length: number, line: number): void => {
    depth += 1;
    if (depth > maxDepth) throw broken('less depth', line);
  };
  const leave = (): void => void (depth -= 1);
  visit(
    text,
    {
      onObjectBegin: enter,
      onArrayBegin: enter,
      onObjectEnd: leave,
      onArrayEnd: leave,
      onComment: (offset, length) => void comments.push([offset, offset + length]),
      onError(code, _offset, _length, line) {
        throw broken(expectations[printParseErrorCode(code)] ?? 'valid JSON', line);
      },
    },
    options,
  );
  return { root: parseTree(text, [], options)!, comments };
}

/** What the parser expected, by the name of its error. */
const expectations: Record<string, string> = {
  ValueExpected: 'a value',
  PropertyNameExpected: 'a name in quotes',
  ColonExpected: 'a colon',
  CommaExpected: 'a comma',
  CloseBraceExpected: 'a comma or }',
  CloseBracketExpected: 'a comma or ]',
  EndOfFileExpected: 'nothing more',
};

function broken(expected: string, line: number): Error {
  return new Error(`it is not JSON: ${expected} was expected in line ${line + 1}`);
}

interface Style {
  newline: string;
  unit: string;
}

function styleOf(text: string): Style {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return { newline, unit: /\n([ \t]+)"/.exec(text)?.[1] ?? '  ' };
}

function insert(
  text: string,
  place: { node: Node; name: string; value: unknown; style: Style },
): string {
  const { node, name, value, style } = place;
  const start = node.offset;
  const outer = indentAt(text, start);
  const last = node.children?.at(-1);
  const inner = last ? indentAt(text, last.offset) : outer + style.unit;
  const member = `${JSON.stringify(name)}: ${printed(value, inner, style)}`;
  if (!last) {
    // Comments in an empty object stay, after the new entry.
    const end = endOf(node) - 1;
    const rest = text.slice(start + 1, end);
    const closing = rest.trim() === '' ? `${style.newline}${outer}` : rest;
    return `${text.slice(0, start + 1)}${style.newline}${inner}${member}${closing}${text.slice(end)}`;
  }
  const trailing = commaAfter(text, endOf(last));
  const comma = trailing ?? endOf(last);
  const before = trailing === undefined ? `${text.slice(0, comma)},` : text.slice(0, comma);
  // A comment at the end of the last member's line belongs to that member.
  const remark = /[ \t]*\/\/[^\r\n]*/y;
  remark.lastIndex = comma;
  const kept = remark.exec(text)?.[0] ?? '';
  const after = text.slice(comma + kept.length);
  return `${before}${kept}${style.newline}${inner}${member}${after}`;
}

function replace(
  text: string,
  node: Node,
  {
    entry,
    comments,
    style,
    path,
  }: { entry: Entry; comments: [number, number][]; style: Style; path: string[] },
): string {
  if (node.type !== 'object') throw new Error(`${path.join('.')} is not an object`);
  const [start, end] = [node.offset, endOf(node)];
  const own = parse(text.slice(start, end), [], options) as Entry;
  const kept = Object.entries(own).filter(([key]) => !managed.has(key));
  const wanted: Entry = { ...entry, ...Object.fromEntries(kept) };
  for (const name of environments) {
    if (!isObject(own[name])) continue;
    const variables = { ...withoutReference(own[name]), ...(entry[name] as Entry | undefined) };
    if (Object.keys(variables).length > 0) wanted[name] = variables;
    else delete wanted[name];
  }
  if (isDeepStrictEqual(own, wanted)) return text;
  if (comments.some(([from]) => from > start && from < end)) {
    throw new Error(`${path.join('.')} exists already and has comments, which would be lost`);
  }
  return text.slice(0, start) + printed(wanted, indentAt(text, start), style) + text.slice(end);
}

/** Removes the variable that refers to the key. A literal key stays, because the user wrote it. */
function withoutReference(variables: Entry): Entry {
  const { [keyVariable]: key, ...others } = variables;
  return typeof key === 'string' && key.includes(keyVariable) ? others : variables;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Returns the end of the comma that follows a position, comments aside; undefined without one. */
function commaAfter(text: string, position: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(position);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getPosition() : undefined;
}

function nested(path: string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

function printed(value: unknown, indent: string, { newline, unit }: Style): string {
  return JSON.stringify(value, null, unit).split('\n').join(`${newline}${indent}`);
}

/** Returns the indentation of the line at a position. */
function indentAt(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
