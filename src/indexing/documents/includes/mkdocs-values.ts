import { isObject } from '../../../base/json.ts';
import type { IncludePlace } from './expansion.ts';
import { nearestConfiguration } from './site-values.ts';

type Site = Readonly<Record<string, unknown>>;

/** Plugins of MkDocs that replace variables. */
const plugins = ['macros', 'markdownextradata'];
const mostFiles = 10;

const configurationName = 'mkdocs.yml';

/** Returns whether a path is that of the configuration of a site of MkDocs. */
export function setsMkdocsValues(path: string): boolean {
  return path === configurationName || path.endsWith(`/${configurationName}`);
}

/**
 * Returns the values that pages of a site of MkDocs show: those under `extra` in the nearest mkdocs.yml and in the configuration
 * that it extends, and those of the files that the plugin `macros` reads. See https://www.mkdocs.org/user-guide/configuration/#configuration-inheritance
 * and https://mkdocs-macros-plugin.readthedocs.io/en/latest/advanced/#include-external-yaml-files. Returns none if no plugin replaces variables.
 */
export function mkdocsValues(place: IncludePlace): object[] {
  const open = (name: unknown): Site[] => {
    const file = typeof name === 'string' && nearestConfiguration([name], place);
    return file ? [file] : [];
  };
  const own = open(configurationName);
  const sites = [...own.flatMap((site) => open(site['INHERIT'])), ...own];
  const used = sites.flatMap((site) => pluginsIn(site['plugins']));
  if (used.length === 0) return [];
  const files = used.flatMap((options) => (isObject(options) ? options['include_yaml'] : []));
  const included = files.slice(0, mostFiles).flatMap((file) => {
    if (!isObject(file)) return open(file);
    return Object.entries(file).flatMap(([name, path]) =>
      open(path).map((one) => ({ [name]: one })),
    );
  });
  return [...included, ...sites.map((site) => site['extra']).filter(isObject)];
}

/** Returns the options of the plugins that replace variables, from a list of names or of objects with a name, or from one object. */
function pluginsIn(listed: unknown): unknown[] {
  const all = Array.isArray(listed) ? listed : [listed];
  const named = all.flatMap((one): [string, unknown][] =>
    isObject(one) ? Object.entries(one) : [[String(one), {}]],
  );
  return named.flatMap(([name, options]) => (plugins.includes(name) ? [options] : []));
}
