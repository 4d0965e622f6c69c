import { isObject } from '../../../../base/json.ts';
import { indentOf, indented } from '../../indentation.ts';
import { includeLimits, type IncludePlace, type Replaced } from '../expansion.ts';
import { readYamlObject } from '../yaml-object.ts';

const directive =
  /^( *)\.\. +rest_(?:parameters|status_code)::[ \t]+(?:(?:success|error)[ \t]+)?(\S{1,300})[ \t]*$/;
const item = /^[ \t]*-[ \t]+([^\s:#]{1,200})(?:[ \t]*:[ \t]*([^\s#]{1,200}))?[ \t]*(?:#.*)?$/;

/**
 * Replaces the parameters and status codes of a method of OpenStack by a list with their descriptions, which a file of YAML has. Returns
 * that list and the index of the last line. See https://docs.openstack.org/os-api-ref/latest/usage.html.
 */
export function restList(
  lines: readonly string[],
  at: number,
  place: IncludePlace,
): Replaced | undefined {
  const [, margin, path = ''] = directive.exec(lines[at]!.slice(0, includeLimits.line)) ?? [];
  if (margin === undefined) return undefined;
  const file = place.findFromDocument(path);
  if (!file) return undefined;
  const entries = entriesOf(file.lines);
  const shown = [''];
  let last = at;
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next]!.slice(0, includeLimits.line);
    if (line.trim() === '') continue;
    if (indentOf(line) <= margin.length) break;
    last = next;
    const [, name, key = name] = item.exec(line) ?? [];
    if (name !== undefined) shown.push(...described(name, key!, entries));
  }
  const taken = place.take([...shown, '']);
  return taken && { shown: indented(taken, margin), last };
}

/** Places of the entries in the lines of a file. Such a file can be long, and a page needs few of its entries. */
const places = new WeakMap<readonly string[], Entries>();
type Entries = ReadonlyMap<string, readonly string[]>;

function entriesOf(lines: readonly string[]): Entries {
  const known = places.get(lines);
  if (known) return known;
  const entries = new Map<string, readonly string[]>();
  const starts = lines.flatMap((line, at) => (/^[^\s#]/.test(line) ? [at] : []));
  for (const [index, start] of starts.entries()) {
    const [, key] = /^(["']?)([^\s:"']{1,200})\1[ \t]*:/.exec(lines[start]!)?.slice(1) ?? [];
    if (key !== undefined) entries.set(key, lines.slice(start, starts[index + 1]));
  }
  places.set(lines, entries);
  return entries;
}

/** Returns an item of a list for a parameter, or for a status code with the key of its reason. */
function described(name: string, key: string, entries: Entries): string[] {
  const own = entries.get(key) ?? entries.get(name) ?? [];
  const [entry] = Object.values(readYamlObject(own.join('\n')));
  const values = new Map(Object.entries(isObject(entry) ? entry : {}));
  const text = (field: string, before = ''): string => {
    const value = values.get(field);
    return typeof value === 'string' ? before + value.trim() : '';
  };
  const facts = [
    text('in'),
    text('type'),
    text('required') === 'false' ? 'optional' : '',
    text('min_version', 'since '),
    text('max_version', 'until '),
  ].filter(Boolean);
  const head = `- \`\`${name}\`\`${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
  return withText(head, text('description') || text(key) || text('default'));
}

function withText(head: string, description: string): string[] {
  if (description === '') return [head];
  const [first = '', ...rest] = description.split('\n');
  // A directive has a line of its own.
  const begun = first.startsWith('..') ? [head, '', `  ${first}`] : [`${head}: ${first}`];
  return [...begun, ...indented(rest, '  '), ''];
}
