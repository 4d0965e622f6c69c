import { cleanUrl } from '../website/page-url.ts';
import type { SplitPage } from './split-pages.ts';

/**
 * Addresses of a file's pages, each once: where the page is published, or a fragment of the file for one that does not
 * say. A person can open each.
 */
export function pagePaths(file: URL, pages: readonly SplitPage[]): string[] {
  const used = new Set<string>();
  const copies = new Map<string, number>();
  return pages.map((page) => {
    const published = page.url === undefined ? undefined : cleanUrl(page.url, file)?.href;
    const path = published ?? (page.title ? `${file.href}#${slug(page.title)}` : file.href);
    const separator = path.includes('#') ? '-' : '#';
    let unique = path;
    // Counted on, so that ten thousand pages of one name are not counted from two each.
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
