import { expect, test } from 'vitest';
import { readPageText } from './page-text.ts';

/** Returns why a page is left out. */
function reason(path: string, html: string): string | undefined {
  const url = `https://example.org${path}`;
  return readPageText({ url, format: 'html', content: html, robotsTag: '' }).skip;
}

const feed = '<link rel="alternate" type="application/rss+xml" href="https://example.org';

test.each([
  [
    'the tags of Docusaurus',
    '/docs/tags/oak',
    '<html class="docs-wrapper docs-tag-doc-list-page">',
  ],
  ['the posts of an author', '/a', '<html class="plugin-blog blog-authors-posts-page">'],
  ['a category of WordPress', '/topics/wood/', '<body class="archive category category-wood">'],
  ['a tag of Ghost', '/tag/oak/', '<body class="tag-template tag-oak">'],
  ['the tags of a blog', '/blog/tags/oak/page/2/', ''],
  ['the posts of a blog by years', '/blog/archive', ''],
  ['a tag of Hugo, with a feed', '/en/tags/oak/', `${feed}/en/tags/oak/index.xml">`],
])('%s are a list of other pages', (_, path, html) => {
  expect(reason(path, html)).toBe('the page only lists other pages');
});

test.each([
  ['a post', '/blog/tags-and-labels', '<html class="plugin-blog blog-post-page">'],
  ['a post in a category', '/blog/category/wood/saws', ''],
  ['a page of WordPress', '/saws/', '<body class="page category">'],
  ['a tag of a template language', '/tags/include/', `${feed}/feed.xml">`],
])('%s is no list of other pages', (_, path, html) => {
  expect(reason(path, html)).toBeUndefined();
});
