import { JsReader } from './js-value.ts';

/** See https://nextjs.org/docs/app/guides/mdx#frontmatter. */
const start = /^export const (?:meta|metadata|front[Mm]atter)(?:: ?\w{1,40})? ?= ?(?=\{)/;
/** Lines at the beginning of a page in which the metadata must begin, and characters in which it must end. */
const mostLines = 200;
const mostCharacters = 10_000;

/**
 * Writes the title and the description that a page of Next.js exports, as in `export const metadata = { title: 'Saws' }`, as front
 * matter. Returns the lines unchanged if they have front matter, or no such export.
 */
export function withMetadata(lines: string[]): string[] {
  if (lines[0]?.trimEnd() === '---') return lines;
  const at = lines.slice(0, mostLines).findIndex((line) => start.test(line));
  if (at === -1) return lines;
  const source = lines
    .slice(at, at + mostLines)
    .join('\n')
    .slice(0, mostCharacters);
  const values = new JsReader(source, start.exec(source)![0].length).value();
  if (!(values instanceof Map)) return lines;
  const pairs = ['title', 'description'].flatMap((name) => {
    const value = values.get(name);
    return typeof value === 'string' && value !== '' ? [`${name}: ${JSON.stringify(value)}`] : [];
  });
  return pairs.length === 0 ? lines : ['---', ...pairs, '---', '', ...lines];
}
