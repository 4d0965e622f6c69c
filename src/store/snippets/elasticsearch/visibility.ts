import { randomInt } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';

type Query = estypes.QueryDslQueryContainer;

/**
 * In which generations of which library versions a document is shown: ranges of numbers, both ends included. A version has
 * a slot, a slot has a number for each generation; a document that several versions show has a range for each of them. So
 * `since <= G < until` of one version is one `term` query, and no field grows with the versions of the library.
 */
export interface Shown {
  gte: number;
  lte: number;
}

/** Generations of a slot; a slot and a generation together make an integer that JSON carries exactly. */
const GENERATIONS = 2 ** 24;
const SLOTS = 2 ** 29;
/** Above all numbers. */
const END = GENERATIONS * SLOTS;

/** A slot for a version. They are drawn, not counted: a slot is never used again while leftovers of it may lie about. */
export function newSlot(): number {
  return randomInt(1, SLOTS);
}

/** The number of a slot's generation. */
export function point(slot: number, generation: number): number {
  return slot * GENERATIONS + generation;
}

/** From a generation on, with no end yet. */
export function shownSince(slot: number, generation: number): Shown {
  return { gte: point(slot, generation), lte: point(slot, GENERATIONS - 1) };
}

/** Everything a slot may show. */
export function wholeSlot(slot: number): Shown {
  return shownSince(slot, 0);
}

/** Everything but a slot. */
export function otherSlots(slot: number): Shown[] {
  const { gte, lte } = wholeSlot(slot);
  return [
    { gte: 0, lte: gte - 1 },
    { gte: lte + 1, lte: END - 1 },
  ];
}

/** One generation of a slot. */
export function oneGeneration(slot: number, generation: number): Shown {
  return { gte: point(slot, generation), lte: point(slot, generation) };
}

/** Documents a generation shows. */
export function shownIn(slot: number, generation: number): Query {
  return { term: { visible: point(slot, generation) } };
}

/** Documents that show something within these ranges. */
export function shownSomewhereIn(ranges: Shown[]): Query {
  return { bool: { should: ranges.map(touching), minimum_should_match: 1 } };
}

/** Documents that show nothing within these ranges. */
export function shownNowhereIn(ranges: Shown[]): Query {
  return { bool: { must_not: ranges.map(touching) } };
}

/** Documents with a range that lies outside these, or that ends with the generation `ended`. Pure. */
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

// Each script does the same when it is run twice: a bulk request whose answer was lost is sent again.

/** Takes away what lies outside the ranges `keep`. */
const dropDead = `
  ctx._source.visible.removeIf(range -> {
    for (def kept : params.keep) { if (range.gte <= kept.lte && range.lte >= kept.gte) { return false; } }
    return true;
  });`;

/** A script by its text. */
type SourceScript = estypes.Script & { source: string };

export interface ShowOptions {
  /** Ranges that must stay; others are dead and go on this occasion. Absent where none are expected. */
  keep?: Shown[];
  /** The validator the version has for a document; null for none. Left as it is when absent. */
  validator?: string | null;
}

/** Shows a document from a generation on; the end this very generation has set is taken back. */
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

/** The key of a slot's validator in a stored document. */
export function slotKey(number: number): string {
  return String(slotOf(number) / GENERATIONS);
}

/** Shows a document no more from a generation on. */
export function hideScript({ gte, lte }: Shown): SourceScript {
  return {
    source: `
      ctx._source.visible.removeIf(range -> range.gte == params.gte && range.lte == params.lte);
      for (def range : ctx._source.visible) { if (range.lte == params.lte) { range.lte = params.gte - 1; } }`,
    params: { gte, lte },
  };
}

/** Leaves what touches `keep`; a range that ends with the generation `reopen` has no end then. */
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
