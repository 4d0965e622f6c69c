import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergePatch } from './merge-patch.ts';

describe('mergePatch', () => {
  test('contains new and changed fields, and null for removed ones', () => {
    const from = { same: 1, other: { a: 1, b: 2 }, gone: true, list: [1, 2] };
    const to = { same: 1, other: { a: 1, b: 3 }, list: [2], fresh: 'x' };

    expect(mergePatch(from, to)).toEqual({
      other: { b: 3 },
      gone: null,
      list: [2],
      fresh: 'x',
    });
  });

  test('is undefined for equal objects', () => {
    expect(mergePatch({ a: { b: [1] } }, { a: { b: [1] } })).toBeUndefined();
  });

  test('turns one object into the other', () => {
    const value = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(
        fc.integer(),
        fc.array(fc.integer()),
        fc.dictionary(fc.constantFrom('x', 'y'), fc.integer()),
      ),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(value, value, (from, to) => {
        expect(applied(from, mergePatch(from, to) ?? {})).toEqual(to);
      }),
    );
  });
});

/** RFC 7396, section 2. */
function applied(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof target === 'object' && target !== null && !Array.isArray(target);
  const result: Record<string, unknown> = isObject ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = applied(result[key], value);
  }
  return result;
}
