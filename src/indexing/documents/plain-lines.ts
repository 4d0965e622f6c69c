import { dedent, indentOf } from './indentation.ts';

/** The beginning of an item of a list. */
export const bullet = /^\s*(?:[-*+•o]|\d{1,3}[.)]|\([a-z\d]\))\s+\S/;

/** Returns whether a title is short and in capitals. */
export function isCapitals(title: string): boolean {
  return /^[A-Z][A-Z0-9 ,&/()'_-]{3,60}$/.test(title) && (title.match(/[A-Z]/g)?.length ?? 0) > 3;
}

/** Joins lines of prose. Lists, tables and drawings keep their lines. */
export function joinLines(lines: string[]): string {
  const drawn = lines.some((line) => bullet.test(line) || /\S {3,}\S|[-+=|_]{4,}/.test(line));
  if (drawn) return dedent(lines).join('\n');
  return filledLines(lines);
}

/** Joins lines of a paragraph. Formatters hyphenate with U+2010, and fill lines with spaces. */
export function filledLines(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/\u2010\s*\n\s*/g, '')
    .replace(/\s+/g, ' ');
}

/** Returns whether a paragraph that is deeper than the text around it is code. `base` is the indentation of text. */
export function isCode(lines: string[], base: number): boolean {
  if (lines.length === 0) return false;
  const indent = Math.min(...lines.slice(0, 1000).map(indentOf));
  if (indent < base + 2) return false;
  const text = lines.slice(0, 50).join('\n');
  const marked = /[{}=;$<>|\\]|\w\(|^\s*(?:#|\/\/|--?\w)|^\s*(?:\w+\/)+\w/m.test(text);
  const sentence = /^\s*\p{Lu}[^{};=<>]{20,}[.:?!]$/u.test(text);
  return indent >= base + 4 ? !sentence : marked && !sentence;
}
