import { isTestPath } from '../documents/code/excluded-code.ts';
import { placesOf, resolvePlace, type Places } from './doxygen/doxygen-input.ts';
import { isSourceCode } from './formats.ts';
import { compilePath, segmentsOf } from './path-glob.ts';

/** Settings of TypeDoc and JSDoc: `typedoc.json`, `.jsdoc.js`, `jsdoc-conf.json`, `jsdoc/conf.json`. */
const settingsName =
  /(?:^|\/)\.?(?:typedoc|jsdoc)(?:[._-][\w.-]{1,40})?\.(?:jsonc?|[cm]?js)$|(?:^|\/)jsdoc\/(?:\w{1,40}\/)?conf(?:ig)?\.json$/i;
/** Settings of LDoc. */
const ldocName = /(?:^|\/)config\.ld$/;
const packageName = 'package.json';
/** Files of a project that can have options of TypeDoc among other settings. */
const projectFiles: ReadonlySet<string> = new Set([packageName, 'tsconfig.json']);
const script = /\.(?:[cm]?[jt]sx?|lua)$/i;
/** Programs beside a library, with settings of their own. */
const aside = /(?:^|\/)(?:examples?|samples?|demos?|templates?)\//i;
/** Pages that TypeDoc, JSDoc or LDoc wrote. With them, the comments would stand twice. */
const builtPage =
  /(?:^|\/)(?:classes|interfaces|functions|modules)\/[^/]+\.(?:html|mdx?)$|\.[jt]s\.html$/i;
const fewPages = 3;
/** A repository with more sources is an application, or many libraries. */
const mostSources = 1_000;
const mostValues = 200;
const mostLists = 10;
const longestList = 20_000;

/** A file with the settings of a tool, and its text. */
export interface SettingsText {
  path: string;
  text: string;
}

/** Returns whether a file can name the sources that TypeDoc, JSDoc or LDoc makes a reference of. */
export function isScriptSettings(path: string): boolean {
  if (projectFiles.has(path)) return true;
  return (settingsName.test(path) || ldocName.test(path)) && !isTestPath(path) && !aside.test(path);
}

/**
 * Returns a filter for the sources that the settings of a library hand to TypeDoc, JSDoc or LDoc. Their doc comments are its reference. `paths` has all files of
 * the repository.
 */
export function scriptReference(
  paths: readonly string[],
  settings: readonly SettingsText[] = [],
): (path: string) => boolean {
  const inputs = settings.flatMap((one) => {
    if (ldocName.test(one.path)) return [ofLdoc(one)];
    return one.path === packageName ? [ofCommands(one), ofFile(one)] : [ofFile(one)];
  });
  if (inputs.every(({ entries }) => entries.length === 0)) return () => false;
  if (paths.filter((path) => builtPage.test(path)).length >= fewPages) return () => false;
  const places = placesOf(paths);
  const readers = inputs.map((input) => readerOf(input, places));
  const read = paths.filter(
    (path) =>
      script.test(path) &&
      isSourceCode(path) &&
      !aside.test(path) &&
      readers.some((isRead) => isRead(path)),
  );
  const reference = new Set(read.length <= mostSources ? read : []);
  return (path) => reference.has(path);
}

interface Input {
  /** The file that names the entries. */
  path: string;
  entries: readonly string[];
  excluded: readonly string[];
}

