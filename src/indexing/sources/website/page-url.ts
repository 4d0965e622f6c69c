import { isNameList } from '../name-list.ts';

const maxUrlLength = 2000;

// Parameters that track visitors and never change the content of a page.
const tracking =
  /^(utm_\w+|gclid|dclid|fbclid|msclkid|yclid|igshid|mc_cid|mc_eid|_ga|_gl|hsctatracking)$/i;

/** The file that a server shows for a folder. */
export const indexFile = /\/(index|default)\.(html?|php|aspx?)$/i;

/**
 * Returns a link as the crawl requests and stores it: absolute, http or https, without fragment,
 * credentials, repeated slashes and tracking parameters. Undefined for any other link.
 */
export function cleanUrl(href: string, base?: URL): URL | undefined {
  if (href.length > maxUrlLength) return undefined;
  const url = URL.parse(href.trim(), base?.href);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  if (url.pathname.includes('//')) url.pathname = url.pathname.replace(/\/{2,}/g, '/');
  dropTracking(url);
  return url.href.length > maxUrlLength ? undefined : url;
}

function dropTracking(url: URL): void {
  const names = [...url.searchParams.keys()].filter((name) => tracking.test(name));
  for (const name of names) url.searchParams.delete(name);
  // Also removes the '?' of an empty query.
  if (url.search === '') url.search = '';
}

/**
 * Returns a key that all URLs of one page share, so that the page is requested once. Ignores the
 * scheme, names of a folder's index page, the final slash, the order of parameters and the spelling
 * of escapes.
 */
export function pageKey(url: URL): string {
  const path = normalizeEscapes(url.pathname).replace(indexFile, '/').replace(/\/+$/, '');
  const query = [...url.searchParams].map(([name, value]) => `${name}=${value}`).sort();
  return `${url.host}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** Normalizes escapes. To a server `%7e` and `~` are the same character, `%2f` and `/` are not. */
function normalizeEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/**
 * Returns the addresses of the page whose text a Markdown file can repeat: `/guide.md` stands beside `/guide`, `/guide/` or `/guide.html`.
 * Returns an empty list for any other URL.
 */
export function pagesOfMarkdown(url: URL): URL[] {
  const path = /^(.{0,2000})\.mdx?$/i.exec(url.pathname)?.[1];
  if (path === undefined) return [];
  return [path, `${path}.html`, path.replace(/\/index$/, '/')].map(
    (page) => new URL(page, url.origin),
  );
}

const unreadable =
  /\.(png|jpe?g|gif|svg|webp|avif|ico|bmp|css|m?js|map|wasm|woff2?|ttf|otf|eot|mp[34]|webm|mov|ogg|wav|zip|t?gz|tar|bz2|xz|7z|rar|whl|jar|exe|dmg|msi|deb|rpm|iso|pdf|docx?|xlsx?|pptx?|epub|json|ya?ml|xml|rss|atom|csv)$/i;

/** Returns whether the path of a URL shows that it is no page worth reading, so that no request is needed. */
export function looksUnreadable(url: URL): boolean {
  return unreadable.test(url.pathname) || isNameList(url.pathname);
}
