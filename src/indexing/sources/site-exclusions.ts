import { posix } from 'node:path';
import { isTestPath } from '../documents/code/excluded-code.ts';
import { navigationTitles } from './mkdocs-navigation.ts';
import { compilePath, foldersAround, segmentsOf, withinMostPatterns } from './path-glob.ts';

/** The site that a file describes, and what it does not show. */
export interface Site {
  /** Path of the file, such as a configuration or a table of contents. */
  settings: string;
  /** Folder around the documents of the site; an empty text for the root. */
  folder: string;
  /** Returns whether the site hides a document, by its path in the folder. */
  hides: (path: string) => boolean;
  /** Titles of pages in its navigation, by their paths in the folder. */
  titles?: ReadonlyMap<string, string>;
}

type Read = (lines: readonly string[]) => Pick<Site, 'hides' | 'titles'> & { folder?: string };

/** A pattern of paths. The last one that matches a path decides. */
interface Rule {
  pattern: string;
  excludes: boolean;
}

const mostLines = 10_000;
const longestLine = 1_000;

const contents = /(?:^|\/)SUMMARY\.md$/;

const readers: readonly (readonly [name: RegExp, read: Read])[] = [
  [/(?:^|\/)conf\.py$/, readSphinx],
  [/(?:^|\/)mkdocs\.ya?ml$/, readMkdocs],
  [/(?:^|\/)\.vitepress\/config\.[mc]?[jt]s$/, readVitepress],
  [/(?:^|\/)\.mintignore$/, (lines) => ({ hides: matcherOf(ignoreRules(lines)) })],
  [contents, readSummary],
];

/** The settings of mdBook and GitBook, and the files of GitBook. */
const bookSettings = /^(?:(.*)\/)?(?:book\.toml|\.gitbook\.yaml|\.gitbook\/.+)$/;

/**
 * Returns a filter for the files that describe a site which can leave out documents. A table of contents counts only below the settings of
 * mdBook or GitBook: other tools show more than it names.
 */
export function siteFilter(paths: readonly string[]): (path: string) => boolean {
  const books = new Set(
    paths.flatMap((path) => {
      const found = bookSettings.exec(path);
      return found ? [found[1] ?? ''] : [];
    }),
  );
  return (path) => {
    if (isTestPath(path) || !readers.some(([name]) => name.test(path))) return false;
    return !contents.test(path) || foldersAround(path).some((folder) => books.has(folder));
  };
}

/** Reads what a site leaves out. */
export function readSite(path: string, text: string): Site {
  const [, read] = readers.find(([name]) => name.test(path))!;
  const lines = text.split('\n', mostLines).map((line) => line.slice(0, longestLine).trimEnd());
  const { folder = '', ...shown } = read(lines);
  const around = posix.dirname(path).replace(/(?:^|\/)\.vitepress$/, '');
  return {
    settings: path,
    folder: posix.join(around, folder).replace(/^\.(?:\/|$)|\/$/g, ''),
    ...shown,
  };
}

/** Returns the titles of pages in the navigations of sites, by their paths. */
export function titlesOnSites(sites: readonly Site[]): ReadonlyMap<string, string> {
  return new Map(
    sites.flatMap(({ folder, titles = new Map<string, string>() }) =>
      Array.from(titles, ([path, title]) => [posix.join(folder, path), title] as const),
    ),
  );
}

/**
 * Returns the documents that their sites do not show, with the files that say so. A document belongs to the site with the deepest
 * folder around it. A site whose folder holds one of `folders` leaves nothing out, nor does one that would leave out most of its documents:
 * another build shows these. Keeps the README at the root.
 */
export function notOnSite(
  paths: readonly string[],
  sites: readonly Site[],
  folders: readonly string[],
): { paths: Set<string>; settings: Set<string> } {
  const found = { paths: new Set<string>(), settings: new Set<string>() };
  const byFolder = Map.groupBy(sites, ({ folder }) => folder);
  const below = Map.groupBy(paths, (path) => siteFolder(path, byFolder));
  for (const [folder, own] of below) {
    if (folder === undefined || folders.some((named) => isBelow(named, folder))) continue;
    for (const { settings, hides } of byFolder.get(folder)!) {
      const excluded = own.filter(
        (path) => !rootReadme.test(path) && hides(posix.relative(folder, path)),
      );
      if (excluded.length === 0 || excluded.length > own.length / 2) continue;
      found.settings.add(settings);
      for (const path of excluded) found.paths.add(path);
    }
  }
  return found;
}

const rootReadme = /^readme\.[^/]+$/i;

/** Returns the deepest folder of a site around a path. */
function siteFolder(path: string, sites: ReadonlyMap<string, unknown>): string | undefined {
  return sites.size === 0 ? undefined : foldersAround(path).find((folder) => sites.has(folder));
}

function isBelow(path: string, folder: string): boolean {
  return path !== folder && path !== '.' && (folder === '' || path.startsWith(`${folder}/`));
}

function matcherOf(rules: readonly Rule[]): (path: string) => boolean {
  const some = withinMostPatterns(rules, ({ pattern }) => pattern);
  const matchers = some.map(({ pattern, excludes }) => ({
    matches: compilePath(pattern),
    excludes,
  }));
  return (path) => {
    const segments = segmentsOf(path);
    return matchers.findLast(({ matches }) => matches(segments))?.excludes ?? false;
  };
}

