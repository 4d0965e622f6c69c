import type { PageFacts } from '../../documents/html/page-facts.ts';

/** Names that Docusaurus, Docsy, Ghost and Minimal Mistakes give to a page of this kind. */
const kinds =
  /^(?:blog-(?:authors-(?:list|posts)|tags-(?:post-)?list)-page|docs-tags?-(?:doc-)?list-page|td-(?:taxonomy|term)|(?:author|tag)-template|layout--(?:tags?|category|categories|posts))$/;
/** Names of WordPress, beside the name `archive`. */
const archives = /^(?:author|category|date|tag)$/;
/** The lists of a blog, or a part of one. */
const blogList =
  /\/(?:blog|news|posts)\/(?:archives?|(?:authors?|categor(?:y|ies)|tags?)(?:\/[^/]+)?(?:\/page\/\d+)?)\/?$/i;
/** A list of the pages with a tag. References of template languages also have such addresses, but no feeds. */
const tagList = /\/(?:categories|tags?)(?:\/[^/]+)?\/$/i;

/** A list of DocFX, which is a part of other pages. */
const contents = /\/toc\.html$/;

/**
 * Returns whether a page only lists other pages of its site: those with a tag or in a category, or those of an author or a time.
 * It repeats the beginnings of these pages, or all of their text.
 */
export function listsPages(
  address: string,
  facts: Pick<PageFacts, 'kinds' | 'feeds' | 'title'>,
): boolean {
  const names = facts.kinds;
  if (names.some((name) => kinds.test(name))) return true;
  if (names.includes('archive') && names.some((name) => archives.test(name))) return true;
  const { origin, pathname } = new URL(address);
  if (blogList.test(pathname) || (contents.test(pathname) && facts.title === '')) return true;
  const page = origin + pathname;
  return (
    tagList.test(pathname) &&
    facts.feeds.some((feed) => URL.parse(feed, page)?.href.startsWith(page) === true)
  );
}
