import { labelLine } from '../clean.ts';
import { FenceTracker } from '../fences.ts';
import { indentOf } from '../indentation.ts';

/** The first line of a component of Nuxt Content, nested or not: `::card{icon="saw"}`, `:::tab`. */
const opening = /^[ \t]*:{2,}[ \t]?[a-z][\w-]*(?:\{.*\})?[ \t]*$/;
const border = /^[ \t]*---[ \t]*$/;
/** A line that no properties have: a fence, or the first or last line of a component. */
const other = /^[ \t]*(?:`{3}|~{3}|::)/;
/** A property that the component shows as text. */
const shown =
  /^[ \t]*(?:- )?(label|title|description|content):[ \t]+(["']?)([^"'|>\s].{0,2000}?)\2[ \t]*$/;
/** Maximum number of lines of the properties of a component. */
const mostLines = 200;

/**
 * Removes the properties of components, which are YAML between two lines of dashes below the first line of a component. Keeps
 * their labels, titles and texts. See https://content.nuxt.com/docs/files/markdown#yaml-props.
 */
export function withoutProperties(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => opening.test(line))) return lines;
  const fences = new FenceTracker();
  const out: string[] = [];
  let isOpening = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const end = isOpening && border.test(line) ? endOf(lines, at) : -1;
    if (end === -1) {
      isOpening = !fences.advance(line) && opening.test(line);
      out.push(line);
    } else {
      // The indentation keeps the text in the component.
      const margin = line.slice(0, indentOf(line));
      out.push('', ...textsIn(lines.slice(at, end)).flatMap((text) => [margin + text, '']));
      isOpening = false;
      at = end;
    }
  }
  return out;
}

/** Returns the index of the line of dashes that ends the properties; -1 without one. */
function endOf(lines: readonly string[], from: number): number {
  const below = lines.slice(from + 1, from + 1 + mostLines);
  const end = below.findIndex((line) => border.test(line) || other.test(line));
  return end !== -1 && border.test(below[end]!) ? from + 1 + end : -1;
}

function textsIn(properties: readonly string[]): string[] {
  return properties.flatMap((line) => {
    const [, name, , value = ''] = shown.exec(line) ?? [];
    if (name === undefined) return [];
    if (name === 'label') return [labelLine(value)];
    return [name === 'title' ? `**${value}**` : value];
  });
}
