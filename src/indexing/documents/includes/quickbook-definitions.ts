import type { IncludePlace } from './expansion.ts';
import { includeCandidates } from './include-path.ts';

/** Returns whether a file tells a build of Boost what to make. */
export function isJamfile(path: string): boolean {
  return /(?:^|\/)jamfile(?:\.v2)?$/i.test(path);
}

const manual = /^[^#]{0,300}?([\w./-]{1,200}\.(?:qbk|quickbook))(?=[\s;]|$)/;
/** Further manuals of one Jamfile rarely define anything. */
const mostManuals = 2;
const definition = /^\[(?:def|template)\s/;
/** Lines of one definition. */
const mostLines = 100;

/**
 * Returns the macros and templates that the manual around a chapter defines. They are in the main file of the manual,
 * which the Jamfile of the documentation names: `xml saw : saw.qbk ;`.
 * https://www.boost.org/doc/libs/release/doc/html/quickbook/syntax/block.html#quickbook.syntax.block.macros
 */
export function manualDefinitions(place: IncludePlace): string[][] {
  const plain = includeCandidates('Jamfile', [place.path]);
  const jamfile = place.open(plain.flatMap((path) => [`${path}.v2`, path]));
  const names = (jamfile?.lines ?? []).flatMap((line) => manual.exec(line)?.[1] ?? []);
  const around = place.from(jamfile?.path ?? '');
  const found = [...new Set(names)].slice(0, mostManuals).flatMap((name) => {
    const file = around.find(name);
    return file ? definitionsIn(file.lines) : [];
  });
  return found.filter((lines) => place.take(lines));
}

/** Returns the lines of each definition of a manual, until its bracket is closed. */
export function definitionsIn(lines: readonly string[]): string[][] {
  const out: string[][] = [];
  let open = 0;
  for (const line of lines) {
    if (open <= 0 && !definition.test(line)) continue;
    if (open <= 0) out.push([]);
    open = Math.max(0, open) + openedBy(line);
    const last = out.at(-1)!;
    last.push(line);
    if (last.length === mostLines) open = 0;
  }
  return out;
}

/** Returns how many more brackets a line opens than it closes. */
function openedBy(line: string): number {
  const bare = line.replace(/\\.|'''.*?'''/g, '');
  return bare.split('[').length - bare.split(']').length;
}
