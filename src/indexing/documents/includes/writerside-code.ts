import { attributesOf } from './attributes.ts';
import type { LookFrom } from './include-path.ts';
import { matchElement } from './match-element.ts';
import { linesIn, readRanges } from './select-lines.ts';

/** A file that an element of Writerside shows as code. */
interface ShownCode {
  path: string;
  from: LookFrom;
  asCode: true;
  language?: string;
  select: (lines: readonly string[]) => string[] | undefined;
}

/** Maximum number of lines of a symbol. */
const mostLines = 300;
const element = {
  pattern: /^\s*<code-block\s([^<>]{1,2000}?)(?:\/>|>\s*<\/code-block>)\s*$/,
  end: /(?:\/|<\/code-block)>\s*$/,
  most: 10,
};

/**
 * Reads an element that shows a file, as in `<code-block lang="kotlin" src="saw.kt" include-symbol="cut"/>`. See
 * https://www.jetbrains.com/help/writerside/code.html.
 */
export function writersideElement(
  lines: readonly string[],
  at: number,
): { references: ShownCode[]; last: number } | undefined {
  if (!/^\s*<code-block(?:\s|$)/.test(lines[at]!)) return undefined;
  const found = matchElement(lines, at, element);
  const given = attributesOf(found?.match[1] ?? '');
  const path = given.get('src');
  if (!found || path === undefined) return undefined;
  const language = given.get('lang');
  const select = chosenLines(given.get('include-lines'), given.get('include-symbol'));
  const reference = { path, from: 'site' as const, asCode: true as const, select };
  return { references: [language ? { ...reference, language } : reference], last: found.last };
}

/** Returns what selects the symbols or the lines with these numbers, or all lines if neither is given. */
export function chosenLines(
  ranges: string | undefined,
  symbols: string | undefined,
): (lines: readonly string[]) => string[] | undefined {
  return (lines) => {
    if (symbols !== undefined) {
      const found = symbols.split(',').flatMap((name) => symbolLines(lines, name.trim()));
      return found.length === 0 ? undefined : found;
    }
    if (ranges === undefined) return [...lines];
    const read = readRanges(ranges, /-/, /,/);
    return read && linesIn(lines, read);
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
    for (const [bracket] of code.matchAll(/[()[\]{}]/g)) depth += '([{'.includes(bracket) ? 1 : -1;
    return depth <= 0 && !unfinished.test(code) && !continued.test(near[at + 1] ?? '');
  });
  return near.slice(0, last + 1);
}
