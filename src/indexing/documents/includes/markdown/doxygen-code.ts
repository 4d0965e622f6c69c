import { anyFolder } from '../include-path.ts';
import type { Reference } from './reference.ts';

const command =
  /^[@\\](snippet|include)(?:lineno|\{[^{}]{0,40}\})?[ \t]{1,9}("[^"]{1,300}"|[^\s"]{1,300})(?:[ \t]{1,9}([^\s[\]][^[\]\n]{0,100}))?$/;
/** A comment that begins or ends a part. */
const mark = /^\s*(?:\/\/|\/\*|#|<!--|--|%|;)[!/*#]{0,3}\s*\[([^\][]{1,101})\]\s*(?:\*\/|-->)?\s*$/;

/** Maximum length of a line with a mark. */
const longest = 300;

/**
 * Reads `@snippet saw.cpp cut` and `@include saw.cpp` of Doxygen. A part of a file is between two comments such as `//! [cut]`.
 * https://www.doxygen.nl/manual/commands.html#cmdsnippet
 */
export function doxygenCode(text: string): Reference | undefined {
  const [, kind, written = '', part = ''] = command.exec(text) ?? [];
  if (kind === undefined || (kind === 'snippet') !== (part !== '')) return undefined;
  const path = written.replaceAll('"', '');
  // Other tools include a part of a page with the same command.
  if (kind === 'include' && !/\.(?!mdx?$|markdown$|html?$|txt$)\w{1,20}$/.test(path))
    return undefined;
  return {
    path: [path, anyFolder + path],
    select: part === '' ? undefined : (lines) => partOf(lines, part.trim()),
    asCode: true,
  };
}

function partOf(lines: readonly string[], part: string): string[] | undefined {
  const marks = lines.map((line) => mark.exec(line.slice(0, longest))?.[1]);
  const first = marks.indexOf(part);
  const last = marks.indexOf(part, first + 1);
  if (first === -1 || last === -1) return undefined;
  return lines.slice(first + 1, last).filter((_, at) => marks[first + 1 + at] === undefined);
}
