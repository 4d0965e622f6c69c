import type { IncludePlace } from './expansion.ts';
import { addValues, nearestConfiguration, readFrontMatter } from './site-values.ts';

const dataFile = /(?:^|\/)_data\/[\w-]{1,100}\.ya?ml$/;
/** Names of the configuration. A build can name another file, and these are common. */
const configurations = ['_config.yml', '_config.yaml', '_config_base.yml', 'jekyll.yml'];
const dataName = /^site\.data\.([\w-]{1,100})\./;

/** Returns whether a path is that of a file of Jekyll with values for pages. */
export function setsJekyllValues(path: string): boolean {
  return dataFile.test(path) || configurations.some((name) => `/${path}`.endsWith(`/${name}`));
}

/**
 * Returns the values that a page of Jekyll can use, by their names (https://jekyllrb.com/docs/variables/): `page.oil` of its front matter,
 * `site.oil` of `_config.yml`, and `site.data.oil.kind` of `_data/oil.yml`. Reads only the files that some of the names need.
 */
export function jekyllValues(
  names: ReadonlySet<string>,
  lines: readonly string[],
  place: IncludePlace,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const read = (...files: string[]): Record<string, unknown> | undefined =>
    nearestConfiguration(files, place);
  const all = [...names].filter((name) => /^(?:site|page)\./.test(name));
  for (const set of new Set(all.flatMap((name) => dataName.exec(name)?.[1] ?? []))) {
    const data = read(`_data/${set}.yml`, `_data/${set}.yaml`);
    addValues(values, { [`site.data.${set}`]: data });
  }
  // Other generators have variables with these names too.
  const site = all.every((name) => dataName.test(name)) ? undefined : read(...configurations);
  if (!site) return values;
  addValues(values, { page: readFrontMatter(lines) });
  addValues(values, { site });
  return values;
}
