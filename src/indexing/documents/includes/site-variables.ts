import { isObject } from '../../../base/json.ts';
import type { Expansion, IncludePlace } from './expansion.ts';
import { includeCandidates } from './include-path.ts';
import { readYamlObject } from './yaml-object.ts';

/** A use of a variable: `{{ name }}`. `${{ name }}` is of another tool. */
const variable = /(?<!\$)\{\{ ?([\w.-]{1,100}) ?\}\}/g;
/** Plugins of MkDocs that replace variables. */
const plugins = new Set(['macros', 'markdownextradata']);
const mostVariables = 500;
const mostDepth = 4;

/** Names of configurations, and what reads the values in each. */
const configurations: Readonly<Record<string, (site: Record<string, unknown>) => unknown>> = {
  'mkdocs.yml': (site) => (replaces(site['plugins']) ? site['extra'] : undefined),
  'docset.yml': (site) => site['subs'],
  '_docset.yml': (site) => site['subs'],
};

/** Returns whether a path is that of the configuration of a site with variables. */
export function isSiteConfiguration(path: string): boolean {
  return Object.hasOwn(configurations, path.slice(path.lastIndexOf('/') + 1));
}

/**
 * Replaces the variables in the lines of a document by their values in the nearest configuration of its site: under `extra` in
 * the mkdocs.yml of MkDocs (https://mkdocs-macros-plugin.readthedocs.io/), or under `subs` in the docset.yml of Elastic's
 * docs-builder (https://elastic.github.io/docs-builder/syntax/substitutions/).
 */
export function withVariables(
  lines: readonly string[],
  place: IncludePlace,
  expansion: Expansion,
): readonly string[] {
  if (place.chain.length > 1 || !lines.some((line) => line.search(variable) !== -1)) return lines;
  const values = new Map<string, string>();
  for (const [name, read] of Object.entries(configurations)) {
    const file = expansion.open(includeCandidates(name, [place.path]), place);
    if (file) addVariables(values, read(readYamlObject(file.lines.join('\n'))));
  }
  if (values.size === 0) return lines;
  return lines.map((line) =>
    line.replace(variable, (whole, path: string) => values.get(path) ?? whole),
  );
}

function addVariables(values: Map<string, string>, written: unknown): void {
  const add = (path: string, value: unknown, depth: number): void => {
    if (values.size >= mostVariables || depth > mostDepth) return;
    if (typeof value === 'string') values.set(path, value);
    if (!isObject(value)) return;
    for (const [key, one] of Object.entries(value)) add(`${path}.${key}`, one, depth + 1);
  };
  if (!isObject(written)) return;
  for (const [key, value] of Object.entries(written)) add(key, value, 1);
}

/** Returns whether one of the plugins, a list of names or of objects with a name, replaces variables. */
function replaces(listed: unknown): boolean {
  const all = Array.isArray(listed) ? listed : [listed];
  const names = all.flatMap((one) => (isObject(one) ? Object.keys(one) : [String(one)]));
  return names.some((one) => plugins.has(one));
}