/** Reads `exclude_patterns` of Sphinx, if it is a list of texts and not computed, as in `[f for f in files if f != "saws"]`. https://www.sphinx-doc.org/en/master/usage/configuration.html#confval-exclude_patterns */
function readSphinx(lines: readonly string[]): ReturnType<Read> {
  const starts = /^exclude_patterns\s*(?::[^=]{0,60})?\+?=\s*\[(?![^"']* for )/;
  return { hides: matcherOf(listAfter(lines, starts)) };
}

/** Reads `srcExclude` of VitePress. https://vitepress.dev/reference/site-config#srcexclude */
function readVitepress(lines: readonly string[]): ReturnType<Read> {
  const sources = lines.flatMap(
    (line) => /^\s*srcDir\s*:\s*(['"])([^'"]+)\1/.exec(line)?.[2] ?? [],
  );
  const hides = matcherOf(listAfter(lines, /^\s*srcExclude\s*:\s*\[/));
  return { hides, ...(sources[0] !== undefined && { folder: sources[0] }) };
}

/** Reads the texts of each list that begins in a line, in Python or JavaScript. A text with a value in it stands for none. */
function listAfter(lines: readonly string[], starts: RegExp): Rule[] {
  const rules: Rule[] = [];
  let isInside = false;
  for (const line of lines) {
    const start: string | undefined = isInside ? '' : starts.exec(line)?.[0];
    if (start === undefined) continue;
    const rest: string = line.slice(start.length).replace(/(^|[\s,])(?:#|\/\/ ).*$/, '$1');
    for (const [, mark, , pattern = ''] of rest.matchAll(text))
      if (mark === '' && !pattern.includes('${')) rules.push({ pattern, excludes: true });
    isInside = !rest.replaceAll(text, '').includes(']');
  }
  return rules;
}

/** A text in Python or JavaScript. The mark `f` of Python says that it has values in it. */
const text = /(f?)(["'`])([^"'`]{1,250})\2/g;

/**
 * Reads `exclude_docs` and `draft_docs` of MkDocs, and the patterns of the plugin mkdocs-exclude.
 * https://www.mkdocs.org/user-guide/configuration/#exclude_docs
 */
function readMkdocs(lines: readonly string[]): ReturnType<Read> {
  const [, folder] =
    lines.map((line) => /^docs_dir:\s*["']?([^"'#\s]+)/.exec(line)).find(Boolean) ?? [];
  const ignored = ['exclude_docs', 'draft_docs'].flatMap((key) => {
    const start = lines.findIndex((line) => line.startsWith(`${key}:`));
    if (start === -1) return [];
    const value = lines[start]!.slice(key.length + 1).trim();
    const isBlock = /^[|>][-+\d]*$/.test(value);
    return isBlock ? indentedBelow(lines, start) : [value.replace(/^(["'])(.*)\1$/, '$2')];
  });
  const plugin = lines.findIndex((line) => /^\s*-\s+exclude:$/.test(line));
  const globs = plugin === -1 ? [] : indentedBelow(lines, plugin);
  const patterns = globs.flatMap((line) => /^-\s+["']?([^"']+)["']?$/.exec(line)?.[1] ?? []);
  const excluded = patterns.map((pattern): Rule => ({ pattern, excludes: true }));
  const hides = matcherOf([...ignoreRules(ignored), ...excluded]);
  return { folder: folder ?? 'docs', hides, titles: navigationTitles(lines) };
}

/** Returns the lines below one with more indentation than it has, without their spaces. */
function indentedBelow(lines: readonly string[], start: number): string[] {
  const margin = /^\s*/.exec(lines[start]!)![0].length;
  const below = lines.slice(start + 1);
  const end = below.findIndex((line) => line !== '' && line.search(/\S/) <= margin);
  return (end === -1 ? below : below.slice(0, end)).map((line) => line.trim());
}

/** Reads patterns as in a `.gitignore`. https://git-scm.com/docs/gitignore */
function ignoreRules(lines: readonly string[]): Rule[] {
  return lines.flatMap((line): Rule[] => {
    const written = line.trim();
    if (written === '' || written.startsWith('#')) return [];
    const excludes = !written.startsWith('!');
    const path = written.slice(excludes ? 0 : 1);
    const isAnchored = path.slice(0, -1).includes('/');
    return [{ pattern: isAnchored ? path : `**/${path}`, excludes }];
  });
}

/** Reads the table of contents of mdBook and GitBook. Each page is in it. READMEs describe folders of code. https://rust-lang.github.io/mdBook/format/summary.html */
function readSummary(lines: readonly string[]): ReturnType<Read> {
  const links = lines.flatMap((line) => [...line.matchAll(/\]\(<?([^()<>#]{1,250}\.md)[#>)]/g)]);
  const pages = new Set(links.map(([, path = '']) => posix.normalize(path.replaceAll('%20', ' '))));
  const isOther = /\.(?!md$)[^.]*$|(?:^|\/)readme\.md$|^SUMMARY\.md$/i;
  return { hides: (path) => !pages.has(path) && !isOther.test(path) };
}
