import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  newSlot,
  oneGeneration,
  otherSlots,
  point,
  type Shown,
  shownSince,
  toTrim,
  wholeSlot,
} from './visibility.ts';

const slot = fc.integer({ min: 1, max: 2 ** 29 - 1 });
const generation = fc.integer({ min: 1, max: 2 ** 24 - 1 });
const range = fc
  .tuple(slot, generation, generation)
  .map(([at, a, b]) => ({ gte: point(at, Math.min(a, b)), lte: point(at, Math.max(a, b)) }));

/** The gaps a query for documents to trim asks for. */
function gapsOf(keep: Shown[]): Shown[] {
  const { bool } = toTrim(keep) as { bool: { should: { range: { visible: Shown } }[] } };
  return bool.should.map(({ range: { visible } }) => ({ gte: visible.gte, lte: visible.lte }));
}

function touch(a: Shown, b: Shown): boolean {
  return a.gte <= b.lte && a.lte >= b.gte;
}

describe('numbers of generations', () => {
  test('are exact integers, different for every slot and generation', () => {
    fc.assert(
      fc.property(slot, generation, slot, generation, (a, m, b, n) => {
        expect(Number.isSafeInteger(point(a, m))).toBe(true);
        expect(point(a, m) === point(b, n)).toBe(a === b && m === n);
      }),
    );
  });

  test('of one slot never touch those of another', () => {
    fc.assert(
      fc.property(slot, slot, generation, (a, b, since) => {
        expect(touch(shownSince(a, since), wholeSlot(b))).toBe(a === b);
      }),
    );
  });

  test('use all slots', () => {
    const slots = Array.from({ length: 100 }, newSlot);
    expect(new Set(slots).size).toBeGreaterThan(95);
    expect(Math.min(...slots)).toBeGreaterThan(0);
  });
});

describe('documents to trim', () => {
  test('are those with a range in a gap between kept ranges: all dead ranges and no live one', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 6 }), range, (keep, candidate) => {
        const alive = keep.some((kept) => touch(kept, candidate));
        const inGap = gapsOf(keep).some(
          (gap) => gap.gte <= candidate.gte && candidate.lte <= gap.lte,
        );
        expect(inGap).toBe(!alive);
      }),
    );
  });

  test('of one slot are found independently of other slots', () => {
    const gaps = gapsOf([...otherSlots(5), oneGeneration(5, 3)]);
    expect(gaps).toEqual([
      { gte: point(5, 0), lte: point(5, 2) },
      { gte: point(5, 4), lte: point(6, 0) - 1 },
    ]);
  });
});
