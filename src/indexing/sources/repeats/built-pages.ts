import { isNamed, PathList } from './sibling-folders.ts';
import type { Repeats } from './translations.ts';

/** Minimum number of documents in a folder that have a page of the same name in another one. */
const leastPages = 4;
/** Minimum share of these documents. A generator makes a page of each. */
const leastShare = 0.8;
/** A name in more folders, such as `overview`, shows nothing. */
const mostFolders = 20;

/** A document and a page can also be the index of a folder with its name. */
const sourceEnding =
  /(?:(?<=\/[^/]+)\/index)?\.(?:md|mdx|markdown|[qr]md|rst|adoc|asciidoc|ipynb|rd)$/i;
const pageEnding = /(?:(?<=\/[^/]+)\/index)?\.(?:html?|xml)$/i;
/** The place of a document among those of its folder, which is no part of the name of its page. */
const order = /^\d{1,3}[-_. ]+(?=\D)/;
/** Names that documents have in any folder. */
const anyName = /^(?:index|readme|_.*)$/i;

/** A header of C or C++, and the pages that Doxygen makes of the types, namespaces, groups and files in it. */
const header = /\.(?:h|hh|hpp|hxx)$/i;
const pageOfHeader = /^(?:class|struct|union|namespace|group__)\w+$|_8h(?:h|pp|xx)?$/;
/** Pages for each header. If Doxygen made more, most of what they describe is in other files. */
const mostOfHeader = 5;

/**
 * Returns the HTML that a generator made of other documents of the repository, as Quarto, bookdown and pkgdown do for GitHub Pages, the
 * DocBook that Asciidoctor makes, and the HTML that Doxygen made of headers: a folder has a page for nearly each document of another folder, or
 * those of Doxygen. The site also has the pages of documents that no longer exist, and the folders beside. Keeps a folder that `folders` names.
 */
export function findBuiltPages({ paths }: PathList, folders: readonly string[]): Repeats {
  const pages = byFolder(paths, pageEnding);
  const sites = sitesIn(pages, byFolder(paths, sourceEnding));
  const headers = paths.filter((path) => header.test(path)).length;
  for (const [folder, names] of pages) {
    if (folder !== '' && isOfDoxygen(names, headers)) sites.add(folder);
  }
  const built = [...sites].filter((site) => !isNamed(site, folders));
  const list = new PathList(paths.filter((path) => pageEnding.test(path)));
  const below = built.flatMap((site) => [...list.below(site)].map((path) => site + path));
  return { paths: new Set(below), names: new Set(built.map((site) => site.slice(0, -1))) };
}

/** Returns whether a folder with pages of these names is what Doxygen made of headers. Each such site has a list of files. */
function isOfDoxygen(names: ReadonlySet<string>, headers: number): boolean {
  if (!names.has('files')) return false;
  const made = [...names].filter((name) => pageOfHeader.test(name)).length;
  return made >= leastPages && made <= headers * mostOfHeader;
}

/** Returns the folders of built sites, with a final slash. */
function sitesIn(pages: Map<string, Set<string>>, sources: Map<string, Set<string>>): Set<string> {
  const foldersOf = new Map<string, string[]>();
  for (const [folder, names] of sources) {
    for (const name of names) {
      const others = foldersOf.get(name);
      if (others) others.push(folder);
      else foldersOf.set(name, [folder]);
    }
  }
  const sites = new Set<string>();
  for (const [folder, names] of pages) {
    for (const [source, count] of countsIn(names, foldersOf)) {
      if (count < leastPages || count < leastShare * sources.get(source)!.size) continue;
      // Documents and their pages in one folder are written by hand, or lead to each other.
      const site = [folder.replace(/[^/]+\/$/, ''), folder].find(
        (one) => one !== '' && !source.startsWith(one),
      );
      if (site !== undefined) sites.add(site);
    }
  }
  return sites;
}

/** Returns the folders with documents that have some of these names, and how many they have. */
function countsIn(
  names: ReadonlySet<string>,
  foldersOf: ReadonlyMap<string, string[]>,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const folders = foldersOf.get(name) ?? [];
    if (folders.length > mostFolders) continue;
    for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

/** Returns the names of the files with an ending, by their folders. A folder has a final slash. */
function byFolder(paths: readonly string[], ending: RegExp): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const path of paths.filter((one) => ending.test(one))) {
    const page = path.replace(ending, '');
    const start = page.lastIndexOf('/') + 1;
    const name = page.slice(start).replace(order, '');
    if (anyName.test(name)) continue;
    const folder = page.slice(0, start);
    all.set(folder, (all.get(folder) ?? new Set()).add(name));
  }
  return all;
}
