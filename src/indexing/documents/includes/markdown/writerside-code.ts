import { bracketDepth } from '../../brackets.ts';
import { attributesOf } from '../attributes.ts';
import { matchElement } from './match-element.ts';
import { byRanges } from '../select-lines.ts';
import type { Found, Reference } from './reference.ts';

/** Maximum number of lines of a symbol. */
const mostLines = 300;
const element = {
  opening: /^\s*<code-block(?:\s|$)/,
  pattern: /^\s*<code-block\s(?<given>[^<>]{1,2000}?)(?:\/>|>\s*<\/code-block>)\s*$/,
  end: /(?:\/|<\/code-block)>\s*$/,
  most: 10,
};
/** An empty code block with its attributes below, also after empty lines and on several lines. */
const fence = {
  opening: /^\s*`{3,}[\w+#.-]*\s*$/,
  pattern:
    /^\s*(`{3,})(?<language>[\w+#.-]*)[ \t]*\n\s*\1[ \t]*\n\s*\{(?<given>[^{}]{1,2000})\}\s*$/,
  end: /\}\s*$/,
  most: 10,
};

/**
 * Reads an element that shows a file, as in `<code-block lang="kotlin" src="saw.kt" include-symbol="cut"/>`, and an empty code
 * block with `{src="saw.kt" include-lines="1-3,5"}` below. See https://www.jetbrains.com/help/writerside/code.html.
 */
export function writersideCode(lines: readonly string[], at: number): Found | undefined {
  const form = [element, fence].find(({ opening }) => opening.test(lines[at]!));
  const found = form && matchElement(lines, at, form);
  const { given = '', language } = found?.match.groups ?? {};
  const attributes = attributesOf(given);
  const path = attributes.get('src');
  if (!found || path === undefined) return undefined;
  const select = chosenLines(attributes.get('include-lines'), attributes.get('include-symbol'));
  const shown = (language ?? attributes.get('lang')) || undefined;
  const reference: Reference = { path, from: 'site', asCode: true, select, language: shown };
  return { references: [reference], last: found.last };
}

/** Returns what selects the symbols or the lines with these numbers, or all lines if neither is given. */
function chosenLines(
  ranges: string | undefined,
  symbols: string | undefined,
): (lines: readonly string[]) => string[] | undefined {
  return (lines) => {
    if (symbols !== undefined) {
      const found = symbols.split(',').flatMap((name) => symbolLines(lines, name.trim()));
      return found.length === 0 ? undefined : found;
    }
    return byRanges(lines, ranges, /-/);
  };
}

const keywords = 'fun|val|var|object|class|interface|typealias|func|let|const|def|function|struct';
/** A line that continues the statement above it, and one whose statement goes on below it. */
const continued = /^\s*(?:\.|\?\.|\?:|\+|&&|\|\|)/;
const unfinished = /(?:[=+,(]|&&|\|\|)\s*$/;

/** Returns the lines of a declaration; none if there is none with this name. Annotations above it do not belong to it. */
function symbolLines(lines: readonly string[], name: string): readonly string[] {
  const own = name.slice(name.lastIndexOf('.') + 1);
  const declaration = new RegExp(
    `\\b(?:${keywords})\\s+(?:<[^<>]{0,100}>\\s*)?(?:\\w{1,100}\\.)?${RegExp.escape(own)}(?!\\w)`,
  );
  const start = lines.findIndex((line) => line.length <= 500 && declaration.test(line));
  const near = start === -1 ? [] : lines.slice(start, start + mostLines);
  let depth = 0;
  const last = near.findIndex((line, at) => {
    const code = line.replace(/"(?:[^"\\]|\\.)*"|\/\/.*$/g, '""');
    depth += bracketDepth(code);
    return depth <= 0 && !unfinished.test(code) && !continued.test(near[at + 1] ?? '');
  });
  return near.slice(0, last + 1);
}
