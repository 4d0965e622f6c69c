import { isObject, objectOf } from '../../../base/json.ts';
import { briefDescription } from './description-blocks.ts';
import { entriesOf, field, listOf, textOf } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import type { Resolve } from './refs.ts';
import { typeLabel, typesOf, valueNotes } from './schema-type.ts';
import { boundedLines, brief, code, sentences } from './words.ts';

/** One property of a schema, for readers. */
export interface Property {
  /** Dotted path; `[]` follows a list. */
  name: string;
  type: string;
  required: boolean;
  /** The description in one line. */
  description: string;
  /** Its default, its values and its bounds in one line. */
  notes: string;
  /** The same with few values. */
  briefNotes: string;
}

const maxProperties = 80;
const maxInlineDepth = 3;
const maxParts = 20;
/** A table says all of a description that a reader may need, a list its beginning. */
const maxDescription = { table: 2_000, list: 220 };
const longDescription = 120;

/** Caches the properties of schemas, because thousands of operations can refer to one. */
const known = new WeakMap<JsonObject, Property[]>();

/**
 * Returns the properties of a schema and of its `allOf`. Includes the properties of inline objects,
 * by their path.
 */
export function schemaProperties(schema: unknown, resolve: Resolve): Property[] {
  const held = isObject(schema) ? known.get(schema) : undefined;
  if (held) return held;
  const found: Property[] = [];
  collect(schema, '', { found, resolve, depth: 0 });
  if (isObject(schema)) known.set(schema, found);
  return found;
}

interface Collecting {
  found: Property[];
  resolve: Resolve;
  depth: number;
}

function collect(schema: unknown, prefix: string, state: Collecting): void {
  for (const part of flattenAllOf(schema, state.resolve)) {
    const required = new Set(listOf(field(part, 'required')).map(textOf));
    for (const [name, property] of entriesOf(field(part, 'properties'), maxProperties)) {
      if (state.found.length >= maxProperties) return;
      addProperty({ name: `${prefix}${name}`, property, required: required.has(name) }, state);
    }
  }
}

interface NamedProperty {
  name: string;
  property: unknown;
  required: boolean;
}

/** Returns a property for readers, without those of inline objects. */
export function describeProperty(
  { name, property, required }: NamedProperty,
  resolve: Resolve,
): Property {
  const { value } = resolve(property);
  const described = briefDescription(field(value, 'description'), maxDescription.table);
  const readOnly = field(value, 'readOnly') === true ? 'Read-only.' : '';
  return {
    name,
    type: typeLabel(property, resolve),
    required,
    description: sentences([field(value, 'deprecated') === true ? 'Deprecated.' : '', described]),
    notes: sentences([valueNotes(value, resolve), readOnly]),
    briefNotes: sentences([valueNotes(value, resolve, 'list'), readOnly]),
  };
}

function addProperty({ name, property, required }: NamedProperty, state: Collecting): void {
  const written = objectOf(property);
  state.found.push(describeProperty({ name, property, required }, state.resolve));
  if (Object.hasOwn(written, '$ref') || state.depth >= maxInlineDepth) return;
  const inner = { ...state, depth: state.depth + 1 };
  if (typesOf(written).includes('array')) {
    const items = objectOf(field(written, 'items'));
    if (!Object.hasOwn(items, '$ref')) collect(items, `${name}[].`, inner);
  } else collect(written, `${name}.`, inner);
}

/**
 * Returns a schema and the parts of its `allOf`. Follows references, and visits each part once,
 * because a part can contain itself.
 */
export function flattenAllOf(schema: unknown, resolve: Resolve): JsonObject[] {
  const parts: JsonObject[] = [];
  const queue: unknown[] = [schema];
  const seen = new Set<unknown>();
  while (queue.length > 0 && parts.length < maxParts) {
    const { value } = resolve(queue.shift());
    const properties = field(value, 'properties') ?? value;
    if (seen.has(properties)) continue;
    seen.add(properties);
    parts.push(value);
    queue.push(...listOf(field(value, 'allOf'), maxParts));
  }
  return parts;
}

/** Returns properties as list items. */
export function propertyItems(properties: Property[]): string[] {
  return properties.map(({ name, type, required, description, briefNotes }) => {
    const facts = required ? `${type}, required` : type;
    const about = sentences([brief(description, maxDescription.list), briefNotes]);
    return `- ${code(name)} (${facts})${about ? `: ${about}` : ''}`;
  });
}

/** Returns whether a list shows only the beginning of the description of a property, or of its values. */
export function isCutInList({ description, notes, briefNotes }: Property): boolean {
  return description.length > maxDescription.list || notes !== briefNotes;
}

/** Maximum number of characters of a table. */
const maxTable = 24_000;

/** Returns properties as a Markdown table. The count of omitted rows follows it. */
export function propertyTable(properties: Property[], what = 'Property'): string {
  const rows = properties.map(({ name, type, required, description, notes }) => {
    const about = sentences([description, notes]);
    return `| ${[code(name), type, required ? 'yes' : 'no', about].map(cell).join(' | ')} |`;
  });
  const head = [`| ${what} | Type | Required | Description |`, '| --- | --- | --- | --- |'];
  return boundedLines([...head, ...rows], maxTable).replace(/\n(?=- … and )/, '\n\n');
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|');
}

/** Returns true if a schema says more than the name of another schema. */
export function isWorthReading(schema: unknown, resolve: Resolve): boolean {
  if (!isObject(schema) || Object.hasOwn(schema, '$ref')) return false;
  if (listOf(field(schema, 'enum')).length > 0) return true;
  const { length } = textOf(field(schema, 'description'));
  if (length > (isPrimitive(schema) ? longDescription : 0)) return true;
  return variantsOf(schema).length > 1 || schemaProperties(schema, resolve).length >= 2;
}

/** A named string or number is little more than an alias, unless its description is long. */
function isPrimitive(schema: JsonObject): boolean {
  return typesOf(schema).some((type) => type !== 'object' && type !== 'array');
}

/** Returns the alternatives of a schema. */
export function variantsOf(schema: JsonObject): unknown[] {
  const one = listOf(field(schema, 'oneOf'));
  return one.length > 0 ? one : listOf(field(schema, 'anyOf'));
}
