import { expect, test } from 'vitest';
import { newsFilter } from './news.ts';

test.each([
  ['docs/release-notes/2.0.md', true],
  ['doc/whatsnew/v0.9.rst', true],
  ['docs/appendices/ReleaseNotes/5.1.rst', true],
  ['Documentation/RelNotes/2.45.0.adoc', true],
  ['docs/saw_changelog.md', true],
  ['https://saws.example/blog/oil', true],
  ['www/posts/2020/01/saws.md', true],
  ['content/releases/2.md', true],
  ['doc/changes/2.1.rst', true],
  ['doc/NEWS.rst', true],
  ['doc/src/sgml/release-4.1.sgml', true],
  ['docs/latest-releases/oil.md', true],
  ['docs/release-process.md', false],
  ['docs/changes-of-oil.md', false],
  ['docs/guide/blogs.md', false],
  ['docs/release.md', false],
  ['docs/newsletter.md', false],
  ['docs/exchangelog.md', false],
])('the path %s is that of news: %s', (path, expected) => {
  expect(newsFilter('how do I oil a saw')?.({ path, breadcrumb: ['Saws'] })).toBe(expected);
});

test.each([
  ['Release notes', true],
  ['Saw Pro Changelog', true],
  ["What's New in Saw 2", true],
  ['Saw 4.1.0 Release Notes', true],
  ['Change logging', false],
  ['Oil', false],
])('a page with the title %s is news: %s', (title, expected) => {
  expect(newsFilter('how do I oil a saw')?.({ path: 'a.md', breadcrumb: [title] })).toBe(expected);
});

test.each([
  'what changed in the saw',
  'oil with saw 2.1',
  'migrate from v2 to v3',
  'since when is oil removed',
  'what is new in saws',
])('"%s" can ask for news', (question) => {
  expect(newsFilter(question)).toBeUndefined();
});
