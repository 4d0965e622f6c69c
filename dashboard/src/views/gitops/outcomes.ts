import type { SyncReport } from '../../api/paths.gen.ts';
import { counted } from '../../shared/format.ts';

/** The number of entries by outcome. */
export type Counts = SyncReport['counts'];
/** An entry of a report. */
export type Entry = SyncReport['entries'][number];
/** The outcome of one entry. */
export type Outcome = keyof Counts;

/** Order of the outcomes. Those that need a person come first. */
export const outcomes: readonly Outcome[] = [
  'failed',
  'skipped',
  'created',
  'updated',
  'pruned',
  'unchanged',
];

/** Colors of the outcomes. */
export const outcomeColors: Readonly<Record<Outcome, string>> = {
  failed: 'red',
  skipped: 'orange',
  created: 'teal',
  updated: 'cyan',
  pruned: 'grape',
  unchanged: 'gray',
};

/** Returns a summary such as "2 created, 1 pruned"; "no entries" for an empty manifest. */
export function sentenceOf(counts: Counts): string {
  const parts = outcomes.filter((outcome) => counts[outcome] > 0);
  if (parts.length === 0) return 'no entries';
  return parts.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ');
}

/** Returns the number of entries of a manifest and of libraries that it no longer names. */
export function totalOf(counts: Counts): string {
  const total = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
  return counted(total, 'entry', 'entries');
}
