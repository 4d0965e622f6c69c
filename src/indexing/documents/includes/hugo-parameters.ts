import { isObject } from '../../../base/json.ts';
import type { IncludePlace } from './expansion.ts';
import { includeCandidates } from './include-path.ts';
import { addValues, nearestConfiguration, readFrontMatter } from './site-values.ts';

/** Configurations with `params`, and files that hold only these. */
const configurations = ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'];
const parameterFiles = ['config/_default/params'];
const endings = ['toml', 'yaml'];
const section = '_index.md';

/** Returns whether a path is that of a file of Hugo that sets parameters of pages. */
export function setsHugoParameters(path: string): boolean {
  const names = [...configurations, ...parameterFiles].flatMap(withEndings);
  return [...names, section].some((name) => `/${path}`.endsWith(`/${name}`));
}

function withEndings(name: string): string[] {
  return endings.map((ending) => `${name}.${ending}`);
}

/**
 * Returns a function that finds a parameter of a page of Hugo (https://gohugo.io/shortcodes/param/): in its front matter, in the
 * `cascade` of the sections around it, the nearest first, or in the configuration of the site. Ignores case, as Hugo does.
 */
export function hugoParameters(
  lines: readonly string[],
  place: IncludePlace,
): (name: string) => string | undefined {
  const values = new Map<string, string>();
  const read = (name: string): Record<string, unknown> => nearestConfiguration([name], place) ?? {};
  for (const name of configurations.flatMap(withEndings)) addValues(values, read(name)['params']);
  for (const name of parameterFiles.flatMap(withEndings)) addValues(values, read(name));
  for (const path of includeCandidates(section, [place.path]).toReversed()) {
    const index = path === place.path ? undefined : place.open([path]);
    if (index) addCascade(values, readFrontMatter(index.lines));
  }
  const own = readFrontMatter(lines);
  addCascade(values, own);
  addValues(values, own);
  addValues(values, own['params']);
  const byName = new Map([...values].map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => byName.get(name.toLowerCase());
}

/** Adds what a section sets for the pages below: an object, or a list of objects for some of them. */
function addCascade(values: Map<string, string>, { cascade }: Record<string, unknown>): void {
  for (const one of Array.isArray(cascade) ? cascade : [cascade]) {
    addValues(values, one);
    if (isObject(one)) addValues(values, one['params']);
  }
}
