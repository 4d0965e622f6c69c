// Recognizes the programs that Sphinx-Gallery makes pages of. Code that chooses files does not load their parser for that.

/** Folders of programs that documentation shows, such as `examples/`, `tutorials/` and `beginner_source/`. */
const galleryFolder =
  /(?:(?:^|[/_-])(?:examples?|tutorials?|galler(?:y|ies)|demos?|samples?|recipes?)|_source)\/(?:[^/]+\/){0,8}[^/]+\.py$/i;

/** Returns whether a path can be that of a page of a gallery. */
export function isGalleryPath(path: string): boolean {
  return galleryFolder.test(path);
}

/** Returns whether a program has what Sphinx-Gallery makes a page of: a docstring with a title at its beginning. */
export function isGallery(content: string): boolean {
  return titleLine.test(partsOf(content).docstring.slice(0, longestStart));
}

/** Returns whether a program of a gallery also has text between its statements. */
export function hasTextBlocks(content: string): boolean {
  return blockMark.test(content) && isGallery(content);
}

/** The beginning of a block of text. The page does not show the rest of the line. */
export const blockMark = /^(?:#{20}|# ?%%)/m;

const titleLine = /^[ \t]*([=~*#^"'`+:.-])\1{2,}[ \t]*$/m;
/** Characters at the beginning of a docstring that have its title. */
const longestStart = 5_000;
/** A license and other comments before the docstring, and the quotes at its beginning. */
const start = /^(?:[ \t]*(?:#[^\n]*)?\n)*[rRuU]{0,2}("""|''')/;

/** Returns the docstring of a program, and what follows it. */
export function partsOf(content: string): { docstring: string; body: string } {
  const text = content.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [opening, quotes = ''] = start.exec(text) ?? [];
  const end = opening === undefined ? -1 : text.indexOf(quotes, opening.length);
  if (opening === undefined || end === -1) return { docstring: '', body: text };
  return { docstring: text.slice(opening.length, end), body: text.slice(end + quotes.length) };
}
