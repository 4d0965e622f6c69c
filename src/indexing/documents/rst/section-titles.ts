import { singleSpaced } from '../clean.ts';
import { longestTitle } from '../references/places.ts';
import { adornment } from './lines.ts';

/** A hyperlink target: `.. _name: address`. */
export const target = /^\.\. +_(?:`([^`]{1,200})`|((?:[^:\\]|\\.|:(?!\s|$)){1,200})):(?:\s+(.*)|$)/;

/** Maximum number of lines between a target and its title. */
const mostBetween = 10;

/** Returns a label as references name it: case and spaces make no difference. */
export function labelName(label: string): string {
  return singleSpaced(label).toLowerCase();
}

/** Returns the key under which a document has the title for a role without a text; undefined for a role that shows no title. */
export function titleKey(role: string, text: string): string | undefined {
  if (/^(?:std:)?doc$/.test(role)) return `doc:${singleSpaced(text)}`;
  return /^(?:std:)?(?:ref|numref|any)$/.test(role) ? labelName(text) : undefined;
}

/** Returns the title that a target names. Only blank lines and other targets stand between them. */
export function titleBelow(lines: readonly string[], at: number): string | undefined {
  const below = lines.slice(at + 1, at + mostBetween);
  const first = below.findIndex((line) => line !== '' && !target.test(line));
  return first === -1 ? undefined : titleAt(lines, at + 1 + first);
}

/** Returns the title of a section that begins at a line. */
export function titleAt(lines: readonly string[], at: number): string | undefined {
  const title = lineOfTitle(lines, at)?.trim();
  return title !== undefined && title.length <= longestTitle ? title : undefined;
}

function lineOfTitle(lines: readonly string[], at: number): string | undefined {
  const [line = '', next = '', last = ''] = lines.slice(at, at + 3);
  if (adornment.test(line)) return line === last.trimEnd() ? next : undefined;
  // A short line of punctuation is an adornment only if it is as long as the title.
  const isLong = next.length > 2 || line.length <= next.length;
  return adornment.test(next) && isLong && !line.startsWith(' ') ? line : undefined;
}
