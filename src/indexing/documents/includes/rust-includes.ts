import type { IncludePlace } from './expansion.ts';
import { includeCandidates } from './include-path.ts';

/** An attribute that shows a file as a doc comment. */
const attribute = /^([ \t]*)#(!?)\[doc *= *include_str!\("([^"\n]{1,300})"\)\][ \t]*$/;
/** A README is a document by itself. */
const readme = /(?:^|\/)readme(?:\.\w{1,9})?$/i;

/** Writes the files that doc comments of Rust show, as in `#[doc = include_str!("../docs/cut.md")]`, as strings, so that no line moves. */
export function expandRust(lines: readonly string[], place: IncludePlace): string[] {
  return lines.flatMap((line) => {
    const [, indent = '', inner, path = ''] = attribute.exec(line) ?? [];
    if (inner === undefined || readme.test(path)) return [line];
    // The path is relative to the file. None of the folders around it counts.
    const file = place.open(includeCandidates(path, [place.path]).slice(0, 1));
    const shown = file && place.take(file.lines);
    return [shown ? `${indent}#${inner}[doc = ${JSON.stringify(shown.join('\n'))}]` : line];
  });
}
