import type { Reference } from './reference.ts';

/** A name or a number, or a text between quotes. */
const argument = /"([^"]{0,300})"|`([^`]{0,300})`|([\w./-]{1,300})/g;
const call = /^\{\{ ?(?:code|play)((?: +(?:"[^"]{0,300}"|`[^`]{0,300}`|\d{1,6})){1,6}) ?\}\}$/;

/**
 * Reads code on a page of go.dev: a file and up to two lines in it, as in {{code "saw.go" `/^func/` `/^}/`}}.
 * https://cs.opensource.google/go/x/website/+/master:internal/web/code.go
 */
export function goCode(text: string): Reference | undefined {
  const written = call.exec(text)?.[1];
  if (written === undefined) return undefined;
  const values = Array.from(written.matchAll(argument), ([, double, back, name]) => {
    return double ?? back ?? name ?? '';
  });
  const [path = '', ...rest] = values;
  // Names of lines to highlight and the number of the first line come last.
  const places = rest.filter((value) => !/^(?:HL\w*|\d+)$/.test(value));
  return { path, asCode: true, select: (lines) => selected(lines, places) };
}

/** Returns the lines from one place to another, or the line at the only place, without those that the author omits. */
function selected(lines: readonly string[], places: readonly string[]): string[] | undefined {
  const [first, last] = places;
  const start = first === undefined ? 0 : lineOf(lines, first, 0);
  const single = first === undefined ? lines.length - 1 : start;
  const end = last === undefined ? single : lineOf(lines, last, start + 1);
  if (start === -1 || end === -1) return undefined;
  return lines
    .slice(start, end + 1)
    .filter((line) => !line.endsWith('OMIT'))
    .map((line) => line.replace(/(?<!\s)\s{0,20}\/\/ HL\w*$/, ''));
}

/** Returns the index of the first line at or after another one that a place names; -1 if there is none. */
function lineOf(lines: readonly string[], place: string, from: number): number {
  if (place === '$') return lines.length - 1;
  const [, open, pattern, close] = /^\/(?:\(\?m\))?(\^?)(.+?)(\$?)\/$/.exec(place) ?? [];
  if (pattern === undefined) return -1;
  // Running the expressions of a page could take forever. Almost all of them are plain words.
  const parts = pattern.split('.*').map((part) => part.replace(/\\(\W)/g, '$1'));
  return lines.findIndex((line, at) => {
    if (at < from || (open !== '' && !line.startsWith(parts[0]!))) return false;
    return hasInOrder(line, parts) && (close === '' || line.endsWith(parts.at(-1)!));
  });
}

function hasInOrder(line: string, parts: readonly string[]): boolean {
  let at = 0;
  return parts.every((part) => {
    const found = line.indexOf(part, at);
    at = found + part.length;
    return found !== -1;
  });
}
