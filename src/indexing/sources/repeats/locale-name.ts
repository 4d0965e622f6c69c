/**
 * Languages that documentation is translated into, by their ISO 639 codes. Omits codes that are
 * more often names of folders: `ts`, `ml`, `ce`, `ee`, `io`, `os`, `go`.
 */
const languages: ReadonlySet<string> = new Set(
  (
    'ar az be bg bn bs ca cs cy da de el em en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ' +
    'ku ky lo lt lv mk mn mr ms my nb ne nl nn no pa pl pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh zht'
  ).split(' '),
);

/**
 * Other codes that names of files and folders use: those of countries, the longer ones of ISO 639, and those of Windows. Omits
 * the longer codes that are more often names of folders: `eng`, `ita`, `por`, `spa` (single-page application).
 */
const codes: ReadonlyMap<string, string> = new Map([
  ['br', 'pt-br'],
  ['cn', 'zh-cn'],
  ['jp', 'ja'],
  ['kr', 'ko'],
  ['tw', 'zh-tw'],
  ['ua', 'uk'],
  ['chs', 'zh-hans'],
  ['cht', 'zh-hant'],
  ['deu', 'de'],
  ['fra', 'fr'],
  ['jpn', 'ja'],
  ['kor', 'ko'],
  ['rus', 'ru'],
  ['zho', 'zh'],
]);

/** Languages that name folders in a word. */
const words: ReadonlyMap<string, string> = new Map([
  ['english', 'en'],
  ['chinese', 'zh'],
  ['french', 'fr'],
  ['german', 'de'],
  ['italian', 'it'],
  ['japanese', 'ja'],
  ['korean', 'ko'],
  ['portuguese', 'pt'],
  ['russian', 'ru'],
  ['spanish', 'es'],
]);

/** Returns the locale of a language by its English name; undefined for any other word. */
export function wordLocale(word: string): string | undefined {
  return words.get(word.toLowerCase());
}

/** A language with a region, as Crowdin names the folders of all languages: `ckb-IR`. */
const withRegion = /^[a-z]{2,3}[-_][A-Z]{2}$/;

/** Returns a BCP 47 name in lower case, such as `zh-hant` for `zh_Hant` and `zh-tw` for `zhTW`; undefined if it is none. */
export function localeName(name: string): string | undefined {
  const parts = name
    .replace(/^([a-z]{2})(?=[A-Z]{2}$)/, '$1-')
    .toLowerCase()
    .split(/[-_]/);
  const [language = '', ...rest] = parts;
  const isLanguage = languages.has(language) || withRegion.test(name);
  const isLocale = isLanguage && rest.length <= 2 && rest.every(isSubtag);
  return isLocale ? parts.join('-') : undefined;
}

/** Returns whether a name is a script (`hant`) or a region (`cn`, `419`). */
function isSubtag(name: string): boolean {
  return /^(?:hans|hant|latn|cyrl|arab|[a-z]{2}|\d{3})$/.test(name);
}

/** Returns the locale of the end of a name, which can be a country or another code in place of the language. */
export function endingLocale(ending: string): string | undefined {
  return codes.get(ending.toLowerCase()) ?? localeName(ending);
}

/** A file whose name ends with a locale, such as `README.zh-CN.md` or `guide.ja.md`. */
export interface LocalizedFile {
  locale: string;
  /** Path of the same file without the locale. */
  path: string;
}

/** The name of a constant or an option, such as `SAW_TIMEOUT_MS`. Only names of documents have several words and a language. */
const isConstant = /^(?!CODE_OF_CONDUCT_)[A-Z\d]+_[A-Z\d_]+_[A-Z]{2,3}$/;

/** The end of the name of a README that is a language in a word: `README_Chinese`, `README-Traditional-Chinese`. */
const wordEnding = /^(readme)[._-](?:[a-z]{1,20}[._-])?([a-z]{4,20})$/i;

/** Reads `name.locale.ext`, `name.locale.html.ext` of Middleman, and `README_locale.md` or `README-locale.md` for READMEs and names in capitals. */
export function localizedFile(path: string): LocalizedFile | undefined {
  const match = /^(.*?)([^/]+?)((?:\.html)?\.[a-z]+(?:\.erb)?)$/i.exec(path);
  if (!match) return undefined;
  const [, , name = '', extension = ''] = match;
  const folder = path.slice(0, path.length - name.length - extension.length);
  const [base, locale] = worded(name) ?? coded(name) ?? [];
  return locale === undefined ? undefined : { locale, path: `${folder}${base}${extension}` };
}

type LocalizedName = [base: string, locale: string | undefined];

function worded(name: string): LocalizedName | undefined {
  const [, base = '', word = ''] = wordEnding.exec(name) ?? [];
  const locale = wordLocale(word);
  return locale === undefined ? undefined : [base, locale];
}

function coded(name: string): LocalizedName | undefined {
  const [, base = '', separator, ending = ''] =
    /^(.+?)([._-])([a-z]{2,3}(?:[-_][a-z\d]{2,4}){0,2})$/i.exec(name) ?? [];
  const isTitle = /^(?:[A-Z][A-Z\d_-]+|readme|Readme)$/.test(base) && !isConstant.test(name);
  return separator === '.' || isTitle ? [base, endingLocale(ending)] : undefined;
}

/** Returns whether the settings include a locale: `zh` includes `zh-cn`. */
export function isAskedFor(locale: string, wanted: readonly string[]): boolean {
  return wanted.some((name) => {
    const asked = name.toLowerCase().replaceAll('_', '-');
    return locale === asked || locale.startsWith(`${asked}-`);
  });
}
