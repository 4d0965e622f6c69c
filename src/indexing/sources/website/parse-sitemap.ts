import { isObject } from '../../../base/json.ts';
import { XMLParser } from 'fast-xml-parser';

/** The content of a sitemap: pages, and further sitemaps. */
export interface Sitemap {
  pages: string[];
  sitemaps: string[];
}

/**
 * Parses an XML sitemap, a sitemap index, or a plain list of URLs. Returns an empty sitemap for any
 * other text.
 */
export function parseSitemap(text: string): Sitemap {
  if (!text.trimStart().startsWith('<')) {
    return { pages: text.split(/\s+/).filter((line) => /^https?:\/\//.test(line)), sitemaps: [] };
  }
  const parser = new XMLParser({
    ignoreAttributes: true,
    parseTagValue: false,
    removeNSPrefix: true,
  });
  try {
    const root: unknown = parser.parse(text);
    return {
      pages: locations(child(child(root, 'urlset'), 'url')),
      sitemaps: locations(child(child(root, 'sitemapindex'), 'sitemap')),
    };
  } catch {
    return { pages: [], sitemaps: [] };
  }
}

function locations(entries: unknown): string[] {
  const list: unknown[] = Array.isArray(entries) ? entries : [entries];
  return list.map((entry) => child(entry, 'loc')).filter((loc) => typeof loc === 'string');
}

function child(node: unknown, name: string): unknown {
  return isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
}
