import type { Section, SourceDocument } from './document.ts';
import { isGeneric, isThanks } from './snippets/snippet-titles.ts';

interface TitleSources {
  document: SourceDocument;
  sections: Section[];
  /** Title in the document's own metadata. It comes first. */
  own?: string | undefined;
}

/** The heading of a release: `Version 2.1.0`, `[2.1.0] - 2026-01-31`. */
const release = /^(?:version |release |v)?\[?v?\d{1,4}(?:\.\d{1,4}){1,3}\b.{0,60}$/i;
/** The heading of a release that begins with the name of a package: `saw 2.1.0`, `saw (development version)`. */
const namedRelease =
  /^[\w.-]{1,40} (?:v?\d{1,4}\.\d|\((?:development version|unreleased)\)).{0,60}$/i;
/** Names of files that list releases. */
const releaseList = /^(?:news|change-?log|changes|history|release-?notes)$/i;

/**
 * Returns the title of a page, the first of these:
 *
 * 1. that of the document's metadata
 * 2. the first heading of level 1
 * 3. the source's title
 * 4. the only heading at the top, or a heading at the start. It has the name of the file, or stands above only general ones such as "Summary"
 * 5. the name of the file
 *
 * Passes over headings of sponsors and over the first of several releases. Passes over headings such as "Examples" if the name of
 * the file says more.
 */
export function pageTitle({ document, sections, own }: TitleSources): string {
  // The first of several headings names a part of the page.
  const tops = new Set(sections.flatMap(({ headings }) => headings.slice(0, 1)));
  const name = nameOf(document.path);
  const [fileName] = namesIn(document.path);
  const main = mainHeading(sections, tops.size > 1, name);
  const heading = isAspect(main, fileName) ? '' : main;
  const top = headingAtStart(sections, tops, name);
  const other = isAspect(top, name) ? undefined : top;
  const title = withoutSite(own, main) || heading || document.title?.trim() || other || name;
  return withVariant(title, document.variant ?? shownIn(document.path));
}

/** Adds the folder that tells pages with the same title apart, unless the title has it: `Select (mysql)`. */
export function withVariant(title: string, variant = ''): string {
  return letters(title).includes(letters(variant)) ? title : `${title} (${variant})`;
}

/** Returns what a demo shows, as `table` of `components/table/demo/basic.md`; undefined for any other page. */
function shownIn(path: string): string | undefined {
  const [, subject] = /([^/]+)\/(?:demo|__demo__)\/[^/]+\.md$/.exec(path) ?? [];
  return subject === undefined || anySubject.test(subject) ? undefined : subject;
}

/** Returns the heading of the first section if it names the page: no other is beside it, only general ones such as "Summary" follow, or the file has its name. */
function headingAtStart(
  sections: readonly Section[],
  tops: ReadonlySet<string>,
  name: string,
): string {
  const [start = '', ...further] = tops;
  if (further.length === 0 || letters(start) === letters(name.replace(place, ''))) return start;
  if (folderPage.test(name) || sections[0]?.headings[0] !== start) return '';
  return further.every(isGeneric) ? start : '';
}

/** Returns the first heading of level 1 that is none of sponsors, and none of several releases; '' if there is none, or if others stand above it. */
function mainHeading(sections: readonly Section[], areSeveral: boolean, name: string): string {
  const isRelease = (heading: string): boolean =>
    release.test(heading) || (releaseList.test(name) && namedRelease.test(heading));
  const isMain = (heading: string): boolean =>
    !isThanks(heading) && !(areSeveral && isRelease(heading));
  const at = sections.findIndex(({ level, headings }) => level === 1 && isMain(headings[0] ?? ''));
  const above = new Set(sections.slice(0, at).flatMap(({ headings }) => headings.slice(0, 1)));
  return above.size > mostAbove ? '' : (sections[at]?.headings[0] ?? '');
}

/** Number of other headings at the top above that of the page. Below more of them, it names a part, such as "License". */
const mostAbove = 2;

/**
 * Returns whether a heading does not state the title of its file: one of sponsors at the start of a README, or "Examples" in the file
 * of a command. In `1-start.md`, "Getting started" does, and so does "Path parameters" in `path-params.md`.
 */
function isAspect(heading: string, fileName: string): boolean {
  if (isThanks(heading)) return true;
  const name = fileName.replace(place, '');
  const isFolder = [name, fileName].some((one) => folderPage.test(one));
  if (!isGeneric(heading) || isGeneric(name) || isFolder) return false;
  const words = name.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);
  // A name of a file can be short for a heading.
  return !words.every((word) => letters(heading).includes(letters(word).slice(0, 5)));
}

/** The place of a file among others, before its name: `01-`, `ch02-03-`, `3.`. */
const place = /^(?:ch(?:apter)?)?[\d._-]+/i;

/**
 * Removes the name of the site behind a title, as in `Saws | Acme` for the heading `Saws`. Behind a section, as in `Saws | Tools | Acme`, it is the name of
 * the site for any heading.
 */
function withoutSite(title = '', heading = ''): string {
  const before = title.slice(0, Math.max(0, title.lastIndexOf(' | ')));
  if (before !== '' && letters(before) === letters(heading)) return before;
  const [page = '', section] = before.split(' | ', 2);
  return page === '' || section === undefined ? title : page;
}

function letters(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** Files that stand for their folder. Sites of Hugo, Next.js and SvelteKit have a folder for each page, and Quarto its settings. */
const folderPage = /^(?:readme|_?index|\+?page|_quarto[\w-]*)$/i;

/** Returns the name of a page by its path, with that of its folder if it means nothing by itself. */
export function nameOf(path: string): string {
  const [name, folder] = namesIn(path);
  if (folder && folderPage.test(name)) return folder;
  // The name of a page in a wiki is its title: `Getting-Started.md`.
  const title = /^\p{Lu}[\p{L}\p{N}]*-\p{L}/u.test(name) ? name.replaceAll('-', ' ') : name;
  return folder && needsFolder(name, folder) ? `${folder} ${name}` : title || 'Untitled';
}

/** The ending of a file, with those before it: `.rst.txt`, `.html.md.erb`. */
export const ending = /(?:\.html)?(?:\.(?:rst|md|adoc|html))?\.[A-Za-z0-9]+$/;

/** Returns the name of a file without its ending and `.en-US`, and that of its folder. */
function namesIn(path: string): [name: string, folder: string | undefined] {
  const parts = path
    .replace(/[?#].*$/, '')
    .split('/')
    .filter(Boolean);
  const name = (parts.at(-1) ?? '').replace(ending, '');
  return [name.replace(/\.en(?:[-_][a-z]{2})?$/i, ''), parts.at(-2)];
}

/** Folders of documents on any subject. */
const anySubject =
  /^(?:[._]?docs?|content|pages|sites?|website|src|source|en|guides?|manual|tutorials?|topics|asciidoc|adoc|markdown|mdx?|rst|_?partials|_?includes|_?snippets)$/i;

/** Returns whether the name of a file is a number or an aspect, which means nothing without its folder: `saws/04.md`, `saws/usage.md`. */
function needsFolder(name: string, folder: string): boolean {
  if (anySubject.test(folder)) return false;
  return /^\d{1,4}$/.test(name) || (name.length > 1 && isGeneric(name) && !isGeneric(folder));
}
