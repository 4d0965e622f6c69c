import { isObject } from './json.ts';

/** An object of an API's answer, whose fields are unknown. */
export type Json = Readonly<Record<string, unknown>>;

/** Returns the objects of a list; none for any other value. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns a text, or the digits of a number; '' for any other value. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

/** Returns the value at a path of fields or list indexes; undefined if a part is missing. */
export function fieldAt(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined;
  }
  return found;
}
