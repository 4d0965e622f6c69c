import { describe, expect, test } from 'vitest';
import type { LibrarySpec } from '../../resources/library.ts';
import { changedSpec, filtersOf } from './library-change.ts';

const git: LibrarySpec = {
  id: '/acme/anvil',
  title: 'Anvil',
  versions: ['v1'],
  secretRef: { name: 'anvil-key' },
  source: { git: { url: 'https://example.org/anvil.git', branch: 'main', folders: ['docs'] } },
};
const website: LibrarySpec = {
  id: '/websites/acme',
  source: { website: { url: 'https://acme.example', maxPages: 50 } },
};

describe('changedSpec', () => {
  test('changes given fields, removes null and empty ones, and keeps the rest', () => {
    const changed = changedSpec(git, {
      title: null,
      versions: [],
      suspend: true,
      refresh: { interval: '1h' },
      source: { branch: 'next', folders: [], excludeFiles: ['CHANGELOG.md'] },
    });
    expect(changed).toEqual({
      id: '/acme/anvil',
      secretRef: { name: 'anvil-key' },
      suspend: true,
      refresh: { interval: '1h' },
      source: {
        git: {
          url: 'https://example.org/anvil.git',
          branch: 'next',
          excludeFiles: ['CHANGELOG.md'],
        },
      },
    });
  });

  test.each([
    [
      'a filter of another type',
      website,
      { source: { branch: 'main' } },
      /source\.branch.*website.*maxPages/,
    ],
    ['a number out of bounds', website, { source: { maxPages: 0 } }, /source\.website\.maxPages/],
    ['versions of a website', website, { versions: ['v1'] }, /versions belong to a git source/],
    ['a version twice', git, { versions: ['v1', 'v1'] }, /names v1 twice/],
    [
      'a schedule and an interval',
      git,
      { refresh: { schedule: '@daily', interval: '1h' } },
      /exactly one/,
    ],
    [
      'a title that turns text around',
      git,
      { title: '\u202Elivna' },
      /Field "title" must not contain/,
    ],
    [
      'an alias that looks like another',
      git,
      { aliases: ['anvil', 'an\u200Bvil'] },
      /Field "aliases.1"/,
    ],
    [
      'a schedule that is none',
      git,
      { refresh: { schedule: 'now and then' } },
      /refresh\.schedule/,
    ],
  ])('refuses %s and names the field', (_what, spec, change, message) => {
    expect(() => changedSpec(spec, change)).toThrow(message);
  });
});

test('the filters of a source do not include its address', () => {
  expect(filtersOf(git)).toEqual({ branch: 'main', folders: ['docs'] });
  expect(filtersOf(website)).toEqual({ maxPages: 50 });
});
