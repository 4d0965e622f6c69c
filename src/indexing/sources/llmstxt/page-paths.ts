import { cleanUrl } from '../website/page-url.ts';
import type { SplitPage } from './split-pages.ts';

/**
 * Returns unique URLs for a file's pages: the page's own URL, or a fragment of the file for a page
 * without one. A person can open each URL.
 */
export function pagePaths(file: URL, pages: readonly SplitPage[]): string[] {
  const used = new Set<string>();
  const copies = new Map<string, number>();
  return pages.map((page) => {
    const published = page.url === undefined ? undefined : cleanUrl(page.url, file)?.href;
    const path = published ?? (page.title ? `${file.href}#${slug(page.title)}` : file.href);
    const separator = path.includes('#') ? '-' : '#';
    let unique = path;
    // The count continues, so that ten thousand pages with one name are not counted from two each.
    for (let copy = copies.get(path) ?? 2; used.has(unique); copy += 1) {
      unique = `${path}${separator}${copy}`;
      copies.set(path, copy + 1);
    }
    used.add(unique);
    return unique;
  });
}

function slug(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['page'];
  return encodeURIComponent(words.join('-'));
}
