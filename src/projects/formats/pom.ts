import { childText, field, tableAt, type Table } from './texts.ts';

const maxExpansions = 20;
const maxParents = 20;

/** A pom, and its parent if that is known. */
export interface Pom {
  /** The element `project`. */
  element: Table;
  /** Its own properties. */
  properties: ReadonlyMap<string, string>;
  parent?: Pom;
}

/** Returns a pom without its parents. */
export function pomOf(element: Table): Pom {
  const properties = tableAt(element, 'properties');
  const texts = Object.keys(properties).map((name) => [name, childText(properties, name)] as const);
  return { element, properties: new Map(texts) };
}

/** Returns a pom and its parents. */
export function lineage(pom: Pom): Pom[] {
  const found = [pom];
  for (let next = pom.parent; next && found.length < maxParents; next = next.parent) {
    if (found.includes(next)) break;
    found.push(next);
  }
  return found;
}

/** Replaces `${property}` by its value in the pom or its parents. Returns '' if a property is unknown. */
export function textIn(pom: Pom, text: string): string {
  let value = text;
  for (let count = 0; /\$\{/.test(value); count += 1) {
    const name = /\$\{([^${}]*)\}/.exec(value)?.[1];
    const found = name === undefined ? undefined : property(pom, name.trim());
    if (found === undefined || count >= maxExpansions || value.length > 1_000) return '';
    value = value.replace(`\${${name}}`, () => found);
  }
  return value;
}

function property(pom: Pom, name: string): string | undefined {
  for (const { element, properties } of lineage(pom)) {
    const set = properties.get(name);
    if (set !== undefined) return set;
    const builtIn = /^(?:project|pom)\.(parent\.)?(version|groupId|artifactId)$/.exec(name);
    const owner = builtIn?.[1] ? field(element, 'parent') : element;
    const value =
      builtIn &&
      (childText(owner, builtIn[2]!) || childText(field(element, 'parent'), builtIn[2]!));
    if (value) return value;
    const [, section, address] =
      /^project\.(?:(scm)\.)?(url|connection|developerConnection|tag)$/.exec(name) ?? [];
    const text = address && childText(section ? field(element, section) : element, address);
    if (text) return text;
  }
  return undefined;
}

/** Returns `group:artifact` of an element, with the properties of a pom. */
export function coordinates(pom: Pom, element: Table): string {
  const group = childText(element, 'groupId') || childText(field(element, 'parent'), 'groupId');
  return `${textIn(pom, group)}:${textIn(pom, childText(element, 'artifactId'))}`;
}
