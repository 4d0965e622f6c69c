import { array, assert, constantFrom, property, string, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scopeOf, scopeOfTarget, excluder } from './scope.ts';

const at = (href: string): URL => new URL(href, 'https://example.org');

describe('scopeOf', () => {
  test.each([
    ['/', [], '/'],
    ['/docs/', [], '/docs/'],
    ['/docs/index.html', [], '/docs/'],
    ['/docs/guide', ['/docs/other', '/docs/guide'], '/docs/'],
    ['/docs', ['/docs/a', '/blog'], '/docs/'],
    ['/docs', ['/docsearch/a', '/docs/', '/docs?x=1'], '/'],
    ['/docs', ['https://other.org/docs/a'], '/'],
  ])('%s with links %j is %s', (start, links, prefix) => {
    expect(scopeOf(at(start), { links, base: at(start) }).prefix).toBe(prefix);
  });

  test.each([
    ['/docs', '/docs/intro/start', ['/docs/intro/end', '/docs/saw/', '/docs/oak/'], '/docs/'],
    ['/', '/intro/', ['/saw/', '/oak/', '/intro/'], '/'],
    ['/', '/docs/intro', ['/docs/saw', '/blog', '/team'], '/docs/'],
    ['/', '/en/latest/', ['/en/1.0/', '/en/1.1/', '/en/latest/a'], '/en/latest/'],
    ['/', '/saw/', ['/saw/a', '/saw/b', '/blog'], '/saw/'],
    ['/', '/saw/', [], '/saw/'],
    ['/old/', '/docs/intro/start', ['/docs/saw/', '/docs/oak/'], '/docs/intro/'],
    ['/docs/', '/docs/', ['/a', '/b'], '/docs/'],
    ['/docs/a.html', '/docs/a.html', ['/docs/b.html'], '/docs/'],
  ])('the site at %s that leads to %s with links %j is %s', (address, start, links, prefix) => {
    const target = at(start);
    expect(scopeOfTarget(at(address), target, { links, base: target }).prefix).toBe(prefix);
  });

  test.each([
    ['a', '/docs/a'],
    ['/docs', '/docs'],
    ['http://example.org/docs/a', '/docs/a'],
    ['/docs/../docs/%2e%2e/docs/x', '/docs/x'],
    ['/docs2', undefined],
    ['../a', undefined],
    ['/docs/../a', undefined],
    ['/docs/%2e%2e/a', undefined],
    ['https://example.org:8443/docs/a', undefined],
    ['https://example.org.evil.net/docs/a', undefined],
    ['https://www.example.org/docs/a', undefined],
    ['ftp://example.org/docs/a', undefined],
  ])('from /docs/, %s leads to %s', (href, path) => {
    const url = scopeOf(at('/docs/')).resolve(href, at('/docs/'));
    expect(url?.href).toBe(path && at(path).href);
  });

  test('a resolved link is always on the host and below the folder', () => {
    const scope = scopeOf(at('/docs/v2/'));
    const pieces = array(constantFrom('..', '.', '%2e%2e', '', 'docs', 'v2', '\\', '//', '@', ':'));
    assert(
      property(
        pieces,
        stringMatching(/^\/[a-z0-9%.:@/\\]{0,20}$/),
        string(),
        (parts, path, text) => {
          for (const href of [parts.join('/'), path + text, text, `https://${parts.join('')}`]) {
            const url = scope.resolve(href, at('/docs/v2/a/b'));
            expect(
              url === undefined || /^https:\/\/example\.org\/docs\/v2(\/|\?|$)/.test(url.href),
            ).toBe(true);
          }
        },
      ),
    );
  });
});

describe('excluder', () => {
  test.each([
    ['/blog', '/blog', true],
    ['/blog', '/blog/', true],
    ['/blog', '/blog/2024/post', true],
    ['/blog', '/blogs', false],
    ['/blog', '/docs/blog', false],
    ['blog/**', '/blog/a', true],
    ['/blog/**', '/blog', true],
    ['**/v1/**', '/v1/x', true],
    ['**/v1/**', '/guide/v1/x', true],
    ['**/changelog*', '/docs/changelog-2.html', true],
    ['/docs/*/old', '/docs/a/old/x', true],
    ['/docs/*/old', '/docs/a/b/old', false],
    ['https://example.org/api', '/api/x', true],
    ['/über', '/%C3%BCber', true],
    ['/**', '/anything', false],
  ])('%s on %s is %s', (pattern, path, expected) => {
    expect(excluder([pattern])(at(path))).toBe(expected);
  });

  test('no pattern leaves nothing out', () => {
    assert(property(string(), (path) => !excluder()(at(`/a${encodeURIComponent(path)}`))));
  });

  test('any pattern answers at once', () => {
    const greedy = stringMatching(/^[*a/]{1,60}b$/);
    assert(
      property(array(string(), { maxLength: 3 }), greedy, (patterns, slow) => {
        const excludes = excluder([...patterns, slow]);
        expect(typeof excludes(at('/' + 'a'.repeat(500)))).toBe('boolean');
      }),
    );
  });
});
