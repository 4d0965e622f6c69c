const name = /(?:^|\/)(?:licen[cs]es?|copying|copyrights?)\.(?:md|mdx|rst|adoc|org|texi|texinfo)$/i;

/** Words of the licenses that are most used: MIT, BSD, GNU, Apache, Creative Commons. */
const legal =
  /permission\s+is\s+hereby\s+granted,\s+free\s+of\s+charge|redistribution\s+and\s+use\s+in\s+source\s+and\s+binary\s+forms|permitted\s+to\s+copy\s+and\s+distribute\s+verbatim\s+copies|conditions\s+for\s+use,\s+reproduction,\s+and\s+distribution|creative\s+commons\s+corporation/i;

/** Characters of a page that explains a license, with a short one such as that of MIT. */
const longestExplanation = 8_000;

/** Returns whether a page is about a license by its name: `docs/license.rst`. */
export function isLicensePage(path: string): boolean {
  return name.test(path);
}

/** Returns whether a page about a license explains it, and is not its long text, which answers no question. */
export function explainsLicense(content: string): boolean {
  return content.length < longestExplanation || !legal.test(content);
}
