import { isObject, objectOf } from '../../../base/json.ts';
import type { IncludePlace } from './expansion.ts';
import { hugoParameters, setsHugoParameters } from './hugo-parameters.ts';
import { jekyllValues, setsJekyllValues } from './jekyll-values.ts';
import { mkdocsValues, setsMkdocsValues } from './mkdocs-values.ts';
import { addValues, nearestConfiguration, readFrontMatter } from './site-values.ts';
import { isVariableList } from './writerside-list.ts';
import { readYamlObject } from './yaml-object.ts';

/** A use of a variable: `{{ name }}`, `{{-name-}}`, or `{{< param "name" >}}` of Hugo. `${{ name }}` is of another tool. */
const variable =
  /(?<!\$)\{\{(?:-? ?(\w[\w.-]{0,99}?) ?-?|[<%] *param +"?([\w.-]{1,100})"? *\/?[>%])\}\}/g;
/** The begin or the end of text that Liquid and Jinja leave unchanged. */
const rawTag = /\{%-?[ \t]*(end)?raw[ \t]*-?%\}/g;

type Site = Record<string, unknown>;

/** Names of configurations, and what reads the values in each. */
const configurations: Readonly<Record<string, (site: Site) => unknown>> = {
  'docset.yml': (site) => site['subs'],
  '_docset.yml': (site) => site['subs'],
  '_config.yml': ({ parse }) => isObject(parse) && parse['myst_substitutions'],
};

/** Returns whether a path is that of the configuration of a site with variables. */
export function isSiteConfiguration(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const setsValues = [setsHugoParameters, setsJekyllValues, setsMkdocsValues, isVariableList];
  return Object.hasOwn(configurations, name) || setsValues.some((sets) => sets(path));
}

/**
 * Replaces the variables in the lines of a document by their values in the nearest configuration of its site:
 *
 * - `extra` in the mkdocs.yml of MkDocs: https://mkdocs-macros-plugin.readthedocs.io/
 * - `subs` in the docset.yml of Elastic's docs-builder: https://elastic.github.io/docs-builder/syntax/substitutions/
 * - the data of a site of Jekyll, and the parameters of a page of Hugo
 * - the substitutions of MyST: https://myst-parser.readthedocs.io/en/latest/syntax/optional.html#substitutions-with-jinja2
 */
export function withVariables(lines: readonly string[], place: IncludePlace): readonly string[] {
  const { names, hasParameters } = usesIn(lines);
  if (names.size === 0 && !hasParameters) return lines;
  const values = new Map(jekyllValues(names, lines, place));
  // Only Jekyll reads the variables of a part that a page includes.
  const isPage = place.chain.length === 1;
  if (isPage) for (const [name, value] of valuesIn(place)) values.set(name, value);
  if (isPage) addValues(values, objectOf(readFrontMatter(lines)['myst'])['substitutions']);
  // Hugo reads the parameters of a part for the page that shows it.
  const parameterOf = hasParameters
    ? hugoParameters(isPage ? lines : [], place.document)
    : undefined;
  if (values.size === 0 && !parameterOf) return lines;
  const valueOf = (whole: string, name: string | undefined, parameter: string): string =>
    (name === undefined ? parameterOf?.(parameter) : values.get(name)) ?? whole;
  let isRaw = false;
  return lines.map((line) => {
    const last = line.includes('raw') ? [...line.matchAll(rawTag)].at(-1) : undefined;
    const shown = isRaw || last ? line : line.replace(variable, valueOf);
    if (last) isRaw = last[1] === undefined;
    return shown;
  });
}

/** Returns the names of the variables in lines, and whether a line has a parameter of Hugo. A page can have very many uses, so it keeps none. */
function usesIn(lines: readonly string[]): { names: Set<string>; hasParameters: boolean } {
  const names = new Set<string>();
  let hasParameters = false;
  for (const line of lines) {
    for (const [, name, parameter] of line.matchAll(variable)) {
      if (name !== undefined) names.add(name);
      hasParameters ||= parameter !== undefined;
    }
  }
  return { names, hasParameters };
}

function valuesIn(place: IncludePlace): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const one of mkdocsValues(place)) addValues(values, one);
  for (const [name, read] of Object.entries(configurations)) {
    const site = nearestConfiguration([name], place);
    if (site) addValues(values, read(site));
  }
  addValues(values, sphinxSubstitutions(place));
  return values;
}

/** The file of YAML from which conf.py reads substitutions of MyST, as the starter pack of Canonical does. */
const substitutionFile =
  /\bopen\(["']((?:\.{0,2}\/){0,9}[\w./-]{1,200}\.ya?ml)["'][^\n]{0,100}\n\s{1,99}myst_substitutions *=/;

/** Returns the substitutions of MyST with a literal text in the nearest conf.py, or in the file that it reads. */
function sphinxSubstitutions(place: IncludePlace): Record<string, unknown> {
  const file = place.find('conf.py');
  const source = file?.lines.join('\n') ?? '';
  const [, path] = substitutionFile.exec(source) ?? [];
  const read = file && path && place.from(file.path).find(path);
  const [, written = ''] = /^myst_substitutions *= *\{([^{}]{0,20000})\}/m.exec(source) ?? [];
  const pairs = written.matchAll(/^\s*(["'])(\w{1,60})\1 *: *(["'])([^\n\\]{0,1000}?)\3,?\s*$/gm);
  return {
    ...(read && readYamlObject(read.lines.join('\n'))),
    ...Object.fromEntries(Array.from(pairs, ([, , name, , value]) => [name!, value!])),
  };
}
