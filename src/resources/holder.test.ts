import { expect, test } from 'vitest';
import { makeLibrary } from '../../test/support/library.ts';
import { holderAmong, holdersOf } from './holder.ts';

const made = (name: string, id: string, day: number) =>
  makeLibrary({
    spec: { id },
    metadata: { name, uid: name, creationTimestamp: `2026-01-0${day}T00:00:00Z` },
  });

test('the oldest Library holds an id, and of Libraries of one time the first by its name', () => {
  const [young, b, a] = [made('young', '/x/y', 2), made('b', '/x/y', 1), made('a', '/x/y', 1)];

  expect(holderAmong([young, b, a])).toBe(a);
  expect(holderAmong([a, young, b])).toBe(a);
  expect(holderAmong([])).toBeUndefined();
});

test('every id has one holder, whatever the order of the Libraries', () => {
  const [old, young, other] = [made('o', '/x/y', 1), made('a', '/x/y', 2), made('b', '/x/z', 3)];
  const expected = new Map([
    ['/x/y', old],
    ['/x/z', other],
  ]);

  expect(holdersOf([old, young, other])).toEqual(expected);
  expect(holdersOf([other, young, old])).toEqual(expected);
});
