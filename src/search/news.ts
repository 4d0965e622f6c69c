import type { IndexedSnippet } from '../store/snippet.ts';

/** Pages that say what a release changed. */
const notes =
  /(?:^|[/_.-])(?:release[-_ ]?notes?|relnotes|change[-_]?logs?|what[-_]?s[-_]?new)|(?:^|\/)(?:changes|news|releases?[-_]v?\d[\w.-]{0,40})\.\w{1,9}$/i;
/** Folders of posts about what was new at a time. */
const posts = /(?:^|\/)(?:news|blog|_?posts|(?:latest[-_])?releases|changes|announcements?)\//i;

/** Titles of such pages, whatever their path is: "Release notes", "Saw Changelog", "What's new in Saw 2". */
const titles = /^(?:[\w.+-]{1,40} ){0,2}(?:release notes?|change ?-?log|what['’]s new)\b/i;

/** Words of a question about a change, and versions. */
const aboutChanges =
  /\b(?:chang\w*|releas\w*|versions?|upgrad\w*|migrat\w*|new in|since|deprecat\w*|remov\w*|breaking|latest|announc\w*|blog|news|v?\d{1,4}\.\d\S*)\b/i;

/**
 * Returns a filter for the snippets of release notes and news, which name everything and explain little. Undefined if a question asks for
 * a change. Pure.
 */
export function newsFilter(
  question: string,
): ((snippet: Pick<IndexedSnippet, 'path' | 'breadcrumb'>) => boolean) | undefined {
  if (aboutChanges.test(question)) return undefined;
  return ({ path, breadcrumb: [title = ''] }) =>
    notes.test(path) || posts.test(path) || titles.test(title);
}
