import { localeName } from '../repeats/locale-name.ts';
import { currentNames, isVersionName } from '../repeats/superseded-versions.ts';
import { compilePath, segmentsOf } from '../path-glob.ts';
import { safelyDecoded } from '../../../base/http/http-url.ts';
import { cleanUrl } from './page-url.ts';

/** The part of a host that a crawl reads. */
export interface Scope {
  /** Path prefix with a slash at its end. */
  prefix: string;
  /** Returns a link as a URL with the scope's scheme; undefined if it is outside of the scope. */
  resolve(href: string, base: URL): URL | undefined;
  contains(url: URL): boolean;
}

/**
 * Returns the scope of a start page: its host and folder. `/docs/` and `/docs/index.html` mean `/docs/`. `/docs` is a
 * folder if the page links to a page below it, as on sites without final slashes. Otherwise it is a page of the folder
 * above.
 */
export function scopeOf(
  start: URL,
  { links, base }: { links: readonly string[]; base: URL } = { links: [], base: start },
): Scope {
  const below = scopeAt(start, `${start.pathname.replace(/\/$/, '')}/`);
  if (start.pathname.endsWith('/')) return below;
  const hasChild = links.some((href) => {
    const url = below.resolve(href, base);
    return url !== undefined && url.pathname.length > below.prefix.length;
  });
  return hasChild
    ? below
    : scopeAt(start, start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1));
}

/**
 * Returns the scope of a site whose address, such as `/docs`, leads to another page, such as `/docs/intro/start`: the folder of the address if
 * most links of the page are outside of the folder of the page. A folder of a version or a language stays the scope.
 */
export function scopeOfTarget(
  address: URL,
  target: URL,
  page: { links: readonly string[]; base: URL },
): Scope {
  const scope = scopeOf(target, page);
  const site = scopeOfBase(address);
  if (!site.contains(target)) return scope;
  const links = page.links.flatMap((href) => site.resolve(href, page.base) ?? []);
  let { prefix } = scope;
  while (prefix.length > site.prefix.length && !isEdition(prefix)) {
    const inside = links.filter((url) => url.pathname.startsWith(prefix)).length;
    if (inside >= links.length / 2) break;
    prefix = prefix.slice(0, prefix.slice(0, -1).lastIndexOf('/') + 1);
  }
  return scopeAt(target, prefix);
}

/** Returns whether a path ends with the folder of a version or a language, or with that of all documentation. */
function isEdition(path: string): boolean {
  const name = path.split('/').at(-2)!;
  return isVersionName(name) || currentNames.includes(name) || localeName(name) !== undefined;
}

/** Returns the scope of a base URL: the URL and everything below it. */
export function scopeOfBase(base: URL): Scope {
  return scopeAt(base, base.pathname.replace(/\/?$/, '/'));
}

function scopeAt(start: URL, prefix: string): Scope {
  const folder = prefix.slice(0, -1);
  // `host` omits default ports, so http and https of a site are equal. Any other port is another site.
  const contains = (url: URL): boolean =>
    url.host === start.host && (url.pathname.startsWith(prefix) || url.pathname === folder);
  const resolve = (href: string, base: URL): URL | undefined => {
    const url = cleanUrl(href, base);
    if (!url || !contains(url)) return undefined;
    url.protocol = start.protocol;
    return url;
  };
  return { prefix, resolve, contains };
}

/**
 * Returns a function that matches URLs by globs over their paths. `/blog`, `blog` and `/blog/**` match the page and all
 * pages below it. `*` matches inside one segment, `**` any number of segments.
 */
export function excluder(patterns: readonly string[] = []): (url: URL) => boolean {
  const matchers = patterns.map((pattern) =>
    compilePath(pattern.replace(/^https?:\/\/[^/]+/i, '').replace(/\/\*\*$/, '')),
  );
  return (url) => {
    const segments = segmentsOf(safelyDecoded(url.pathname));
    return matchers.some((matches) => matches(segments));
  };
}
