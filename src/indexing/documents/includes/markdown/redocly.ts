import { attributesOf } from '../attributes.ts';
import type { Reference } from './reference.ts';

const tag = /^\{%-? *code-snippet (.{1,1000}?)\/%\}$/;
/** A text in quotes, or a number without quotes behind the name of an attribute. */
const numbered = /"[^"]*"|(?<==)(\d{1,7})(?=\s|$)/g;
const lineNumber = /^\d{1,7}$/;

/**
 * Reads `{% code-snippet file="/saws/cut.js" language="js" from="const saw" before="sell()" /%}` of Redocly.
 * https://redocly.com/docs/realm/content/markdoc-tags/code-snippet
 */
export function redoclyCode(text: string): Reference | undefined {
  const written = tag.exec(text)?.[1] ?? '';
  const given = attributesOf(
    written.replace(numbered, (whole, number?: string) => (number ? `"${number}"` : whole)),
  );
  const file = given.get('file');
  if (file === undefined) return undefined;
  return {
    path: file,
    asCode: true,
    language: given.get('language'),
    label: given.get('title'),
    select: (lines) => chosenLines(lines, given),
  };
}

/** Returns the lines between two places, of which `from` and `to` are shown and `after` and `before` are not; undefined if the first is missing. */
function chosenLines(
  lines: readonly string[],
  given: ReadonlyMap<string, string>,
): string[] | undefined {
  const placeOf = (name: string, start: number): number | undefined => {
    const mark = given.get(name);
    if (mark === undefined) return undefined;
    if (lineNumber.test(mark)) return Number(mark) - 1;
    return lines.findIndex((line, at) => at >= start && line.includes(mark));
  };
  const after = placeOf('after', 0);
  const from = placeOf('from', 0);
  if (from === -1 || after === -1) return undefined;
  const start = from ?? (after === undefined ? 0 : after + 1);
  const to = placeOf('to', start) ?? -1;
  const end = to === -1 ? (placeOf('before', start) ?? -1) : to + 1;
  return lines.slice(start, end === -1 ? undefined : end);
}
