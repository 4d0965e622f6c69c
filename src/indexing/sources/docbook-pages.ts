/** Folders of documentation and of manual pages. XML elsewhere is data, except in a book. */
const documentation =
  /(?:^|\/)(?:docs?(?:[_-]\w{1,30})?|documentation|(?:\w{1,30}[_-]){0,3}(?:guides?|manuals?|help|handbook)|man|manpages|book|xdocs?|site)\//i;
/** Files that can only be DocBook, Mallard or DITA, and manual pages with the number of their section. */
const named = /\.(?:docbook|dbk|page|dita|[1-9][a-z]{0,3}\.xml(?:\.in)?)$/i;

/**
 * Returns a filter for the files of XML in a repository that can be DocBook: those in a folder of documentation, and all of a
 * repository that has little else. Their content decides.
 */
export function docbookFilter(paths: readonly string[]): (path: string) => boolean {
  const count = paths.filter((path) => /\.(?:xml|sgml)(?:\.in)?$/i.test(path)).length;
  const isBook = count > paths.length / 2;
  return (path) => isBook || named.test(path) || documentation.test(path);
}
