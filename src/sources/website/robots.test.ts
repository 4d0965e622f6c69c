import { assert, property, string, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRobots } from './robots.ts';

const address = new URL('https://example.org/robots.txt');
const allows = (text: string, path: string): boolean =>
  parseRobots(address, text).allows(new URL(path, address));

describe('parseRobots', () => {
  test.each([
    ['User-agent: *\nDisallow: /a', '/a/b', false],
    ['User-agent: *\nDisallow: /a', '/b', true],
    ['User-agent: *\nDisallow: /\nUser-agent: lectern\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Lectern/1.0\nDisallow: /b', '/b', false],
    ['User-agent: *\nDisallow: /*?print=\nDisallow: /*.pdf$', '/a?print=1', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['', '/a', true],
    ['<!doctype html><p>Disallow: /', '/a', true],
  ])('%j lets %s be read: %s', (text, path, expected) => {
    expect(allows(text, path)).toBe(expected);
  });

  test('rules found behind a redirect speak for the site', () => {
    const rules = parseRobots(
      new URL('https://cdn.example.org/r.txt'),
      'User-agent: *\nDisallow: /a',
    );
    expect(rules.allows(new URL('https://example.org/a'))).toBe(false);
  });

  test('delays are milliseconds, ten seconds at most, never negative', () => {
    const delay = (value: string): number =>
      parseRobots(address, `User-agent: *\nCrawl-delay: ${value}`).delayMs;
    expect(['1.5', '0', '600', '-3', 'soon'].map(delay)).toEqual([1500, 0, 10_000, 0, 0]);
  });

  test('sitemaps are listed', () => {
    expect(parseRobots(address, 'Sitemap: https://example.org/s.xml').sitemaps).toEqual([
      'https://example.org/s.xml',
    ]);
  });

  test('any text gives rules', () => {
    assert(
      property(string(), stringMatching(/^\/[a-z%2f/?*$]{0,20}$/), (text, path) => {
        const rules = `User-agent: *\nDisallow: ${text}\n${text}`;
        expect(typeof allows(rules, `https://example.org${path}`)).toBe('boolean');
      }),
    );
  });
});
