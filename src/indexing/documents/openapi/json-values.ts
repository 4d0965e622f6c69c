import { objectOf } from '../../../base/json.ts';

/** A JSON object whose fields are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the list's first items; none if the value is no list. */
export function listOf(value: unknown, max = 500): unknown[] {
  return Array.isArray(value) ? value.slice(0, max) : [];
}

/** Returns the text of a string, number or boolean; '' for any other value. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Returns an own field of an object. A description can name `__proto__` or `constructor`. */
export function field(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Caches the entries of large objects, because many references can share one object. */
const known = new WeakMap<JsonObject, [string, unknown][]>();
const largeObject = 100;
const mostEntries = 10_000;

/** Returns the first entries of an object, at most 10,000; none if the value is no object. */
export function entriesOf(value: unknown, max = 1000): [string, unknown][] {
  const object = objectOf(value);
  const held = known.get(object);
  if (held) return held.slice(0, max);
  const entries = Object.entries(object).slice(0, mostEntries);
  if (entries.length > largeObject) known.set(object, entries);
  return entries.slice(0, max);
}
