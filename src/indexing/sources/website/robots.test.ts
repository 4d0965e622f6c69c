import { assert, property, string, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRobots } from './robots-rules.ts';
import { robotsOf, type Robots } from './robots.ts';

const address = new URL('https://example.org/robots.txt');
const allows = (text: string, path: string): boolean => parse(text).allows(new URL(path, address));

function parse(text: string): Robots {
  return robotsOf(readRobots(text));
}

describe('robots.txt', () => {
  test.each([
    ['User-agent: *\nDisallow: /a', '/a/b', false],
    ['User-agent: *\nDisallow: /a', '/b', true],
    ['User-agent: *\nDisallow: /\nUser-agent: lectern\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Lectern/1.0\nDisallow: /b', '/b', false],
    ['User-agent: *\nDisallow: /*?print=\nDisallow: /*.pdf$', '/a?print=1', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: a\nUser-agent: lectern\nDisallow: /a\n\nUser-agent: b\nDisallow: /', '/b', true],
    ['User-agent: lectern\nDisallow: /a\nUser-agent: *\nDisallow: /b', '/b', true],
    ['User-agent: lectern\nDisallow: /a\n\nUser-agent: lectern\nDisallow: /b', '/a', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['User-agent: *\nDisallow: /ä', '/%c3%a4/b', false],
    ['User-agent: *\nDisallow: /a*b*c$', '/a-b-bc-c', false],
    ['User-agent: *\nDisallow: /a*b*c$', '/a-b-bc-d', true],
    ['User-agent: *\nDisallow: /a*$', '/a/b', false],
    ['User-agent: *\nDisallow: /*bb$', '/b', true],
    ['', '/a', true],
    ['<!doctype html><p>Disallow: /', '/a', true],
  ])('%j lets %s be read: %s', (text, path, expected) => {
    expect(allows(text, path)).toBe(expected);
  });

  test('delays are milliseconds, ten seconds at most, never negative', () => {
    const delay = (value: string): number => parse(`User-agent: *\nCrawl-delay: ${value}`).delayMs;
    expect(['1.5', '0', '600', '-3', 'soon'].map(delay)).toEqual([1500, 0, 10_000, 0, 0]);
  });

  test('sitemaps are listed', () => {
    expect(parse('Sitemap: https://example.org/s.xml').sitemaps).toEqual([
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

  test('many rules for many crawlers take time in proportion to the file, and only rules for Lectern are kept', () => {
    const agents = Array.from({ length: 4_000 }, (_, at) => `User-agent: crawler-${at}`);
    const rules = Array.from({ length: 4_000 }, (_, at) => `Disallow: /${at}`);
    const text = [...agents, 'User-agent: *', ...rules].join('\n');

    expect(readRobots(text).rules).toHaveLength(4_000);
    expect(allows(text, '/77')).toBe(false);
  });

  test('more rules than a crawl can ask for each page are refused', () => {
    const rules = Array.from({ length: 10_001 }, (_, at) => `Disallow: /${at}`);
    expect(() => parse(['User-agent: *', ...rules].join('\n'))).toThrow('more than 10000 rules');
  });
});
