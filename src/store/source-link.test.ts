import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { sourceLink } from './source-link.ts';

const blob = 'https://example.com/o/r/blob/abc/{path}';

test.each([
  [blob, 'docs/a.md', '', 'https://example.com/o/r/blob/abc/docs/a.md'],
  [blob, 'docs/a.md', 'set-up', 'https://example.com/o/r/blob/abc/docs/a.md#set-up'],
  [blob, 'my docs/a#b?.md', '', 'https://example.com/o/r/blob/abc/my%20docs/a%23b%3F.md'],
  [blob, 'a.md', 'über uns#1', 'https://example.com/o/r/blob/abc/a.md#%C3%BCber%20uns%231'],
  [blob, '$&/a.md', '', 'https://example.com/o/r/blob/abc/%24%26/a.md'],
  ['{path}', 'https://example.com/guide?x=1', 'top', 'https://example.com/guide?x=1#top'],
  ['{path}', 'https://example.com/#/guide', 'top', 'https://example.com/#/guide'],
  [
    'https://git.example.com/o/r.git#{path}',
    'docs/a b.md',
    'top',
    'https://git.example.com/o/r.git#docs/a%20b.md',
  ],
  ['https://example.com/openapi.json', 'paths/a', 'get', 'https://example.com/openapi.json#get'],
])('%s with %s and %j is %s', (template, path, anchor, link) => {
  expect(sourceLink(template, path, anchor)).toBe(link);
});

test('any path and anchor, broken surrogates included, make a URL of the same host', () => {
  assert(
    property(string({ unit: 'binary' }), string({ unit: 'binary' }), (path, anchor) => {
      expect(new URL(sourceLink(blob, path, anchor)).host).toBe('example.com');
    }),
  );
  expect(new URL(sourceLink(blob, '\ud800', '\udfff')).host).toBe('example.com');
});
