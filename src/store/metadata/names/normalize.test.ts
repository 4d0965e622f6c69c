import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedTypos, compact, idOf, letterMask, stem, wordsOf } from './normalize.ts';

describe('compact', () => {
  test.each([
    ['Next.js', 'nextjs'],
    ['next js', 'nextjs'],
    ['@tanstack/react-query', 'tanstackreactquery'],
    ['C++', 'cpp'],
    ['C#', 'csharp'],
    ['Ĝñü', 'gnu'],
    ['日本語', '日本語'],
    [' --- ', ''],
  ])('turns %s into %s', (name, expected) => {
    expect(compact(name)).toBe(expected);
  });
});

describe('stem', () => {
  test.each([
    ['prisma orm', 'prisma'],
    ['solidjs', 'solid'],
    ['React.js', 'react'],
    ['golang', 'golang'],
    ['js', 'js'],
    ['Django framework docs', 'django'],
  ])('turns %s into %s', (name, expected) => {
    expect(stem(name)).toBe(expected);
  });
});

describe('idOf', () => {
  test.each([
    ['/Vercel/next.js', 'vercel/next.js'],
    ['vercel/next.js', 'vercel/next.js'],
    ['https://github.com/vercel/next.js.git', 'vercel/next.js'],
    ['gitlab.com/group/project/', 'group/project'],
  ])('reads %s as %s', (text, id) => {
    expect(idOf(text)).toBe(id);
  });

  test.each(['react', '@tanstack/query', 'a/b/c', 'what is a/b', '/', ''])(
    'finds no id in %j',
    (text) => {
      expect(idOf(text)).toBeUndefined();
    },
  );
});

test('short names may have no typos, long ones at most three', () => {
  expect([3, 4, 6, 9, 30].map(allowedTypos)).toEqual([0, 1, 2, 3, 3]);
});

test('the mask of a word covers the letters of each of its parts', () => {
  expect(letterMask('react') & letterMask('cat')).toBe(letterMask('cat'));
});

test('words of any text have only letters and digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const word of wordsOf(text)) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
      expect(compact(text)).toBe(wordsOf(text).join(''));
      expect(typeof stem(text)).toBe('string');
      expect(['string', 'undefined']).toContain(typeof idOf(text));
    }),
  );
});
