import { LRUCache } from 'lru-cache';
import { parse as parseToml } from 'smol-toml';
import { isObject } from '../../../base/json.ts';
import { splitFrontMatter } from '../front-matter.ts';
import type { IncludePlace } from './expansion.ts';
import { readYamlObject } from './yaml-object.ts';

const mostValues = 500;
const mostDepth = 4;
/** The configurations that were read last, by their names and texts, up to two million characters. Each page of a site reads the same ones. */
const known = new LRUCache<string, Readonly<Record<string, unknown>>>({
  maxSize: 2_000_000,
  sizeCalculation: (_, { length }) => length,
});

/**
 * Returns the object in the configuration of a site that is nearest to a document, in TOML or YAML. The file can have one of several
 * names, the likeliest first. Returns undefined if there is no such file.
 */
export function nearestConfiguration(
  names: readonly string[],
  place: IncludePlace,
): Readonly<Record<string, unknown>> | undefined {
  const file = place.find(...names);
  if (!file) return undefined;
  const text = file.lines.join('\n');
  const key = `${file.path}\n${text}`;
  const found = known.get(key);
  if (found) return found;
  const read = readConfiguration(file.path, text);
  known.set(key, read);
  return read;
}

/** Returns the object in a configuration in TOML or YAML; an empty one if there is none. */
function readConfiguration(path: string, text: string): Record<string, unknown> {
  if (!path.endsWith('.toml')) return readYamlObject(text);
  try {
    return parseToml(text);
  } catch {
    return {};
  }
}

/** Returns the front matter of a page in TOML or YAML; an empty object if there is none. */
export function readFrontMatter(lines: readonly string[]): Record<string, unknown> {
  const found = splitFrontMatter(lines);
  return found ? readConfiguration(`.${found.format}`, found.source.join('\n')) : {};
}

/** Adds the texts in an object, by their paths: `{ a: { b: 'c' } }` has `c` at `a.b`. */
export function addValues(values: Map<string, string>, written: unknown): void {
  const add = (path: string, value: unknown, depth: number): void => {
    if (values.size >= mostValues || depth > mostDepth) return;
    if (typeof value === 'string') values.set(path, value);
    if (!isObject(value)) return;
    for (const [key, one] of Object.entries(value)) add(`${path}.${key}`, one, depth + 1);
  };
  if (!isObject(written)) return;
  for (const [key, value] of Object.entries(written)) add(key, value, 1);
}
