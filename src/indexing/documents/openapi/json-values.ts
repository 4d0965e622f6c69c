import { isObject } from '../../../base/json.ts';

/** An object of JSON whose fields are yet to be looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The object, or an empty one where a description has something else. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The list's first items, or none where a description has something else. */
export function listOf(value: unknown, max = 500): unknown[] {
  return Array.isArray(value) ? value.slice(0, max) : [];
}

/** Text of a string, number or boolean; '' for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A field of an object, own ones only: a description may name `__proto__` or `constructor`. */
export function field(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Entries of large objects, so that many references to one are not many walks through it. */
const known = new WeakMap<JsonObject, [string, unknown][]>();
const largeObject = 100;
const mostEntries = 10_000;

/** The first entries of an object, 10,000 at most; none where a description has something else. */
export function entriesOf(value: unknown, max = 1000): [string, unknown][] {
  const object = objectOf(value);
  const held = known.get(object);
  if (held) return held.slice(0, max);
  const entries = Object.entries(object).slice(0, mostEntries);
  if (entries.length > largeObject) known.set(object, entries);
  return entries.slice(0, max);
}
