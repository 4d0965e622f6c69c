import { isObject } from '../../../../base/json.ts';
import { singleSpaced } from '../../clean.ts';
import { isGeneric } from '../../snippets/snippet-titles.ts';
import type { IncludePlace } from '../expansion.ts';
import { readYamlObject } from '../yaml-object.ts';

/** A page of a guide of Grails or Micronaut: the folder of the table of contents, and the path below it. */
const page = /^((?:[^/]+\/)*?guide\/)(.+)\.adoc$/;
const title = /^= \S/m;
/** Names of a book whose chapters are other files. */
const books = ['index', 'single', 'book', 'master', 'main'].map((name) => `${name}.adoc`);
const inclusion = /^include::([^[\]{}]{1,300})\[/;
/** Characters of a table of contents. */
const longest = 200_000;

/** Returns whether only a table of contents or a book can give a page of AsciiDoc its title. */
export function needsGuideTitle({ path, content }: { path: string; content: string }): boolean {
  return !title.test(content) && (page.test(path) || !beginsWithHeading(content));
}

/** Returns whether a heading stands before the first text. */
function beginsWithHeading(content: string): boolean {
  return /^(?:\s*(?:\/\/[^\n]*|:[\w!-]{1,60}:[^\n]*|\[[^\n]*\])?\n){0,60}\s*=+ \S/.test(content);
}

/**
 * Returns the title that `toc.yml` gives a page of a guide, as a line of AsciiDoc. The keys are the folders and the name of the
 * page. A page with further pages below it has its title in the key `title`. This title comes before that of a page below it that is
 * as general as "Configuration". A book of AsciiDoc can have the titles of its chapters above their includes.
 * https://micronaut-projects.github.io/micronaut-docs/latest/guide/
 */
export function guideTitle(lines: readonly string[], place: IncludePlace): string[] {
  const content = lines.join('\n');
  if (place.chain.length > 1 || !needsGuideTitle({ path: place.path, content })) return [];
  const [, folder = '', name = ''] = page.exec(place.path) ?? [];
  const toc = name === '' ? undefined : place.open([`${folder}toc.yml`]);
  const inToc = toc && titleIn(toc.lines.join('\n'), name.split('/'));
  const found = toc || beginsWithHeading(content) ? inToc : titleInBook(place);
  return found === undefined || found === '' ? [] : [`= ${found}`, ''];
}

/** Returns the heading that a book in the folder or in the folder around has right above the include of a page. */
function titleInBook(place: IncludePlace): string | undefined {
  const names = place.path.split('/');
  const folders = [names.slice(0, -1), names.slice(0, -2)].map((each) => each.join('/'));
  for (const folder of folders.slice(0, names.length)) {
    const start = folder === '' ? '' : `${folder}/`;
    const book = place.open(books.map((name) => start + name));
    const wanted = place.path.slice(start.length);
    const at = book?.lines.findIndex((line) => inclusion.exec(line)?.[1] === wanted) ?? -1;
    const above = book?.lines.slice(0, Math.max(0, at)).findLast((line) => /\S/.test(line));
    const [, heading] = /^={2,6} (\S.{0,200})$/.exec(above ?? '') ?? [];
    if (heading !== undefined) return heading;
  }
  return undefined;
}

function titleIn(toc: string, keys: readonly string[]): string | undefined {
  if (toc.length > longest) return undefined;
  let found: unknown = readYamlObject(toc);
  let above: string | undefined;
  let title: string | undefined;
  for (const key of keys) {
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
    above = title;
    const own = isObject(found) ? found['title'] : found;
    title = typeof own === 'string' ? singleSpaced(own) : undefined;
  }
  if (title === undefined || above === undefined || isGeneric(above)) return title;
  return isGeneric(title) ? `${above}: ${title}` : title;
}
