import {
  array,
  assert,
  constantFrom,
  property,
  record,
  shuffledSubarray,
  string,
  stringMatching,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanUrl, looksUnreadable, pageKey } from './page-url.ts';

const base = new URL('https://example.org/docs/guide/');
const key = (href: string): string => pageKey(cleanUrl(href, base) ?? new URL('x:'));

describe('cleanUrl', () => {
  test.each([
    ['a', 'https://example.org/docs/guide/a'],
    ['../a#part', 'https://example.org/docs/a'],
    ['/a//b///c', 'https://example.org/a/b/c'],
    ['//u:p@other.org/x?', 'https://other.org/x'],
    ['?utm_source=x&page=2&fbclid=1', 'https://example.org/docs/guide/?page=2'],
    ['?utm_source=x', 'https://example.org/docs/guide/'],
    ['?q=a%20b', 'https://example.org/docs/guide/?q=a%20b'],
    [' HTTP://EXAMPLE.org:80/%7Ea ', 'http://example.org/%7Ea'],
  ])('%s is %s', (href, expected) => {
    expect(cleanUrl(href, base)?.href).toBe(expected);
  });

  test.each(['mailto:a@example.org', 'javascript:void(0)', 'http://', `/${'a'.repeat(2001)}`])(
    '%.30s is no page',
    (href) => {
      expect(cleanUrl(href, base)).toBeUndefined();
    },
  );

  test('cleaning twice changes nothing, and leaves no fragment and no credentials', () => {
    const links = stringMatching(/^https?:\/\/(a:b@)?[a-z]{1,4}\.org\/[a-z0-9%=&?#/._]{0,40}$/);
    assert(
      property(links, (href) => {
        const once = cleanUrl(href, base);
        expect(once?.hash).toBe('');
        expect(once?.username).toBe('');
        expect(once && cleanUrl(once.href)?.href).toBe(once?.href);
      }),
    );
  });

  test('any text is a page on http or https, or none', () => {
    assert(
      property(string(), (href) => {
        const url = cleanUrl(href, base);
        expect(url === undefined || /^https?:\/\/[^/@]+\//.test(url.href)).toBe(true);
      }),
    );
  });
});

describe('pageKey', () => {
  test.each([
    ['/a', '/a/'],
    ['/a/', '/a/index.html'],
    ['/a/Index.HTM', '/a'],
    ['/', '/default.aspx'],
    ['/x?b=2&a=1', '/x?a=1&b=2'],
    ['/%7euser', '/~user'],
    ['/%c3%bc', '/%C3%BC'],
    ['http://example.org/a', 'https://example.org/a'],
  ])('%s and %s are one page', (left, right) => {
    expect(key(left)).toBe(key(right));
  });

  test.each([
    ['/a', '/A'],
    ['/a/b', '/a%2Fb'],
    ['/a?x=1', '/a?x=2'],
    ['/a', '/a?x='],
    ['https://example.org/a', 'https://example.org:8443/a'],
  ])('%s and %s are two', (left, right) => {
    expect(key(left)).not.toBe(key(right));
  });

  test('the order of parameters, a fragment and tracking make no other page', () => {
    const pair = record({ name: constantFrom('a', 'b', 'c', 'd'), value: string() });
    const shuffles = array(pair, { maxLength: 6 }).chain((pairs) =>
      shuffledSubarray(pairs, { minLength: pairs.length }).map((other) => [pairs, other] as const),
    );
    const query = (pairs: readonly { name: string; value: string }[]): string =>
      new URLSearchParams(
        pairs.map(({ name, value }): [string, string] => [name, value]),
      ).toString();
    assert(
      property(shuffles, ([pairs, other]) => {
        expect(key(`/p/?utm_medium=x&${query(pairs)}`)).toBe(key(`/p?${query(other)}#f`));
      }),
    );
  });
});

test('pictures, archives and feeds need no request, pages and API names with dots do', () => {
  const unreadable = (path: string): boolean => looksUnreadable(new URL(path, base));
  expect(['/a.png', '/a.tar.gz', '/feed.XML', '/m.pdf'].every(unreadable)).toBe(true);
  expect(['/a', '/a.html', '/fs.promises', '/v1.2/', '/a.md', '/a.txt'].some(unreadable)).toBe(
    false,
  );
});
