import { isDoxyfile, readDoxyfile, type Doxyfile } from '../doxygen/doxyfile.ts';
import { isScriptSettings, type SettingsText } from '../script-reference.ts';
import { readSite, siteFilter, type Site } from '../site-exclusions.ts';
import { bookName, readBookFolder } from './book-folder.ts';
import type { Repository, TreeEntry } from './repository.ts';
import { readSmallFiles } from './small-files.ts';

/** Settings of Doxygen of more parts of a project. */
const mostFiles = 20;
/** Each package of a repository can have settings. */
const mostSettings = 100;
/** Settings of Doxygen hold an explanation of each of them, unless an author removed these. */
const maxBytes = 300_000;

/** Settings of tools that make a book, a site or a reference. */
interface ToolSettings {
  /** The folder with the text of a book of mdBook. */
  book?: string;
  doxyfiles: Doxyfile[];
  scriptSettings: SettingsText[];
  sites: Site[];
}

/** Texts of the settings of tools. Plain data, so that a parse process can read them. */
export interface SettingsTexts {
  books: SettingsText[];
  doxygen: SettingsText[];
  /** Files that the settings of Doxygen include. */
  included: SettingsText[];
  scripts: SettingsText[];
  sites: SettingsText[];
}

/**
 * Reads the settings of sites, such as those of mdBook and Sphinx, and of Doxygen, TypeDoc and JSDoc in a repository. Reads the files that settings of Doxygen
 * include, and the commands of its package. All settings come in one request, because the objects of a remote repository may be missing.
 */
export async function readSettingsTexts(
  repository: Repository,
  entries: readonly TreeEntry[],
  signal: AbortSignal,
): Promise<SettingsTexts> {
  const files = entries.filter(({ kind }) => kind === 'file');
  const doxygen = files.filter(({ path }) => isDoxyfile(path)).slice(0, mostFiles);
  const scripts = files.filter(({ path }) => isScriptSettings(path)).slice(0, mostSettings);
  const isSite = siteFilter(files.map(({ path }) => path));
  const sites = files.filter(({ path }) => isSite(path)).slice(0, mostSettings);
  const books = files.filter(({ path }) => path === bookName);
  const texts = await readTexts(repository, [...books, ...doxygen, ...scripts, ...sites], signal);
  const own = texts.filter(({ path }) => isDoxyfile(path));
  const known = new Set(own.map(({ path }) => path));
  const wanted = new Set(
    own.flatMap(({ path, text }) => readDoxyfile(path, text)).flatMap(includedPaths),
  );
  const missing = files.filter(({ path }) => wanted.has(path) && !known.has(path));
  return {
    books: texts.filter(({ path }) => path === bookName),
    doxygen: own,
    included: await readTexts(repository, missing.slice(0, mostFiles), signal),
    scripts: texts.filter(({ path }) => isScriptSettings(path)),
    sites: texts.filter(({ path }) => isSite(path)),
  };
}

/** Returns what the texts of settings say. */
export function parseSettings({
  books,
  doxygen,
  included,
  scripts,
  sites,
}: SettingsTexts): ToolSettings {
  const own = doxygen.map(({ path, text }) => readDoxyfile(path, text));
  const others = included.map(({ path, text }) => readDoxyfile(path, text));
  const known = new Map([...own, ...others].map((one) => [one.path, one]));
  const [book] = books.flatMap(({ text }) => readBookFolder(text) ?? []);
  return {
    ...(book !== undefined && { book }),
    doxyfiles: own.map((one) => withIncluded(one, known)),
    scriptSettings: scripts,
    sites: sites.flatMap(({ path, text }) => readSite(path, text)),
  };
}

async function readTexts(
  repository: Repository,
  files: readonly TreeEntry[],
  signal: AbortSignal,
): Promise<SettingsText[]> {
  const found = await readSmallFiles(repository, files, { maxBytes, signal });
  return found.map(({ path, content }) => ({ path, text: content.toString('utf8') }));
}

/** Returns the paths of the files beside the settings that `@INCLUDE` names, by their names. */
function includedPaths({ path, settings }: Doxyfile): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const names = settings.get('@INCLUDE') ?? [];
  return names.map((name) => folder + name.replace(/^(?:@[^@/]*@\/|\.\/)/, ''));
}

function withIncluded(doxyfile: Doxyfile, known: ReadonlyMap<string, Doxyfile>): Doxyfile {
  const included = includedPaths(doxyfile).flatMap((path) => known.get(path)?.settings ?? []);
  const all = [...included, doxyfile.settings].flatMap((settings) => [...settings]);
  return { path: doxyfile.path, settings: new Map(all) };
}
