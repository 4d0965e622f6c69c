import { endingLocale, isAskedFor, localeName, localizedFile, wordLocale } from './locale-name.ts';
import {
  isNamed,
  type PathList,
  shareIn,
  type SiblingFolders,
  withSameStart,
} from './sibling-folders.ts';

/** Which translations to read. Without settings, a run reads the default language only, so that answers do not repeat. */
export interface TranslationSettings {
  /** Languages to read. If empty, reads the default language of the documents. */
  locales: readonly string[];
  /** Folders that the settings name. Their languages are read. */
  folders: readonly string[];
}

/** Minimum share of a folder's paths that its translation has too. */
const leastShare = 0.5;
/** Minimum number of paths of a translation whose folder ends with the name of its language, or has it in a word. */
const leastPaths = 3;

/** Folders in as many languages are translations, also with fewer paths. */
const manyLanguages = 4;

/** Documents that are not read, and the names of their languages. */
export interface Repeats {
  paths: Set<string>;
  names: Set<string>;
}

/**
 * Returns the documents that are translations into a language outside of the settings. The folders
 * must contain the same paths.
 */
export function findTranslations(list: PathList, settings: TranslationSettings): Repeats {
  const found: Repeats = { paths: new Set(), names: new Set() };
  const folders = list.siblings((name) => folderLocale(name) !== undefined);
  const readmes = list.paths.filter((path) => readme.test(path));
  for (const group of [...folders, ...endingFolders(list)]) {
    for (const name of unreadFolders(group, { list, readmes, settings })) {
      found.names.add(withoutMark(name));
      for (const path of group.below.get(name)!) found.paths.add(`${group.parent}${name}/${path}`);
    }
  }
  for (const { path, locale } of unreadFiles(list.paths, settings)) {
    found.names.add(locale);
    found.paths.add(path);
  }
  return found;
}

/** The end of the name of a folder that can be a language: `-ja`, `_pt-BR`, `.zh` of Hugo. */
const nameEnding = /^(.*?\w[-_.])([a-z]{2,3}(?:[-_][a-z\d]{2,4}){0,2})$/i;

/** Returns the folders whose names end with a language, as `ja` and `ru` in `docs/guide-` for `guide-ja` and `guide-ru`. */
function endingFolders(list: PathList): SiblingFolders[] {
  const groups = withSameStart(list, (name) => {
    const [, start = '', locale = ''] = nameEnding.exec(name) ?? [];
    return endingLocale(locale) === undefined ? undefined : [start, locale];
  });
  // A few equal paths are chance, such as the READMEs of `app` and `app-id`.
  const isLarge = ({ size }: ReadonlySet<string>): boolean => size >= leastPaths;
  return groups.filter(
    ({ below }) => below.size >= manyLanguages || [...below.values()].some(isLarge),
  );
}

/** Returns the language that a folder is named after. The folder of GNOME for English has the name of the locale of POSIX, `C`. */
function folderLocale(name: string): string | undefined {
  return name === 'C' ? 'en' : (endingLocale(withoutMark(name)) ?? wordLocale(name));
}

/** Removes the mark of a collection of Jekyll: its site has the pages of `_ja` and `_tour` in `ja` and `tour`. */
function withoutMark(name: string): string {
  return name.replace(/^_/, '');
}

/** Names of folders that hold only translations. The original is beside them. */
const containers =
  /(?:^|\/)(?:i18n|@?l10n|intl|translations?|translated|locales?|langs?|languages?)\/$/i;

