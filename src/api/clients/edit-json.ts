import { isDeepStrictEqual } from 'node:util';
import { keyVariable } from './clients.ts';
import { readJsonText, type JsonMember, type JsonNode } from './json-text.ts';

type Entry = Record<string, unknown>;

/** Fields of an entry that say how the server is reached; others are the user's own. */
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
/** Fields that set the environment of a program: what a user set there stays beside the variables of the entry. */
const environments = new Set(['env', 'environment']);

/**
 * Puts an entry into a JSON text at a path of names and leaves every other character as it is: comments, order, spaces. What a
 * user added to an entry that is there already stays. Throws an Error that says why a text cannot be edited.
 */
export function setJsonEntry(text: string, path: string[], entry: Entry): string {
  if (text.trim() === '' || text === '\uFEFF')
    return `${JSON.stringify(nested(path, entry), null, 2)}\n`;
  const { root, comments } = readJsonText(text);
  const style = styleOf(text);
  let node = root;
  for (const [depth, name] of path.entries()) {
    if (!node.members)
      throw new Error(`${path.slice(0, depth).join('.') || 'the file'} is not an object`);
    const member = node.members.findLast(({ key }) => key === name);
    if (!member) {
      const value = nested(path.slice(depth + 1), entry);
      return insert(text, { node, members: node.members, name, value, style });
    }
    node = member.value;
  }
  return replace(text, node, { entry, comments, style, path });
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
  place: { node: JsonNode; members: JsonMember[]; name: string; value: unknown; style: Style },
): string {
  const { node, members, name, value, style } = place;
  const outer = indentAt(text, node.start);
  const last = members.at(-1);
  const inner = last ? indentAt(text, last.start) : outer + style.unit;
  const member = `${JSON.stringify(name)}: ${printed(value, inner, style)}`;
  if (!last) {
    // Comments in an empty object stay, after what is added.
    const rest = text.slice(node.start + 1, node.end - 1);
    const closing = rest.trim() === '' ? `${style.newline}${outer}` : rest;
    return `${text.slice(0, node.start + 1)}${style.newline}${inner}${member}${closing}${text.slice(node.end - 1)}`;
  }
  const { end } = last.value;
  const comma = last.comma ? text.indexOf(',', skipComments(text, end)) + 1 : end;
  const before = last.comma ? text.slice(0, comma) : `${text.slice(0, comma)},`;
  // A comment at the end of the last member's line belongs to that member.
  const remark = /[ \t]*\/\/[^\r\n]*/y;
  remark.lastIndex = comma;
  const kept = remark.exec(text)?.[0] ?? '';
  const after = text.slice(comma + kept.length);
  return `${before}${kept}${style.newline}${inner}${member}${after}`;
}

function replace(
  text: string,
  { start, end, members }: JsonNode,
  {
    entry,
    comments,
    style,
    path,
  }: { entry: Entry; comments: [number, number][]; style: Style; path: string[] },
): string {
  if (!members) throw new Error(`${path.join('.')} is not an object`);
  const own = Object.fromEntries(
    members.map(({ key, value }) => [key, parsed(text, value, comments)]),
  );
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
    throw new Error(`${path.join('.')} is there already and has comments, which would be lost`);
  }
  return text.slice(0, start) + printed(wanted, indentAt(text, start), style) + text.slice(end);
}

/** Variables without the one that refers to the key; a key that a user wrote out is the user's own. */
function withoutReference(variables: Entry): Entry {
  const { [keyVariable]: key, ...others } = variables;
  return typeof key === 'string' && key.includes(keyVariable) ? others : variables;
}

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of the text without its comments and trailing commas. */
function parsed(text: string, { start, end }: JsonNode, comments: [number, number][]): unknown {
  let plain = '';
  let at = start;
  for (const [from, to] of comments) {
    if (from < start || to > end) continue;
    plain += text.slice(at, from);
    at = to;
  }
  plain += text.slice(at, end);
  // A comma inside a string is matched with its string and put back.
  return JSON.parse(
    plain.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_all, quoted: string) => quoted ?? ''),
  );
}

function skipComments(text: string, from: number): number {
  const trivia = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
  trivia.lastIndex = from;
  trivia.exec(text);
  return trivia.lastIndex;
}

function nested(path: string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

function printed(value: unknown, indent: string, { newline, unit }: Style): string {
  return JSON.stringify(value, null, unit).split('\n').join(`${newline}${indent}`);
}

/** The white space that the line of a position begins with. */
function indentAt(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
