import { isObject } from '../../../base/json.ts';
import type { Expansion, IncludePlace } from './expansion.ts';
import { includeCandidates } from './include-path.ts';
import { readYamlObject } from './yaml-object.ts';

/** A use of a variable: `{{ name }}`. `${{ name }}` is of another tool. */
const variable = /(?<!\$)\{\{ ?([\w.]{1,100}) ?\}\}/g;
/** Plugins that replace variables. */
const plugins = new Set(['macros', 'markdownextradata']);
const mostVariables = 500;
const mostDepth = 4;

const name = 'mkdocs.yml';

/** Returns whether a path is that of the configuration of a site of MkDocs. */
export function isSiteConfiguration(path: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}

/**
 * Replaces the variables in the lines of a document by their values under `extra` in the mkdocs.yml of the nearest folder.
 * https://mkdocs-macros-plugin.readthedocs.io/
 */
export function withVariables(
  lines: readonly string[],
  place: IncludePlace,
  expansion: Expansion,
): readonly string[] {
  if (place.chain.length > 1 || !lines.some((line) => line.search(variable) !== -1)) return lines;
  const file = expansion.open(includeCandidates(name, [place.path]), place);
  const values = file ? variablesIn(file.lines.join('\n')) : new Map<string, string>();
  if (values.size === 0) return lines;
  return lines.map((line) =>
    line.replace(variable, (whole, path: string) => values.get(path) ?? whole),
  );
}

function variablesIn(text: string): Map<string, string> {
  const values = new Map<string, string>();
  const site = readYamlObject(text);
  if (!replaces(site['plugins'])) return values;
  const add = (path: string, value: unknown, depth: number): void => {
    if (values.size >= mostVariables || depth > mostDepth) return;
    if (typeof value === 'string') values.set(path, value);
    if (!isObject(value)) return;
    for (const [key, one] of Object.entries(value)) add(`${path}.${key}`, one, depth + 1);
  };
  if (isObject(site['extra'])) {
    for (const [key, value] of Object.entries(site['extra'])) add(key, value, 1);
  }
  return values;
}

/** Returns whether one of the plugins, a list of names or of objects with a name, replaces variables. */
function replaces(listed: unknown): boolean {
  const all = Array.isArray(listed) ? listed : [listed];
  const names = all.flatMap((one) => (isObject(one) ? Object.keys(one) : [String(one)]));
  return names.some((one) => plugins.has(one));
}
