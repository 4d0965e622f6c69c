// Recognizes help pages of R. Code that chooses files does not load their parser for that.

/** Returns whether a path is that of a help page of an R package. */
export function isRd(path: string): boolean {
  return /(?:^|\/)man\/[^/]+\.rd$/i.test(path);
}

/** Characters of a help page that explains a topic. */
const topicLength = 1_500;

/** Returns whether a help page is for the users of a package. An internal one is, too, if it has no function but a topic, to which others lead. */
export function isPublicRd(content: string): boolean {
  if (!/^\\keyword\{\s{0,9}internal\s{0,9}\}/m.test(content)) return true;
  return content.length > topicLength && !/^\\(?:usage|docType)\{/m.test(content);
}
