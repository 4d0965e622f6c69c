import { describe, expect, test } from 'vitest';
import { searchableText, searchPattern } from './search-as-you-type.ts';

const next = searchableText(
  ['/vercel/next.js', 'Next.js'],
  ['The React framework for the café', 'https://github.com/vercel/next.js.git'],
);

describe('incomplete input', () => {
  test.each([
    ['next'],
    ['NEXT.JS'],
    ['nextjs'],
    ['next js'],
    ['js next'],
    ['/vercel/ne'],
    ['react fra'],
    ['cafe'],
    ['CAFÉ'],
    ['github.com/vercel'],
    ['  vercel  '],
    [''],
    ['ｎｅｘｔ'],
  ])('%j finds Next.js', (typed) => {
    expect(searchPattern(typed).matches(next)).toBe(true);
  });

  test.each(['nuxt', 'next vue', 'jsthe', '...x...y'])('%j does not', (typed) => {
    expect(searchPattern(typed).matches(next)).toBe(false);
  });

  test.each([
    ['next.js', 0],
    ['/vercel/next.js', 0],
    ['nex', 1],
    ['/ver', 1],
    ['js', 2],
    ['vercel next', 2],
    ['framework', 3],
  ])('%j has rank %i', (typed, place) => {
    expect(searchPattern(typed).rank(next)).toBe(place);
  });
});
