import { compilePath, segmentsOf } from '../path-glob.ts';
import { safelyDecoded } from '../../../base/http/http-url.ts';
import { cleanUrl } from './page-url.ts';

/** The part of a host that a crawl stays in. */
export interface Scope {
  /** Path prefix with a slash at its end. */
  prefix: string;
  /** A link as a URL inside the scope, with the scope's scheme; undefined when it leads outside. */
  resolve(href: string, base: URL): URL | undefined;
  contains(url: URL): boolean;
}

/**
 * The scope of a start page: its host, and its folder. `/docs/` and `/docs/index.html` mean `/docs/`. The last segment of
 * `/docs` is a folder if the page links to something below it, as sites without slashes at the end do; otherwise
 * it is a page of the folder above.
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

/** The scope of a base URL: it, and what is below it. */
export function scopeOfBase(base: URL): Scope {
  return scopeAt(base, base.pathname.replace(/\/?$/, '/'));
}

function scopeAt(start: URL, prefix: string): Scope {
  const folder = prefix.slice(0, -1);
  // `host` leaves default ports out, so http and https of one site compare equal; any other port is another site.
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
 * Whether a URL is left out by one of the globs over its path. `/blog` leaves out the page and all below it, `blog` and
 * `/blog/**` mean the same; `*` stays inside one segment, `**` spans any number of them.
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