function ofFile({ path, text }: SettingsText): Input {
  const options = projectFiles.has(path) ? typedocOptions(text) : text;
  return {
    path,
    entries: valuesOf(/\b(?:entryPoints|include)["']?\s{0,20}:\s{0,20}\[/g, options),
    excluded: valuesOf(/\bexclude["']?\s{0,20}:\s{0,20}\[/g, options),
  };
}

/** Returns the sources that LDoc reads: `file = 'lua'` or `file = { '../lua', exclude = { '../lua/oil.lua' } }`. */
function ofLdoc({ path, text }: SettingsText): Input {
  const code = text.replace(/--.*/g, '');
  const [, value = ''] = /^file\s{0,20}=\s{0,20}(\{[^}]{0,20000}|.*)/m.exec(code) ?? [];
  const [entries = '', excluded = ''] = value.split(/\bexclude\s{0,20}=/, 2);
  return { path, entries: stringsOf(entries), excluded: stringsOf(excluded) };
}

/** Returns the object with the options of TypeDoc in the settings of a project; '' if there is none. */
function typedocOptions(text: string): string {
  const [, rest = ''] = text.split(/"typedocOptions"\s{0,20}:\s{0,20}(?=\{)/, 2);
  let depth = 0;
  for (const { index, 0: brace } of rest.slice(0, longestList).matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth === 0) return rest.slice(0, index);
  }
  return '';
}

/** Returns the strings of the lists that a pattern finds the beginnings of. */
function valuesOf(opening: RegExp, text: string): string[] {
  const starts = [...text.matchAll(opening)].slice(0, mostLists);
  const values = starts.flatMap(({ index, 0: { length } }) => {
    const from = index + length;
    const [list = ''] = text.slice(from, from + longestList).split(']', 1);
    return stringsOf(list);
  });
  return values.slice(0, mostValues);
}

/** Returns the first strings in quotes. */
function stringsOf(list: string): string[] {
  const strings = [...list.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].slice(0, mostValues);
  return strings.map(([, double, single]) => double ?? single ?? '');
}

/** A command that writes pages, such as `typedoc src/index.ts`. Repositories have the Markdown that documentation.js writes. */
const command =
  /^\s{0,9}(?:(?:npx|bunx|yarn|pnpm|npm|exec|dlx|run|node|cross-env|--|\w{1,40}=\S{1,80})\s{1,9}){0,4}(?:\S{1,80}\/)?(?:typedoc|jsdoc|esdoc|documentation build)\s(?!.*(?:-f|--format)\s?md\b)(.*)/;
const source = /^(?:\.\/)?(?:(?:src|lib|source)\/?|[\w@./-]+\.[cm]?[jt]sx?)$/;

/** Returns the sources that the commands of a published package name. */
function ofCommands({ path, text }: SettingsText): Input {
  const isPrivate = /^\s{0,20}"private":\s{0,9}true/m.test(text) && !text.includes('"workspaces"');
  const scripts = isPrivate ? [] : [...text.matchAll(/:\s{0,9}"([^"\n]{1,2000})"/g)];
  const words = scripts
    .flatMap(([, line = '']) => line.split(/&&|[;|]/))
    .flatMap((part) => command.exec(part)?.[1]?.split(/\s+/) ?? []);
  const isSetting = (word: string): boolean => /(?:config|conf|plugin|jsdoc)/i.test(word);
  const entries = words.filter((word) => source.test(word) && !isSetting(word));
  return { path, entries: entries.slice(0, mostValues), excluded: [] };
}

/** Returns a filter for what an input reads: the folders of its entries, because these export what lies beside them. */
function readerOf({ path: own, entries, excluded }: Input, places: Places): Reader {
  const readers = entries.map((entry) => entryReader(entry, own, places));
  const matchers = excluded.map((one) => compilePath(one.replace(/^(?:\.{1,2}\/)+/, '')));
  return (path) => {
    if (!readers.some((isRead) => isRead(path))) return false;
    const segments = segmentsOf(path);
    return !matchers.some((matches) => matches(segments));
  };
}

type Reader = (path: string) => boolean;

function entryReader(entry: string, own: string, places: Places): Reader {
  // The part before the first name with a wildcard.
  const [fixed = ''] = entry.split(/(?<=^|\/)[^/*{]*[*{]/);
  const place = resolvePlace(fixed.replace(/\/$/, ''), own, places);
  if (place === undefined) return () => false;
  const isFile = places.get(place) === 'file';
  const folder = isFile ? place.slice(0, Math.max(0, place.lastIndexOf('/'))) : place;
  if (folder === '' || place.endsWith('.d.ts')) return (path) => path === place;
  // A package has other files than its sources, too.
  const isOfSources = sourceFolder.test(`/${folder}/`);
  const isWhole = isOfSources || (fixed === entry && !places.has(`${folder}/package.json`));
  return (path) =>
    path.startsWith(`${folder}/`) && (isWhole || sourceFolder.test(path.slice(folder.length)));
}

const sourceFolder = /\/(?:src|lib|source)\//;
