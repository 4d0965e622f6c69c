import { isObject } from '../../base/json.ts';
import { longFenced } from './fences.ts';

/** Lists in front matter from which the template of a site makes a reference, with their headings. */
const headings = new Map([
  ['parameters', 'Parameters'],
  ['params', 'Parameters'],
  ['arguments', 'Arguments'],
  ['options', 'Options'],
  ['variables', 'Variables'],
  ['attributes', 'Attributes'],
  ['properties', 'Properties'],
]);
/** Maximum number of items of a list, and of characters of a description. */
const limits = { items: 200, description: 4_000 };

/**
 * Returns the reference that a page has only in its front matter, as Markdown below its text: parameters with a name and a
 * description, as in Statamic's and Marlin's documentation, and examples with code.
 */
export function listsIn(values: Readonly<Record<string, unknown>>): string[] {
  const lists = [...headings].flatMap(([name, heading]) =>
    section(
      heading,
      itemsIn(values[name]).flatMap((item) => itemLines(item, '')),
    ),
  );
  return [...lists, ...section('Examples', itemsIn(values['examples']).flatMap(exampleLines))];
}

type Item = Readonly<Record<string, unknown>>;

function itemsIn(value: unknown): Item[] {
  return Array.isArray(value) ? value.slice(0, limits.items).filter(isObject) : [];
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${heading}`, '', ...lines];
}

/** Returns an item of a Markdown list for a parameter, and the values below it that have a meaning; nothing without a description. */
function itemLines(item: Item, margin: string): string[] {
  const name = textOf(item['name'] ?? item['tag']);
  const description = textOf(item['description']);
  if (name === '' || description === '') return [];
  const values = itemsIn(item['values']);
  const type = textOf(item['type']) || textOf(values.find((value) => 'type' in value)?.['type']);
  const flags = ['required', 'optional'].filter((flag) => item[flag] === true);
  const fallback = textOf(item['default']);
  const facts = [type, ...flags, fallback && `default \`${fallback}\``].filter(Boolean).join(', ');
  const lead = `${margin}- \`${name}\`${facts === '' ? '' : ` (${facts})`}: `;
  const [first = '', ...rest] = description.split('\n');
  const below = rest.map((line) => (line.trim() === '' ? '' : `${margin}  ${line}`));
  return [
    lead + first,
    ...below,
    ...(margin === '' ? values.flatMap((each) => itemLines(each, '  ')) : []),
  ];
}

function exampleLines(item: Item): string[] {
  const code = textOf(item['code']);
  if (code === '') return [];
  const lead = textOf(item['pre'] ?? item['title'] ?? item['description']);
  return [lead, '', ...longFenced(code.split('\n'), ''), ''];
}

function textOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.trim().slice(0, limits.description) : '';
}
