import { characterNamed } from '../entities.ts';

/** The marks around the name of an entity that is defined nowhere. No text of people has them. */
const open = '\ue000';
const close = '\ue001';

/** What can stand before the type of a document: spaces, instructions and comments. */
const beforeType = /(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/y;
const declaration = /<!ENTITY\s+([\w.:-]{1,200})\s+(?:"([^"]{0,5000})"|'([^']{0,5000})')/g;
/** Sections whose text is data, comments, and references to entities. */
const reference =
  /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|&([A-Za-z_][\w.:-]{0,200});/g;
const ownNames = new Set(['lt', 'gt', 'amp', 'quot', 'apos']);
/** Depth of entities in entities, and characters of all their values. */
const limits = { depth: 5, characters: 1_000_000 };

/** Returns the declarations of a document type or of a file with declarations, one on each line, without comments and conditions. */
export function declarationsIn(text: string): string[] {
  return [...text.matchAll(declaration)].map(([whole]) => `${whole}>`);
}

/**
 * Returns the text of a document of XML without its type. Replaces the entities that the type declares, and marks those that
 * it does not.
 */
export function withEntities(content: string): string {
  const { type, rest } = splitType(content);
  const values = new Map<string, string>();
  for (const [, name = '', double, single = ''] of type.matchAll(declaration)) {
    if (!values.has(name)) values.set(name, double ?? single);
  }
  let left = limits.characters;
  const expand = (text: string, depth: number): string =>
    text.replace(reference, (whole, name: string | undefined) => {
      if (name === undefined || ownNames.has(name)) return whole;
      const value = values.get(name);
      if (value === undefined) return characterNamed(name) ?? `${open}${name}${close}`;
      left -= value.length;
      return depth === 0 || left < 0 ? '' : expand(value, depth - 1);
    });
  return expand(rest, limits.depth);
}

/** Splits a document into the declarations of its type, and its elements. Code in these can show the type of another document. */
function splitType(content: string): { type: string; rest: string } {
  beforeType.lastIndex = 0;
  const start = beforeType.exec(content)![0].length;
  if (!content.startsWith('<!DOCTYPE', start)) return { type: '', rest: content };
  const end = content.indexOf('>', start);
  const bracket = content.indexOf('[', start);
  if (end === -1) return { type: '', rest: content };
  if (bracket === -1 || bracket > end) return { type: '', rest: content.slice(end + 1) };
  const last = /\]\s{0,9}>/g;
  last.lastIndex = bracket;
  if (last.exec(content) === null) return { type: '', rest: content.slice(end + 1) };
  return { type: content.slice(bracket, last.lastIndex), rest: content.slice(last.lastIndex) };
}

const marked = new RegExp(`${open}([^${close}]*)${close}`, 'g');

/** Replaces the names of undefined entities in a text, such as `null` and `php.ini`. */
export function withNames(text: string, write = (name: string): string => name): string {
  return text.replace(marked, (_, name: string) => write(name));
}

/** Returns the name of the undefined entity that a text consists of. */
export function loneEntity(text: string): string | undefined {
  const [whole, name] = text.includes(open) ? (new RegExp(marked.source).exec(text) ?? []) : [];
  return whole === text.trim() ? name : undefined;
}
