import type { DocumentParser } from '../document.ts';
import { dedent } from '../indentation.ts';
import { blockMark, partsOf } from './gallery-program.ts';
import { parseRst } from './rst.ts';

/**
 * Parses a page that Sphinx-Gallery makes of a Python program: its docstring and the blocks of comments below `# %%` or a line of
 * `#` are reStructuredText, and the statements between them are its code. https://sphinx-gallery.github.io/stable/syntax.html
 */
export const parseGallery: DocumentParser = (document) =>
  parseRst({ ...document, format: 'rst', content: toRst(document.content) });

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
