import { isObject, objectOf } from '../../../base/json.ts';
import { field, listOf, textOf } from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import type { Resolve } from './refs.ts';
import { brief, code } from './words.ts';

const maxDepth = 4;
const maxVariants = 5;
const maxLabel = 120;

/**
 * Returns a schema's type in a few words: `string (date)`, `User[]`, `Cat | Dog`, `map of integer`.
 * References to objects stay names.
 */
export function typeLabel(schema: unknown, resolve: Resolve, depth = 0): string {
  if (depth > maxDepth || !isObject(schema)) return 'any';
  if (typeof field(schema, '$ref') === 'string') return referenceLabel(schema, resolve);
  const inner = { resolve, depth };
  const label = combinedLabel(schema, inner) || plainLabel(schema, inner);
  return brief(field(schema, 'nullable') === true ? `${label} | null` : label, maxLabel);
}

interface Place {
  resolve: Resolve;
  depth: number;
}

const primitives = new Set(['string', 'integer', 'number', 'boolean']);

/**
 * Returns the name of a reference's target. For a string or number, returns the type instead,
 * because it says more.
 */
function referenceLabel(schema: JsonObject, resolve: Resolve): string {
  const { value, name } = resolve(schema);
  const types = typesOf(value);
  const isPlain = types.length > 0 && types.every((type) => primitives.has(type));
  return isPlain ? plainLabel(value, { resolve, depth: 1 }) : name || 'any';
}

function combinedLabel(schema: JsonObject, { resolve, depth }: Place): string {
  for (const [name, separator] of [
    ['oneOf', ' | '],
    ['anyOf', ' | '],
    ['allOf', ' & '],
  ] as const) {
    const all = listOf(field(schema, name));
    if (all.length === 0) continue;
    const labels = all.slice(0, maxVariants).map((part) => typeLabel(part, resolve, depth + 1));
    const known = [...new Set(labels)].filter((label) => separator === ' | ' || label !== 'any');
    if (all.length > maxVariants) known.push('…');
    if (known.length > 0) return known.join(separator);
  }
  return '';
}

function plainLabel(schema: JsonObject, place: Place): string {
  const constant = field(schema, 'const');
  if (constant !== undefined) return brief(literal(constant), 60);
  const types = typesOf(schema);
  if (types.length < 2) return oneTypeLabel(types[0] ?? impliedType(schema), schema, place);
  return types.map((type) => oneTypeLabel(type, schema, place)).join(' | ');
}

/** Many descriptions omit `type` if another keyword implies it. */
function impliedType(schema: JsonObject): string {
  if (isObject(field(schema, 'items'))) return 'array';
  if (isObject(field(schema, 'properties'))) return 'object';
  return listOf(field(schema, 'enum')).length > 0 ? 'enum' : 'any';
}

function oneTypeLabel(type: string, schema: JsonObject, { resolve, depth }: Place): string {
  if (type === 'object') return objectLabel(schema, { resolve, depth });
  if (type !== 'array') {
    const format = textOf(field(schema, 'format'));
    return format === '' || type === 'null' ? type : `${type} (${format})`;
  }
  const items = typeLabel(field(schema, 'items'), resolve, depth + 1);
  return items.includes(' ') ? `array of ${items}` : `${items}[]`;
}

function objectLabel(schema: JsonObject, { resolve, depth }: Place): string {
  const values = field(schema, 'additionalProperties');
  const isMap = isObject(values) && Object.keys(objectOf(field(schema, 'properties'))).length === 0;
  return isMap ? `map of ${typeLabel(values, resolve, depth + 1)}` : 'object';
}

/** Returns the types of a schema: one, or several as OpenAPI 3.1 allows. */
export function typesOf(schema: JsonObject): string[] {
  const type = field(schema, 'type');
  if (typeof type === 'string') return [type];
  return listOf(type, 8).filter((one) => typeof one === 'string');
}

/** Maximum number of permitted values in a list of parameters or properties, and in a table. */
const maxEnum = { list: 15, table: 100 };

/** Returns further facts about a value: its default, its permitted values or those of its items, and its bounds. */
export function valueNotes(
  schema: JsonObject,
  resolve: Resolve,
  place: keyof typeof maxEnum = 'table',
): string {
  const fallback = field(schema, 'default');
  const isShown = fallback !== undefined && !isObject(fallback);
  return [
    isShown ? `Default: ${code(brief(literal(fallback), 60))}.` : '',
    valuesOf('One of', schema, maxEnum[place]) ||
      valuesOf('Each one of', resolve(field(schema, 'items')).value, maxEnum[place]),
    bounds(schema),
  ]
    .filter((note) => note !== '')
    .join(' ');
}

function valuesOf(label: string, schema: JsonObject, most: number): string {
  const values = listOf(field(schema, 'enum'), 1000);
  const shown = values.slice(0, most).map((value) => code(brief(literal(value), 60)));
  if (shown.length === 0) return '';
  return `${label}: ${shown.join(', ')}${values.length > most ? ', …' : ''}.`;
}

/** Keywords of JSON Schema for the least and the most, and what they count. */
const boundWords = [
  ['minimum', 'maximum', ''],
  ['minLength', 'maxLength', ' characters'],
  ['minItems', 'maxItems', ' items'],
] as const;

function bounds(schema: JsonObject): string {
  const notes = boundWords.map(([least, most, counted]) => {
    const low = textOf(field(schema, least));
    const high = textOf(field(schema, most));
    if (low !== '' && high !== '') return `From ${low} to ${high}${counted}.`;
    if (high !== '') return `At most ${high}${counted}.`;
    return low === '' ? '' : `At least ${low}${counted}.`;
  });
  return notes.filter((note) => note !== '').join(' ');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? value : shallowJson(value);
}

/**
 * Returns the JSON of a small value. A deeply nested default is not worth showing, and could be
 * hostile.
 */
function shallowJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) && value.every((item) => typeof item !== 'object')
    ? JSON.stringify(value.slice(0, 10))
    : '{…}';
}
