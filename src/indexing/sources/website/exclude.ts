import { compilePath, segmentsOf } from '../filter-glob.ts';
import { decoded } from '../source-name.ts';

/**
 * Whether a URL is left out by one of the globs over its path. `/blog` leaves out the page and all below it, `blog` and
 * `/blog/**` mean the same; `*` stays inside one segment, `**` spans any number of them.
 */
export function excluder(patterns: readonly string[] = []): (url: URL) => boolean {
  const matchers = patterns.map((pattern) =>
    compilePath(pattern.replace(/^https?:\/\/[^/]+/i, '').replace(/\/\*\*$/, '')),
  );
  return (url) => {
    const segments = segmentsOf(decoded(url.pathname));
    return matchers.some((matches) => matches(segments));
  };
}
