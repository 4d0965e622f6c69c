import { FenceTracker } from '../../fences.ts';
import { JsReader, type JsValue } from './js-value.ts';

/** See https://nextjs.org/docs/app/guides/mdx#frontmatter. */
const start = /^export const (meta|metadata|front[Mm]atter)(?:: ?\w{1,40})? ?= ?(?=\{)/;
/** Lines at the beginning of a page in which the metadata must begin, and characters in which it must end. */
const mostLines = 200;
const mostCharacters = 10_000;

/**
 * Writes the title and the description that a page of Next.js exports, as in `export const metadata = { title: 'Saws' }`, as front
 * matter, unless the page has front matter with a title. Shows them for expressions such as `{metadata.title}`. Returns the lines
 * unchanged if there is no such export.
 */
export function withMetadata(lines: string[]): string[] {
  const at = lines.slice(0, mostLines).findIndex((line) => start.test(line));
  if (at === -1) return lines;
  const source = lines
    .slice(at, at + mostLines)
    .join('\n')
    .slice(0, mostCharacters);
  const [head, name = ''] = start.exec(source)!;
  const values = new JsReader(source, head.length).value();
  if (!(values instanceof Map)) return lines;
  const shown = withValues(lines, name, values);
  const pairs = ['title', 'description'].flatMap((key) => {
    const value = textOf(values, key);
    return value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`];
  });
  if (pairs.length === 0) return shown;
  if (shown[0]?.trimEnd() !== '---') return ['---', ...pairs, '---', '', ...shown];
  const end = shown.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  const hasTitle = shown.slice(1, Math.max(end, 1)).some((line) => line.startsWith('title:'));
  return end === -1 || hasTitle ? shown : shown.toSpliced(end, 0, ...pairs);
}

/** Replaces expressions such as `{metadata.title}` outside of fenced code. */
function withValues(lines: string[], name: string, values: Map<string, JsValue>): string[] {
  const use = new RegExp(`\\{[ \\t]?${name}\\.(\\w{1,50})[ \\t]?\\}`, 'g');
  const fences = new FenceTracker();
  return lines.map((line) => {
    if (fences.advance(line) || !line.includes(`${name}.`)) return line;
    return line.replace(use, (whole, key: string) => textOf(values, key) ?? whole);
  });
}

/** Returns a text without the values that only the site knows, such as the number of a page; undefined if there is none. */
function textOf(values: Map<string, JsValue>, key: string): string | undefined {
  const value = values.get(key);
  if (typeof value !== 'string') return undefined;
  return value.replace(/\$\{[^{}]{0,100}\}/g, '').trim() || undefined;
}
