import { isObject } from '../../../base/json.ts';
import { singleSpaced } from '../clean.ts';
import type { Expansion, IncludePlace } from './expansion.ts';
import { readYamlObject } from './yaml-object.ts';

/** A page of a guide of Grails or Micronaut: the folder of the table of contents, and the path below it. */
const page = /^((?:[^/]+\/)*?guide\/)(.+)\.adoc$/;
const title = /^= \S/m;
/** Characters of a table of contents. */
const longest = 200_000;

/** Returns whether only a table of contents can give a page of AsciiDoc its title. */
export function needsGuideTitle({ path, content }: { path: string; content: string }): boolean {
  return page.test(path) && !title.test(content);
}

/**
 * Returns the title that `toc.yml` gives a page of a guide, as a line of AsciiDoc. The keys are the folders and the name of the
 * page. A page with further pages below it has its title in the key `title`.
 * https://micronaut-projects.github.io/micronaut-docs/latest/guide/
 */
export function guideTitle(
  lines: readonly string[],
  place: IncludePlace,
  expansion: Expansion,
): string[] {
  const [, folder = '', name = ''] = page.exec(place.path) ?? [];
  const isPage = place.chain.length === 1 && name !== '';
  if (!isPage || lines.some((line) => title.test(line))) return [];
  const file = expansion.open([`${folder}toc.yml`], place);
  const found = file && titleIn(file.lines.join('\n'), name.split('/'));
  return found === undefined || found === '' ? [] : [`= ${found}`, ''];
}

function titleIn(toc: string, keys: readonly string[]): string | undefined {
  if (toc.length > longest) return undefined;
  let found: unknown = readYamlObject(toc);
  for (const key of keys) {
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  const own = isObject(found) ? found['title'] : found;
  return typeof own === 'string' ? singleSpaced(own) : undefined;
}
