import { describe, expect, test } from 'vitest';
import type { LibrarySource } from '../../resources/library.ts';
import { settledId, type IdHolder } from './settled-id.ts';

const git = (url: string): LibrarySource => ({ git: { url } });
const real = git('https://github.com/vercel/next.js');
const squatter = git('https://git.evil.example/vercel/next.js');

function settled(source: LibrarySource, held: Record<string, IdHolder>): string {
  return settledId(source, 'author', (id) => held[id]);
}

describe('settledId', () => {
  test('a free id is taken', () => {
    expect(settled(real, {})).toBe('/vercel/next.js');
    expect(settled(squatter, {})).toBe('/git.evil.example/vercel_next.js');
  });

  test('a library that keeps an id from before does not displace the repository that it belongs to', () => {
    expect(settled(real, { '/vercel/next.js': squatter })).toBe('/github.com/vercel_next.js');
  });

  test('the second of two known hosts gets the id with its host, and keeps it', () => {
    const second = git('https://gitlab.com/vercel/next.js');
    const held = { '/vercel/next.js': real };
    expect(settled(second, held)).toBe('/gitlab.com/vercel_next.js');
    expect(settled(second, { '/gitlab.com/vercel_next.js': second })).toBe(
      '/gitlab.com/vercel_next.js',
    );
  });

  test('a repository that is there already is found under the id of an earlier version', () => {
    expect(settled(squatter, { '/vercel/next.js': squatter })).toBe('/vercel/next.js');
  });

  test('an id that is kept for something else is passed over', () => {
    expect(settled(real, { '/vercel/next.js': 'reserved' })).toBe('/github.com/vercel_next.js');
  });
});
