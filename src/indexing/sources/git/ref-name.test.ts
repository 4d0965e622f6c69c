import { describe, expect, test } from 'vitest';
import { assertRefName, refNamesOf, unknownRef } from './ref-name.ts';

describe('assertRefName', () => {
  test.each(['main', 'v1.2.0', 'release/2.x', 'feature/ünïcode', '@scope/pkg@1.0.0', 'HEAD'])(
    'takes %s',
    (name) => {
      expect(() => assertRefName(name, 'branch')).not.toThrow();
    },
  );

  test.each([
    '',
    '-b',
    '--upload-pack=x',
    'a b',
    'a..b',
    'a^{}',
    'a~1',
    'a:b',
    'a*',
    'a\\b',
    'a\nb',
    '/a',
    'a/',
    'a//b',
    'a.lock',
    '.a',
    'a/.b',
    '@',
    'a@{1}',
    'a'.repeat(251),
  ])('refuses %j and names the field', (name) => {
    expect(() => assertRefName(name, 'branch')).toThrow(/^branch .* cannot name a tag or branch/);
  });
});

describe('unknownRef', () => {
  test('names the newest versions that exist', () => {
    const tags = ['v1.0.0', 'v1.9.0', 'v1.10.0', 'v0.1.0', 'v2.0.0', 'v1.2.0'];
    const error = unknownRef('v3', 'https://host/r', { tags, branches: ['main'] });
    expect(error).toMatchObject({ reason: 'NotFound', retry: 'never' });
    expect(error.message).toBe(
      'https://host/r has neither a tag nor a branch named "v3"; it has tags such as v2.0.0, v1.10.0, v1.9.0, v1.2.0, v1.0.0 and branches such as main',
    );
  });

  test('says so when there is none', () => {
    const error = unknownRef('v3', 'r', { tags: [], branches: [] });
    expect(error.message).toContain('it has no tags and no branches');
  });
});

describe('refNamesOf', () => {
  test('sorts full names into tags and branches and passes over the rest', () => {
    const refs = [
      'HEAD',
      'refs/heads/main',
      'refs/heads/a/b',
      'refs/tags/v1',
      'refs/tags/v1^{}',
      'refs/pull/1/head',
    ];
    expect(refNamesOf(refs)).toEqual({ tags: ['v1'], branches: ['main', 'a/b'] });
  });
});
