import { isObject, objectOf } from '../../../base/json.ts';
import { textOf } from '../../../base/json-fields.ts';
import { listOf } from '../openapi/json-values.ts';
import { readYamlObject } from './yaml-object.ts';

/** The settings that list the objects of a reference. */
export const quartodocKey = /^quartodoc:/m;

/** Returns whether a file has the settings of a site of Quarto, such as `_quarto.yml`. */
export function isQuartoProject(path: string): boolean {
  return /(?:^|\/)_quarto[\w-]{0,60}\.ya?ml$/.test(path);
}

/** Returns whether the settings of a site of Quarto list the objects of a reference. */
export function hasQuartodoc(content: string): boolean {
  return quartodocKey.test(content);
}

const mostObjects = 2_000;
/** Sections have pages, and pages have objects. */
const deepest = 5;
const dottedName = /^[A-Za-z_]\w{0,100}(?:\.\w{1,100}){0,20}$/;
const memberName = /^\w{1,100}$/;

/**
 * Returns the reference that quartodoc makes of the settings of a site, as Markdown with a place of mkdocstrings for each object.
 * https://machow.github.io/quartodoc/get-started/basic-content.html
 */
export function quartodocPage(content: string): string {
  const settings = objectOf(readYamlObject(content)['quartodoc']);
  const { sections } = settings;
  const lines = listOf(sections, mostObjects).flatMap((one) =>
    entryLines(one, packageOf(settings, ''), 2),
  );
  return [`# ${textOf(settings['title']) || 'Function reference'}`, ...lines].join('\n');
}

/** Returns the lines of a section, a page or an object. */
function entryLines(entry: unknown, around: string, level: number): string[] {
  const marks = '#'.repeat(level);
  if (typeof entry === 'string') return objectLines({ name: entry }, around, marks);
  if (!isObject(entry) || level > deepest) return [];
  const own = packageOf(entry, around);
  if (entry['contents'] === undefined) return objectLines(entry, own, marks);
  const { name, desc } = objectOf(entry['summary']);
  const title = textOf(name) || textOf(entry['title']) || textOf(entry['subtitle']);
  const inner = listOf(entry['contents'], mostObjects);
  return [
    '',
    ...(title === '' ? [] : [`${marks} ${title}`, '']),
    textOf(desc) || textOf(entry['desc']),
    ...inner.flatMap((one) => entryLines(one, own, title === '' ? level : level + 1)),
  ];
}

function objectLines(entry: Record<string, unknown>, around: string, marks: string): string[] {
  const name = textOf(entry['name']).replace(':', '.');
  const path = around === '' ? name : `${around}.${name}`;
  if (!dottedName.test(path)) return [];
  const members = Array.isArray(entry['members'])
    ? [`    members: [${entry['members'].filter(isMemberName).join(', ')}]`]
    : [];
  const inherited = `    inherited_members: ${entry['include_inherited'] === 'true'}`;
  const title = name.slice(name.lastIndexOf('.') + 1).replaceAll('_', String.raw`\_`);
  const heading = `${marks} ${title} {#${path}}`;
  return ['', heading, '', `::: ${path}`, '  options:', ...members, inherited];
}

/** Returns the package of the names in an entry: its own, or else that of the entry around it. */
function packageOf(entry: Record<string, unknown>, around: string): string {
  const own = entry['package'];
  if (own === undefined) return around;
  return own === 'null' ? '' : textOf(own);
}

function isMemberName(value: unknown): value is string {
  return typeof value === 'string' && memberName.test(value);
}