/** Returns the folders of languages that are not read; none if they are not languages of the same documents. */
function unreadFolders(
  group: SiblingFolders,
  { list, readmes, settings }: { list: PathList; readmes: string[]; settings: TranslationSettings },
): string[] {
  const { locales, folders } = settings;
  const { parent, below } = group;
  const names = [...below.keys()];
  const largest = Math.max(...[...below.values()].map(({ size }) => size));
  const english = englishOf(names);
  const original = english !== undefined && below.get(english)!.size * 2 >= largest ? english : '';
  const originals = below.get(original) ?? originalsBeside(group, list);
  const moved = movedTranslations(below, originals);
  const others = names.filter((name) => name !== original);
  const elsewhere = containers.test(parent) ? withoutFolders(originals) : new Set<string>();
  const ofReadme = areReadmes(group, readmes);
  const translated = others.filter((name) => {
    const paths = below.get(name)!;
    if (ofReadme && isLocale(name)) return true;
    // Folders such as `french` and `german` can be about these languages.
    const isLarge = wordLocale(name) === undefined || paths.size >= leastPaths;
    if (isLarge && (moved.has(name) || isTranslation(paths, originals))) return true;
    return paths.size >= leastPaths && shareIn(withoutFolders(paths), elsewhere) >= leastShare;
  });
  if (translated.length === 0) return [];
  const wanted = names.filter(
    (name) => isAskedFor(folderLocale(name)!, locales) || isNamed(`${parent}${name}/`, folders),
  );
  const read = wanted.length > 0 ? wanted : [original];
  // A country can have pages of its own.
  const isLanguage = (name: string): boolean => isLocale(name) || translated.includes(name);
  return names.filter((name) => !read.includes(name) && isLanguage(name));
}

/** Returns whether folders of translations only have a README each, of which the repository has another one. */
function areReadmes({ parent, below }: SiblingFolders, readmes: readonly string[]): boolean {
  const isReadme = (path: string): boolean => readme.test(path) && !path.includes('/');
  return (
    containers.test(parent) &&
    below.size > 1 &&
    [...below.values()].every((paths) => [...paths].every(isReadme)) &&
    readmes.some((path) => !path.startsWith(parent))
  );
}

/**
 * Returns the languages that have the pages of another one, if there are at least as many originals as pages in any language. These can
 * be translations of an original whose pages have moved since.
 */
function movedTranslations(
  below: SiblingFolders['below'],
  originals: ReadonlySet<string>,
): Set<string> {
  const languages = [...below]
    .filter(([name, { size }]) => isLocale(name) && size >= fewPages)
    .slice(0, mostLanguages);
  if (languages.some(([, { size }]) => size > originals.size)) return new Set();
  const found = languages.filter(([name, paths]) =>
    languages.some(([other, pages]) => other !== name && shareIn(paths, pages) >= leastShare),
  );
  return new Set(found.map(([name]) => name));
}

/** Maximum number of languages to compare with one another. */
const mostLanguages = 50;
/** Fewer equal paths can be chance, such as those of the same examples in several languages. */
const fewPages = 10;

function isLocale(folder: string): boolean {
  return localeName(withoutMark(folder)) !== undefined;
}

function isTranslation(paths: ReadonlySet<string>, originals: ReadonlySet<string>): boolean {
  // A folder of a plugin of Docusaurus holds only translations, also of pages that have moved since.
  if ([...paths].some((path) => path.startsWith('docusaurus-plugin-'))) return true;
  const share = shareIn(withoutPlugin(paths), originals);
  return paths.size > 0 && (share >= leastShare || isOlderCopy(paths, originals, share));
}

/** Minimum share of the paths of a translation that the original still has, and of those in folders that it has. */
const leastKept = 0.1;
const leastInFolders = 0.9;

/** Returns whether a folder is a translation of an earlier state of the original: some pages are the same, and nearly all are in its folders. */
function isOlderCopy(
  paths: ReadonlySet<string>,
  originals: ReadonlySet<string>,
  share: number,
): boolean {
  if (paths.size < fewPages || share < leastKept) return false;
  const folders = new Set([...originals].map(firstFolder));
  const same = [...paths].filter((path) => folders.has(firstFolder(path)));
  return same.length >= paths.size * leastInFolders;
}

function firstFolder(path: string): string {
  return path.slice(0, path.indexOf('/') + 1) || path;
}

function englishOf(names: readonly string[]): string | undefined {
  const english = names.filter((name) => isAskedFor(folderLocale(name)!, ['en']));
  return english.toSorted((a, b) => a.length - b.length)[0];
}

/**
 * Returns the possible originals of translations: documents beside the folders, and documents
 * beside a folder of translations.
 */
