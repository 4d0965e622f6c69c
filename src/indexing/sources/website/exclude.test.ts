import { array, assert, property, string, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excluder } from './exclude.ts';

const at = (path: string): URL => new URL(path, 'https://example.org');

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
