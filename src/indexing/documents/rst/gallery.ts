import type { DocumentParser } from '../document.ts';
import { dedent } from '../indentation.ts';
import { parseRst } from './rst.ts';

/**
 * Parses a page that Sphinx-Gallery makes of a Python program: its docstring and the blocks of comments below `# %%` or a line of
 * `#` are reStructuredText, and the statements between them are its code. https://sphinx-gallery.github.io/stable/syntax.html
 */
export const parseGallery: DocumentParser = (document) =>
  parseRst({ ...document, format: 'rst', content: toRst(document.content) });

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
  return /^(?:#{20}|# ?%%)/m.test(content) && isGallery(content);
}

const titleLine = /^[ \t]*([=~*#^"'`+:.-])\1{2,}[ \t]*$/m;
/** Characters at the beginning of a docstring that have its title. */
const longestStart = 5_000;
/** A license and other comments before the docstring, and the quotes at its beginning. */
const start = /^(?:[ \t]*(?:#[^\n]*)?\n)*[rRuU]{0,2}("""|''')/;

/** The docstring of a program, and what follows it. */
function partsOf(content: string): { docstring: string; body: string } {
  const text = content.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [opening, quotes = ''] = start.exec(text) ?? [];
  const end = opening === undefined ? -1 : text.indexOf(quotes, opening.length);
  if (opening === undefined || end === -1) return { docstring: '', body: text };
  return { docstring: text.slice(opening.length, end), body: text.slice(end + quotes.length) };
}

function toRst(content: string): string {
  const { docstring, body } = partsOf(content);
  const parts: string[] = [cleanDocstring(docstring)];
  let isText = false;
  let open: string[] = [];
  const close = (): void => {
    parts.push(isText ? dedent(open).join('\n') : toCodeBlock(open));
    open = [];
  };
  for (const line of withoutSettings(body.split('\n'))) {
    const isMark = blockMark.test(line);
    if (isMark ? !isText : isText && !line.startsWith('#')) {
      close();
      isText = isMark;
    }
    open.push(isMark ? '' : isText ? line.slice(1).trimEnd() : line);
  }
  close();
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

/** The beginning of a block of text. The page does not show the rest of the line. */
const blockMark = /^(?:#{20}|# ?%%)/;

/** Removes the indentation of a docstring, which its first line does not have. */
function cleanDocstring(text: string): string {
  const [first = '', ...others] = text.split('\n').map((line) => line.trimEnd());
  return [first.trim(), ...dedent(others)].join('\n');
}

/** Drops what only tells Sphinx-Gallery how to show the page, and what it hides. */
function withoutSettings(lines: string[]): string[] {
  let isHidden = false;
  return lines.filter((line) => {
    const [, setting] = /^[ \t]*#[ \t]*sphinx_gallery_(\w+)/.exec(line) ?? [];
    isHidden = setting === undefined ? isHidden : setting === 'start_ignore';
    return setting === undefined && !isHidden;
  });
}

function toCodeBlock(lines: string[]): string {
  const code = withoutCredits(lines);
  if (code.every((line) => line.trim() === '')) return '';
  return ['.. code-block:: python', '', ...code.map((line) => `   ${line}`)].join('\n');
}

/** Drops the comment at the beginning of statements that names the authors and the license. */
function withoutCredits(lines: string[]): string[] {
  const start = lines.findIndex((line) => line.trim() !== '');
  const end = lines.findIndex((line, at) => at >= start && !line.startsWith('#'));
  const comment = lines.slice(start, end === -1 ? lines.length : end);
  if (!comment.some((line) => credit.test(line))) return lines;
  return end === -1 ? [] : lines.slice(end);
}

const credit = /^#[ \t]*(?:SPDX-|(?:Licen[cs]e|Authors?|Copyright|(?:Code )?Source)\b)/i;