function originalsBeside({ parent, below }: SiblingFolders, list: PathList): Set<string> {
  if (/[-_.]$/.test(parent)) return list.below(`${parent.slice(0, -1)}/`);
  const names = new Set(below.keys());
  const collections = [...names].some((name) => name.startsWith('_'));
  const paths = [...list.below(parent, names)];
  const beside = new Set(collections ? [...paths, ...paths.map(withoutMark)] : paths);
  if (!containers.test(parent)) return beside;
  const around = parent.replace(/[^/]+\/$/, '');
  const container = parent.slice(around.length, -1);
  return new Set([...beside, ...list.below(around, new Set([container]))]);
}

/** Removes the first folder of paths: `i18n/uk/pages/saw.md` can be the translation of `docs/saw.md`. */
function withoutFolders(paths: ReadonlySet<string>): Set<string> {
  return new Set([...paths].map((path) => path.slice(path.indexOf('/') + 1)));
}

/** Converts paths of Docusaurus' translations to the paths of the translated documents. */
function withoutPlugin(paths: ReadonlySet<string>): Set<string> {
  return new Set([...paths].map(originalOf));
}

function originalOf(path: string): string {
  return path
    .replace(/^docusaurus-plugin-content-docs\/current\//, 'docs/')
    .replace(/^docusaurus-plugin-content-docs\/(version-[^/]+)\//, 'versioned_docs/$1/')
    .replace(/^docusaurus-plugin-content-blog\//, 'blog/')
    .replace(/^docusaurus-plugin-content-pages\//, 'src/pages/');
}

/** How many more modules than translations show a package. */
const leastModules = 3;

/**
 * Returns the possible pages of packages, such as `saw.rst` beside `saw.teeth.rst`, `saw.blade.rst` and `saw.oil.rst`. A module `saw.nn`
 * is then no translation.
 */
function packagePages(paths: readonly string[]): Set<string> {
  const modules = new Map<string, number>();
  for (const path of paths) {
    const [, start, extension] = /^((?:.*\/)?[a-z][\w.]*)\.\w+(\.[a-z]+)$/.exec(path) ?? [];
    if (start === undefined) continue;
    const page = `${start}${extension}`;
    modules.set(page, (modules.get(page) ?? 0) + (localizedFile(path) ? -1 : 1));
  }
  return new Set([...modules].flatMap(([page, count]) => (count >= leastModules ? [page] : [])));
}

/** Returns the translations that are not read among files whose names end with a locale. */
function unreadFiles(
  paths: readonly string[],
  { locales }: TranslationSettings,
): { path: string; locale: string }[] {
  const all = new Set(paths);
  const packages = packagePages(paths);
  const byOriginal = Map.groupBy(
    paths.flatMap((path) => {
      const file = localizedFile(path);
      const isTranslation = file !== undefined && !packages.has(file.path);
      return isTranslation ? [{ path, locale: file.locale, original: file.path }] : [];
    }),
    ({ original }) => original,
  );
  return [...byOriginal].flatMap(([original, files]) => {
    const english = files.find(({ locale }) => isAskedFor(locale, ['en']));
    const asked = files.filter(({ locale }) => isAskedFor(locale, locales));
    const hasOriginal = all.has(original);
    const isTranslated =
      hasOriginal || hasOriginalElsewhere(original, files.length, all.has('README.md'));
    if (!english) return isTranslated ? files.filter((file) => !asked.includes(file)) : [];
    // An original beside a file in English is in another language.
    const isOther = hasOriginal && locales.length === 0;
    const read = asked.length > 0 || (hasOriginal && !isOther) ? asked : [english];
    const others = files.filter((file) => !read.includes(file));
    return isOther ? [...others, { path: original, locale: 'original' }] : others;
  });
}

/** READMEs, and those in a folder of documents at the root, which can be translations of the README there. */
const readme = /(?:^|\/)readme\.[a-z]+$/i;
const ofDocuments = /^(?:\.github|docs?|i18n|translations?|readmes?)\/[^/]+$/i;

/**
 * Returns whether files without the one in English beside them are translations: of a README at the root, or, in several languages, of one
 * that has another name.
 */
function hasOriginalElsewhere(original: string, languages: number, hasReadme: boolean): boolean {
  if (!readme.test(original)) return false;
  return ofDocuments.test(original) ? hasReadme : original.includes('/') && languages > 1;
}
