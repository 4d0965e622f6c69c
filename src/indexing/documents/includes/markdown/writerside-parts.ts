import { topicLines } from '../../markdown/writerside-topic.ts';
import { withValues, writersideValues } from '../../writerside-variables.ts';
import { attributesOf } from '../attributes.ts';
import { anyFolder } from '../include-path.ts';
import { matchElement } from './match-element.ts';
import type { Found } from './reference.ts';

const include = {
  pattern: /^\s*<include\s([^<>]{1,500}?)(?:\/>|>([\s\S]{0,2000}?)<\/include>)\s*$/,
  end: /\/include>|<include\b[^<>]*\/>|^\s*[^<>]*\/>\s*$/,
  most: 20,
};
const longestLine = 2_000;
/** Maximum number of lines of a part. */
const mostLines = 1_000;

/**
 * Reads the element for a part of another topic, as in `<include from="lib.topic" element-id="oil"/>`. The part has the values of the
 * variables above the element and in it. The topic can be in any folder. See https://www.jetbrains.com/help/writerside/reuse-content.html.
 */
export function writersidePart(lines: readonly string[], at: number): Found | undefined {
  if (!/^\s*<include\s/.test(lines[at]!)) return undefined;
  const found = matchElement(lines, at, include);
  const given = attributesOf(found?.match[1] ?? '');
  const path = given.get('from') ?? given.get('src');
  const id = given.get('element-id') ?? given.get('include-id');
  if (!found || path === undefined || id === undefined) return undefined;
  const select = (source: readonly string[]): string[] | undefined => {
    const variables = writersideValues([
      ...lines.slice(0, at),
      ...(found.match[2] ?? '').split('\n'),
    ]);
    const part = elementLines(source, id) ?? chapterLines(source, id);
    return part && topicLines(part.map((line) => withValues(line, variables)));
  };
  return { references: [{ path: [path, anyFolder + path], select }], last: found.last };
}

/** Returns the lines of the element with an id; undefined if there is none. */
function elementLines(lines: readonly string[], id: string): string[] | undefined {
  const opening = new RegExp(
    `<([a-z][\\w-]{0,40})\\s(?:[^<>]{0,300}\\s)?id="${RegExp.escape(id)}"[^<>]*>`,
  );
  const start = lines.findIndex((line) => opening.test(line.slice(0, longestLine)));
  const [tag, name] = opening.exec(lines[start] ?? '') ?? [];
  if (tag === undefined || tag.endsWith('/>')) return undefined;
  const tags = new RegExp(`<(/)?${name}(?=[\\s>])[^<>]*?(/)?>`, 'g');
  let depth = 0;
  const near = lines.slice(start, start + mostLines);
  const last = near.findIndex((line) => {
    for (const [, end, empty] of line.slice(0, longestLine).matchAll(tags)) {
      if (end !== undefined) depth -= 1;
      else if (empty === undefined) depth += 1;
    }
    return depth <= 0;
  });
  return near.slice(0, last + 1);
}

/** Returns the heading with an id, and the lines below it; undefined if there is none. */
function chapterLines(lines: readonly string[], id: string): string[] | undefined {
  const start = lines.findIndex((line) => line.startsWith('#') && line.includes(`id="${id}"`));
  const [marks] = /^#+/.exec(lines[start] ?? '') ?? [];
  if (marks === undefined) return undefined;
  const below = lines.slice(start + 1, start + mostLines);
  const end = below.findIndex(
    (line) => (/^#{1,6}(?= )/.exec(line)?.[0] ?? '#######').length <= marks.length,
  );
  return [lines[start]!, ...(end === -1 ? below : below.slice(0, end))];
}
