import { parse as parseToml } from 'smol-toml';
import { isObject } from '../../../base/json.ts';
import type { Expansion, IncludePlace } from './expansion.ts';
import { includeCandidates } from './include-path.ts';
import { readYamlObject } from './yaml-object.ts';

/** A use of a variable: `{{ name }}`, or `{{< param "name" >}}` of Hugo. `${{ name }}` is of another tool. */
const variable =
  /(?<!\$)\{\{(?: ?([\w.-]{1,100}) ?|[<%] *param +"?([\w.-]{1,100})"? *\/?[>%])\}\}/g;
/** Plugins of MkDocs that replace variables. */
const plugins = new Set(['macros', 'markdownextradata']);
const mostVariables = 500;
const mostDepth = 4;

type Site = Record<string, unknown>;

const hugo = (site: Site): unknown => site['params'];

/** Names of configurations, and what reads the values in each. */
const configurations: Readonly<Record<string, (site: Site) => unknown>> = {
  'mkdocs.yml': (site) => (replaces(site['plugins']) ? site['extra'] : undefined),
  'docset.yml': (site) => site['subs'],
  '_docset.yml': (site) => site['subs'],
};

/** The same for Hugo, whose uses look different. */
const hugoConfigurations: typeof configurations = {
  'hugo.toml': hugo,
  'hugo.yaml': hugo,
  'config.toml': hugo,
  'config.yaml': hugo,
};

/** Returns whether a path is that of the configuration of a site with variables. */
export function isSiteConfiguration(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return Object.hasOwn(configurations, name) || Object.hasOwn(hugoConfigurations, name);
}

/**
 * Replaces the variables in the lines of a document by their values in the nearest configuration of its site: under `extra` in
 * the mkdocs.yml of MkDocs (https://mkdocs-macros-plugin.readthedocs.io/), under `subs` in the docset.yml of Elastic's
 * docs-builder (https://elastic.github.io/docs-builder/syntax/substitutions/), or under `params` in the configuration of Hugo
 * (https://gohugo.io/shortcodes/param/).
 */
export function withVariables(
  lines: readonly string[],
  place: IncludePlace,
  expansion: Expansion,
): readonly string[] {
  if (place.chain.length > 1) return lines;
  const uses = lines.flatMap((line) => [...line.matchAll(variable)]);
  if (uses.length === 0) return lines;
  const values = valuesIn(configurations, place, expansion);
  const hugoValues = uses.some(([, , parameter]) => parameter !== undefined)
    ? valuesIn(hugoConfigurations, place, expansion)
    : undefined;
  return lines.map((line) =>
    line.replace(
      variable,
      (whole, name: string | undefined, parameter: string) =>
        (name === undefined ? hugoValues?.get(parameter) : values.get(name)) ?? whole,
    ),
  );
}

function valuesIn(
  names: typeof configurations,
  place: IncludePlace,
  expansion: Expansion,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, read] of Object.entries(names)) {
    const file = expansion.open(includeCandidates(name, [place.path]), place);
    if (file) addVariables(values, read(siteIn(file.path, file.lines.join('\n'))));
  }
  return values;
}

function siteIn(path: string, text: string): Site {
  if (!path.endsWith('.toml')) return readYamlObject(text);
  try {
    return parseToml(text);
  } catch {
    return {};
  }
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
