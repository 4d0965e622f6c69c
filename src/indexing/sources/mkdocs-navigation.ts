import { isGeneric } from '../documents/snippets/snippet-titles.ts';

/** An entry of a navigation: `- Saws: guide/saws.md`, also with quotes. */
const entry =
  /^\s*-\s+(?:"([^"]{1,200})"|'([^']{1,200})'|([^\s:"'][^:]{0,200}?))\s*:\s+["']?([^\s"'#]{1,500}\.md)["']?(?:\s|$)/;

/**
 * Returns the titles of pages in the navigation of MkDocs, by their paths in its folder. MkDocs shows them in place of the headings of the
 * pages. A title such as "Overview" belongs to the section around it. https://www.mkdocs.org/user-guide/configuration/#nav
 */
export function navigationTitles(lines: readonly string[]): Map<string, string> {
  const titles = new Map<string, string>();
  const start = lines.indexOf('nav:');
  for (const line of start === -1 ? [] : lines.slice(start + 1)) {
    if (/^[a-z]/i.test(line)) break;
    const [, double, single, plain = '', path] = entry.exec(line) ?? [];
    const title = double ?? single ?? plain;
    if (path === undefined || titles.has(path) || isGeneric(title)) continue;
    if (!/(?:^|\/)(?:index|README)\.md$/.test(path)) titles.set(path, title);
  }
  return titles;
}
