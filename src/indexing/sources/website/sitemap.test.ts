import { assert, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSitemap } from './parse-sitemap.ts';

const nothing = { pages: [], sitemaps: [] };

describe('parseSitemap', () => {
  test.each([
    ['one page', '<urlset><url><loc>https://e.org/a</loc></url></urlset>', ['https://e.org/a']],
    [
      'several, with entities, CDATA and other elements',
      '<?xml version="1.0"?><!-- x --><urlset><url><loc>https://e.org/?a=1&amp;b=2</loc><lastmod>2024</lastmod></url><url><loc><![CDATA[https://e.org/c]]></loc></url><url/></urlset>',
      ['https://e.org/?a=1&b=2', 'https://e.org/c'],
    ],
    [
      'with a prefix',
      '<s:urlset><s:url><s:loc>https://e.org/a</s:loc></s:url></s:urlset>',
      ['https://e.org/a'],
    ],
    [
      'a plain list',
      'https://e.org/a\nhttps://e.org/b\nnonsense\n',
      ['https://e.org/a', 'https://e.org/b'],
    ],
  ])('%s', (_name, text, pages) => {
    expect(parseSitemap(text)).toEqual({ pages, sitemaps: [] });
  });

  test('an index lists sitemaps', () => {
    const text = '<sitemapindex><sitemap><loc>https://e.org/1.xml</loc></sitemap></sitemapindex>';
    expect(parseSitemap(text)).toEqual({ pages: [], sitemaps: ['https://e.org/1.xml'] });
  });

  test.each([
    '',
    '<html><body>not found</body></html>',
    '<urlset>',
    '<urlset><url><loc><b>x</b></loc></url></urlset>',
    `<urlset>${'<url>'.repeat(10_000)}`,
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><urlset><url><lo>&b;</lo></url></urlset>',
  ])('%.40s is empty', (text) => {
    expect(parseSitemap(text)).toEqual(nothing);
  });

  test('any text gives lists', () => {
    assert(
      property(string(), (text) => {
        for (const input of [
          text,
          `<urlset>${text}`,
          `<urlset><url><loc>${text}</loc></url></urlset>`,
        ]) {
          expect(parseSitemap(input).pages.every((page) => typeof page === 'string')).toBe(true);
        }
      }),
    );
  });
});
