// Recognizes pages of MediaWiki. Code that chooses files does not load their parser for that.

/** Returns whether a file has the name of a page in the format of MediaWiki. Other wikis also use `.wiki`, whose content decides. */
export function isMediawiki(path: string): boolean {
  return /\.(?:media)?wiki$/i.test(path);
}

/** Returns whether a file has the name of a page of some wiki. */
export function isWikiFile(path: string): boolean {
  return /\.wiki$/i.test(path);
}

/** Characters at the beginning of a page that show its format. */
const longestStart = 20_000;
/** What only MediaWiki has: headings of two or more signs, links, bold text, tables and templates. */
const markup =
  /^={2,5}[^=\n]{1,200}={2,5}[ \t]*$|\[\[[^[\]\n]{1,200}\]\]|'''[^'\n]{1,200}'''|^\{\|/m;
/** Pages of Google Code, Fossil, Trac, MoinMoin, Creole and vimwiki. */
const others =
  /^#(?:summary|labels|sidebar|format|acl)\b|^\s{0,9}<title>|^[ \t]*\{\{\{|^%(?:title|toc)\b|^\|=|\[\[https?:[^|\]\n]{1,300}\|/m;

/** Returns whether a text is a page of MediaWiki. */
export function isMediawikiText(content: string): boolean {
  const start = content.slice(0, longestStart);
  return markup.test(start) && !others.test(start);
}
