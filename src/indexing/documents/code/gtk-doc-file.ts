// Recognizes the sources of libraries of GNOME. Code that chooses files does not load their parser for that.

import { isExcludedPath, isTestPath } from './excluded-code.ts';

/**
 * Files of gtk-doc, gi-docgen and hotdoc: `docs/saw-sections.txt`, `doc/saw-docs.xml`, `doc/saw.toml.in`, `docs/saw/sitemap.txt`. Other tools have files
 * with these endings, too, so the content of each source decides.
 */
const settings =
  /(?:^|\/)docs?\/(?:[^/]+\/){0,4}(?:[\w.-]+-(?:sections\.txt|docs\.(?:xml|sgml))(?:\.in)?|(?:[\w.-]+\/)?sitemap\.txt|(?!(?:book|config|hugo|netlify|pyproject|Cargo|typos)\.)[\w.-]+\.toml(?:\.in)?)$/;
const source = /\.(?:c|h)$/;
/** Folders of programs beside a library, and headers of its parts. */
const inside =
  /(?:^|\/)(?:testsuites?|test cases|demos?|examples?|samples?|tools|subprojects|build-aux|fuzzing|private)\/|[-_](?:private|internal)\.[ch]$/i;
/** A project with more sources is many libraries. */
const mostSources = 5_000;

/** Returns a filter for the sources of C whose comments gtk-doc, gi-docgen or hotdoc reads. Their content decides. */
export function gtkDocFilter(paths: readonly string[]): (path: string) => boolean {
  if (!paths.some((path) => settings.test(path) && !isTestPath(path))) return () => false;
  const sources = new Set(
    paths.filter((path) => source.test(path) && !inside.test(path) && !isTestPath(path)),
  );
  if (sources.size > mostSources) return () => false;
  return (path) => sources.has(path) && !isExcludedPath(path);
}

/**
 * The first line of a comment for gtk-doc: the name of a symbol, with annotations in brackets. A symbol of C has an underscore or
 * several capitals. Other comments begin with words, as in `Example:`.
 */
const identifier =
  /^[ \t]*\*[ \t]+(?:SECTION:[ \t]*[\w.-]|(?:[A-Za-z]\w*_\w*|(?=\w{0,80}[a-z])[A-Z]\w{0,80}?[A-Z]\w*)(?:(?:::?|\.|\|)[\w.-]+)?:(?:[ \t]|$))/;

/** Returns whether a source has comments for gtk-doc. */
export function hasGtkDoc(content: string): boolean {
  for (const [, line = ''] of content.matchAll(/^[ \t]*\/\*\*[ \t]*\r?\n([^\n]{0,500})/gm)) {
    if (identifier.test(line.trimEnd())) return true;
  }
  return false;
}
