import { describe, expect, it } from 'vitest';
import { specMistake } from './validate.ts';

const git = { git: { url: 'https://example.org/a/b' } };

describe('specMistake', () => {
  it('accepts a plain Git library', () => {
    expect(specMistake({ id: '/a/b', source: git })).toBeUndefined();
  });

  it('takes an empty branch for the default one', () => {
    const source = { git: { url: 'https://example.org/a/b', branch: '' } };
    expect(specMistake({ id: '/a/b', source })).toBeUndefined();
  });

  it.each([
    ['an id that is not a path of two parts', { id: 'a/b', source: git }, /^id must match/],
    [
      'two sources',
      { id: '/a/b', source: { ...git, website: { url: 'https://x' } } },
      /exactly one of git/,
    ],
    ['no source', { id: '/a/b', source: {} }, /exactly one of git/],
    [
      'an unknown field',
      { id: '/a/b', source: { git: { url: 'x', depth: 1 } } },
      /source.git has the unknown field "depth"/,
    ],
    [
      'a number out of bounds',
      { id: '/a/b', source: { website: { url: 'x', maxPages: 0 } } },
      /maxPages must be 1 or more/,
    ],
    [
      'a branch that is an option',
      { id: '/a/b', source: { git: { url: 'https://x/a/b', branch: '--upload-pack=x' } } },
      /^branch "--upload-pack=x" cannot name a tag or branch/,
    ],
    [
      'a version that is an option',
      { id: '/a/b', source: git, versions: ['v1', '-c'] },
      /^versions "-c" cannot name a tag or branch/,
    ],
    [
      'a version named twice',
      { id: '/a/b', source: git, versions: ['v1', 'v1'] },
      /names v1 twice/,
    ],
    [
      'the Secret of the integrations',
      { id: '/a/b', source: git, secretRef: { name: 'lectern-integrations' } },
      /secretRef must name a Secret of the library's own/,
    ],
    [
      'versions of a website',
      { id: '/a/b', source: { website: { url: 'https://x' } }, versions: ['v1'] },
      /git source only/,
    ],
    [
      'a website that is no URL',
      { id: '/a/b', source: { website: { url: 'example.org' } } },
      /source.website.url must begin with http:/,
    ],
    [
      'a schedule without five fields',
      { id: '/a/b', source: git, refresh: { schedule: '3 * *' } },
      /refresh.schedule must be five cron fields/,
    ],
    [
      'a schedule out of bounds',
      { id: '/a/b', source: git, refresh: { schedule: '61 * * * *' } },
      /refresh.schedule.*minute 0-59/,
    ],
    [
      'a schedule and an interval',
      { id: '/a/b', source: git, refresh: { schedule: '@daily', interval: '1h' } },
      /refresh must have exactly one/,
    ],
    [
      'an interval without a unit',
      { id: '/a/b', source: git, refresh: { interval: '10' } },
      /refresh.interval must be a whole number/,
    ],
    ['something that is no object', 'x', /must be an object/],
  ])('names %s', (_, spec, message) => {
    expect(specMistake(spec)).toMatch(message);
  });
});
