import { codeSpan, oneLine } from './block-tags.ts';

const field = /^\s*:(\w+)(?:\s+([^:]+))?:(?:\s+|$)(.*)$/;
const maxTypeLines = 300;
const fieldTitles: Readonly<Record<string, string>> = {
  return: 'Returns',
  returns: 'Returns',
  yields: 'Yields',
  rtype: 'Return type',
  raises: 'Raises',
  raise: 'Raises',
  except: 'Raises',
  exception: 'Raises',
  param: '',
  parameter: '',
  arg: '',
  argument: '',
  key: '',
  keyword: '',
  kwarg: '',
  var: '',
  ivar: '',
  cvar: '',
};

/** What `:type x:` says, by name: it belongs to the item of `:param x:`. */
function fieldTypes(lines: string[], at: number): Map<string, string> {
  const types = new Map<string, string>();
  for (let i = at; i < lines.length && i < at + maxTypeLines; i += 1) {
    const match = /^\s*:type\s+(\S+):\s*(.+)$/.exec(lines[i]!);
    if (match) types.set(match[1]!, match[2]!);
  }
  return types;
}

/** A reStructuredText field list (`:param x: ...`) as list items; `end` equals `at` where there is none. */
export function readFields(lines: string[], at: number): { items: string[]; end: number } {
  const items: string[] = [];
  const types = field.test(lines[at]!) ? fieldTypes(lines, at) : new Map<string, string>();
  let end = at;
  while (end < lines.length) {
    const match = field.exec(lines[end]!);
    const kind = match?.[1] ?? '';
    if (!match || !(kind === 'type' || Object.hasOwn(fieldTitles, kind))) break;
    const next = endOfItem(lines, end);
    const about = oneLine([match[3]!, ...lines.slice(end + 1, next)].join('\n'));
    if (kind !== 'type')
      items.push(fieldItem({ kind, argument: (match[2] ?? '').trim(), about, types }));
    end = nextField(lines, next);
  }
  return { items, end };
}

/** A blank line between two fields does not end their list. */
function nextField(lines: string[], at: number): number {
  const apart = lines[at]?.trim() === '' && field.test(lines[at + 1] ?? '');
  return apart ? at + 1 : at;
}

interface Field {
  kind: string;
  argument: string;
  about: string;
  types: ReadonlyMap<string, string>;
}

function fieldItem({ kind, argument, about, types }: Field): string {
  const title = fieldTitles[kind]!;
  if (title !== '') return `- ${title}${argument ? ` ${codeSpan(argument)}` : ''}: ${about}`;
  const words = argument.split(/\s+/);
  const name = words.pop() ?? '';
  const type = words.join(' ') || (types.get(name) ?? '');
  return `- ${codeSpan(name)}${type ? ` (${codeSpan(type)})` : ''}${about ? `: ${about}` : ''}`;
}

const googleItem = /^(\*{0,2}[\w.]+)(?:\s*\(([^)]*)\))?:\s*(.*)$/;
const numpyItem = /^(\*{0,2}[\w.]+(?:,\s*\*{0,2}\w+)*)(?:\s+:\s*(.*))?$/;

/** The entries of a Google or NumPy section, one list item each; prose stays prose. */
export function readItems(lines: string[]): string[] {
  const items: string[] = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i]!;
    const next = endOfItem(lines, i);
    const more = lines.slice(i + 1, next);
    items.push(line.trim() === '' ? '' : item(line.trim(), more));
    i = next;
  }
  return items.filter((text) => text !== '');
}

function item(line: string, more: string[]): string {
  const google = googleItem.exec(line);
  if (google) return entry(google[1]!, google[2] ?? '', [google[3]!, ...more]);
  const numpy = more.length > 0 ? numpyItem.exec(line) : null;
  return numpy ? entry(numpy[1]!, numpy[2] ?? '', more) : oneLine([line, ...more].join('\n'));
}

function entry(name: string, type: string, about: string[]): string {
  const text = oneLine(about.join('\n'));
  return `- ${codeSpan(name)}${type ? ` (${codeSpan(type.trim())})` : ''}${text ? `: ${text}` : ''}`;
}

/** An item goes on while lines are indented deeper than its first, blank lines within it included. */
function endOfItem(lines: string[], at: number): number {
  const indent = indentOf(lines[at]!);
  let end = at + 1;
  for (let i = at + 1; i < lines.length; i += 1) {
    if (lines[i]!.trim() === '') continue;
    if (indentOf(lines[i]!) <= indent) break;
    end = i + 1;
  }
  return end;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
