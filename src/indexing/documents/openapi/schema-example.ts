import { isObject, objectOf } from '../../../base/json.ts';
import { entriesOf, field, listOf, textOf } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import type { Resolve } from './refs.ts';
import { flattenAllOf, variantsOf } from './schema-properties.ts';
import { typesOf } from './schema-type.ts';

/** Direction of a value. Fields for the other direction only are left out. */
export type Direction = 'request' | 'response';

interface Making {
  resolve: Resolve;
  direction: Direction;
  depth: number;
  /** Number of values that the whole example can still create. */
  budget: { left: number };
}

const maxDepth = 5;
const maxValues = 120;
const maxFields = 20;

/**
 * Returns a value that fits the schema, from the schema's own examples if there are any; undefined
 * if nothing is known.
 */
export function exampleOf(schema: unknown, resolve: Resolve, direction: Direction): unknown {
  return make(schema, { resolve, direction, depth: 0, budget: { left: maxValues } });
}

function make(schema: unknown, making: Making): unknown {
  making.budget.left -= 1;
  const { value, name } = making.resolve(schema);
  const given = givenValue(value);
  if (given !== undefined) return given;
  if (making.depth > maxDepth || making.budget.left < 0)
    return name === '' ? undefined : `<${name}>`;
  const inner = { ...making, depth: making.depth + 1 };
  const [variant] = variantsOf(value);
  if (variant !== undefined && !isObject(field(value, 'properties'))) return make(variant, inner);
  return makeTyped(value, inner);
}

/** Returns an example, default, constant or first permitted value of the schema itself. */
export function givenValue(schema: JsonObject): unknown {
  const [fromList] = listOf(field(schema, 'examples'), 1);
  const [permitted] = listOf(field(schema, 'enum'), 1);
  const candidates = [
    field(schema, 'example'),
    fromList,
    field(schema, 'const'),
    field(schema, 'default'),
    permitted,
  ];
  return candidates.find((value) => value !== undefined && value !== null);
}

function makeTyped(schema: JsonObject, making: Making): unknown {
  const type = typesOf(schema).find((one) => one !== 'null');
  if (type === 'array' || isObject(field(schema, 'items'))) {
    const item = make(field(schema, 'items'), making);
    return item === undefined ? [] : [item];
  }
  const isComposed = listOf(field(schema, 'allOf')).length > 0;
  if (type === 'object' || isComposed || isObject(field(schema, 'properties')))
    return makeObject(schema, making);
  return makeLeaf(type, schema);
}

function makeLeaf(type: string | undefined, schema: JsonObject): unknown {
  if (type === 'integer' || type === 'number') return numberOf(schema);
  if (type === 'boolean') return true;
  // Swagger 2.0 has a separate type for uploads.
  if (type === 'file') return '<binary>';
  return type === 'string' ? stringOf(schema) : undefined;
}

function makeObject(schema: JsonObject, making: Making): unknown {
  const object = new Map<string, unknown>();
  const unwanted = making.direction === 'request' ? 'readOnly' : 'writeOnly';
  for (const part of flattenAllOf(schema, making.resolve)) {
    for (const [name, property] of entriesOf(field(part, 'properties'), maxFields)) {
      if (object.size >= maxFields || making.budget.left < 0) break;
      if (field(objectOf(property), unwanted) === true) continue;
      const value = make(property, making);
      if (value !== undefined) object.set(name, value);
    }
  }
  const values = field(schema, 'additionalProperties');
  if (object.size === 0 && isObject(values)) object.set('key', make(values, making));
  return Object.fromEntries(object);
}

function numberOf(schema: JsonObject): number {
  const least = field(schema, 'minimum');
  return typeof least === 'number' ? least : 1;
}

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2024-01-31T12:00:00Z',
  date: '2024-01-31',
  time: '12:00:00',
  email: 'user@example.com',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  uri: 'https://example.com',
  url: 'https://example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'U3dhZ2dlcg==',
  binary: '<binary>',
  password: '********',
};

function stringOf(schema: JsonObject): string {
  const format = textOf(field(schema, 'format'));
  return Object.hasOwn(byFormat, format) ? byFormat[format]! : 'string';
}
