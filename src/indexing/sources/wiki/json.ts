/** An object of an answer, nothing known of its fields. */
export type Json = Readonly<Record<string, unknown>>;

/** The objects of a list; none for anything else. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A field's text, or a number's digits; '' for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

/** What stands at a path of fields; undefined where one is missing. */
export function at(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) found = isObject(found) ? found[name] : undefined;
  return found;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
