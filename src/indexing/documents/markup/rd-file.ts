// Recognizes help pages of R. Code that chooses files does not load their parser for that.

/** Returns whether a path is that of a help page of an R package. */
export function isRd(path: string): boolean {
  return /(?:^|\/)man\/[^/]+\.rd$/i.test(path);
}

/** Returns whether a help page is for the users of a package. */
export function isPublicRd(content: string): boolean {
  return !/^\\keyword\{\s{0,9}internal\s{0,9}\}/m.test(content);
}
