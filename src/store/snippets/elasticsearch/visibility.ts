import { randomInt } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';

type Query = estypes.QueryDslQueryContainer;

/**
 * The generations that show a document, as ranges of numbers; both ends are included. A version has a slot, and a slot has
 * one number for each generation. A document has one range for each version that shows it. So `since <= G < until` of one
 * version is one `term` query, and no field grows with the versions of the library.
 */
export interface Shown {
  gte: number;
  lte: number;
}

/** Generations of a slot; slot and generation together fit in an integer that JSON keeps exactly. */
const GENERATIONS = 2 ** 24;
const SLOTS = 2 ** 29;
/** Greater than all numbers. */
const END = GENERATIONS * SLOTS;

/** Returns a random slot for a version. It is not counted up, because leftovers of an old slot may still be stored. */
export function newSlot(): number {
  return randomInt(1, SLOTS);
}

/** Returns the number of a slot's generation. */
export function point(slot: number, generation: number): number {
  return slot * GENERATIONS + generation;
}

/** Returns the range from a generation on, without an end. */
export function shownSince(slot: number, generation: number): Shown {
  return { gte: point(slot, generation), lte: point(slot, GENERATIONS - 1) };
}

/** Returns the range of all generations of a slot. */
export function wholeSlot(slot: number): Shown {
  return shownSince(slot, 0);
}

/** Returns the ranges of all other slots. */
export function otherSlots(slot: number): Shown[] {
  const { gte, lte } = wholeSlot(slot);
  return [
    { gte: 0, lte: gte - 1 },
    { gte: lte + 1, lte: END - 1 },
  ];
}

/** Returns the range of one generation of a slot. */
export function oneGeneration(slot: number, generation: number): Shown {
  return { gte: point(slot, generation), lte: point(slot, generation) };
}

/** Matches documents that a generation shows. */
export function shownIn(slot: number, generation: number): Query {
  return { term: { visible: point(slot, generation) } };
}

/** Matches documents that are visible within these ranges. */
export function shownSomewhereIn(ranges: Shown[]): Query {
  return { bool: { should: ranges.map(touching), minimum_should_match: 1 } };
}

/** Matches documents that are not visible within these ranges. */
export function shownNowhereIn(ranges: Shown[]): Query {
  return { bool: { must_not: ranges.map(touching) } };
}

/** Matches documents with a range outside these ranges, or with a range that ends with the generation `ended`. */
export function toTrim(ranges: Shown[], ended?: Shown): Query {
  const sorted = ranges.toSorted((a, b) => a.gte - b.gte);
  const gaps: Shown[] = [];
  let from = 0;
  for (const { gte, lte } of sorted) {
    if (gte > from) gaps.push({ gte: from, lte: gte - 1 });
    from = Math.max(from, lte + 1);
  }
  if (from < END) gaps.push({ gte: from, lte: END - 1 });
  const should = gaps.map(within);
  if (ended) should.push(within({ gte: slotOf(ended.gte), lte: ended.lte }));
  return { bool: { should, minimum_should_match: 1 } };
}

function slotOf(number: number): number {
  return number - (number % GENERATIONS);
}

function touching(range: Shown): Query {
  return { range: { visible: { ...range, relation: 'intersects' } } };
}

function within(range: Shown): Query {
  return { range: { visible: { ...range, relation: 'within' } } };
}

// Each script has the same effect twice as once: a bulk request whose response was lost is repeated.

/** Removes ranges outside `keep`. */
const dropDead = `
  ctx._source.visible.removeIf(range -> {
    for (def kept : params.keep) { if (range.gte <= kept.lte && range.lte >= kept.gte) { return false; } }
    return true;
  });`;

/** A script with its source. */
type SourceScript = estypes.Script & { source: string };

interface ShowOptions {
  /** Ranges to keep; the script removes others. Absent if there can be no others. */
  keep?: Shown[];
  /** The version's validator of a document; null for none. If absent, the stored validator stays. */
  validator?: string | null;
}

/** Shows a document from a generation on. Reopens a range that this generation has ended. */
export function showScript({ gte, lte }: Shown, options: ShowOptions): SourceScript {
  const { keep, validator } = options;
  return {
    source: `${keep ? dropDead : ''}
      boolean shown = false;
      for (def range : ctx._source.visible) {
        if (range.lte == params.gte - 1) { range.lte = params.lte; }
        if (range.lte == params.lte) { shown = true; }
      }
      if (!shown) { ctx._source.visible.add(['gte': params.gte, 'lte': params.lte]); }
      if (params.slot != null) {
        if (params.validator == null) { ctx._source.validators.remove(params.slot); }
        else { ctx._source.validators[params.slot] = params.validator; }
      }`,
    params: {
      gte,
      lte,
      ...(keep && { keep }),
      ...(validator !== undefined && { slot: slotKey(gte), validator }),
    },
  };
}

/** Returns the key of a slot's validator in a stored document. */
export function slotKey(number: number): string {
  return String(slotOf(number) / GENERATIONS);
}

/** Hides a document from a generation on. */
export function hideScript({ gte, lte }: Shown): SourceScript {
  return {
    source: `
      ctx._source.visible.removeIf(range -> range.gte == params.gte && range.lte == params.lte);
      for (def range : ctx._source.visible) { if (range.lte == params.lte) { range.lte = params.gte - 1; } }`,
    params: { gte, lte },
  };
}

/** Keeps ranges that touch `keep`, and reopens a range that ends with the generation `reopen`. */
export function trimScript(keep: Shown[], reopen?: Shown): estypes.Script {
  return {
    source: `${dropDead}
      for (def range : ctx._source.visible) { if (range.lte == params.last) { range.lte = params.open; } }`,
    params: { keep, last: reopen?.lte ?? -1, open: reopen ? endOf(reopen.lte) : -1 },
  };
}

function endOf(number: number): number {
  return slotOf(number) + GENERATIONS - 1;
}
