import { describe, expect, test } from 'vitest';
import { addPath, matching, pollMs, stateOf } from './dependency-state.ts';

const queue = {
  ecosystem: 'npm',
  name: '@acme/Queue',
  version: '1.2.3',
  dev: false,
  state: 'tag',
} as const;

describe('the state of a dependency', () => {
  test.each([
    [{ state: 'missing' }, 'missing'],
    [{ indexed: true, libraryState: 'processing' }, 'indexed'],
    [{ indexed: false, libraryState: 'error' }, 'failed'],
    [{ indexed: false, libraryState: 'processing' }, 'indexing'],
    [{ indexed: false, libraryState: 'initial' }, 'waiting'],
    [{}, 'waiting'],
  ] as const)('%j is %s', (facts, state) => {
    expect(stateOf({ ...queue, ...facts })).toBe(state);
  });
});

test('the page asks again only while something is being indexed', () => {
  const project = (indexed: boolean) => ({
    name: 'shop',
    updatedAt: '2026-01-02T03:04:05.000Z',
    dependencies: [{ ...queue, indexed }],
  });
  expect(pollMs([project(true)])).toBe(false);
  expect(pollMs([project(true), project(false)])).toBeGreaterThan(0);
});

test('the filter ignores case, and takes one state or all', () => {
  const lost = { ...queue, name: 'lost', state: 'missing' as const };
  const names = (filter: Parameters<typeof matching>[1]) =>
    matching([queue, lost], filter).map(({ name }) => name);
  expect(names({ text: 'queue', state: '' })).toEqual(['@acme/Queue']);
  expect(names({ text: '', state: 'missing' })).toEqual(['lost']);
});

test('adding by hand begins with the repository and the nearest tag', () => {
  const repository = 'https://github.com/acme/queue';
  expect(addPath({ repository, nearest: 'v1.2.2' })).toBe(
    '/add?address=https%3A%2F%2Fgithub.com%2Facme%2Fqueue&branch=v1.2.2',
  );
});
