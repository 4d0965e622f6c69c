import type { SyncReport } from '../../api/paths.gen.ts';
import { counted } from '../../shared/format.ts';

/** What is done about entries, by outcome. */
export type Counts = SyncReport['counts'];
/** An entry of a report. */
export type Entry = SyncReport['entries'][number];
/** What was done about one entry. */
export type Outcome = keyof Counts;

/** The order in which outcomes are told: what needs a person comes first. */
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

/** "2 created, 1 pruned"; of an empty manifest "no entries". */
export function sentenceOf(counts: Counts): string {
  const parts = outcomes.filter((outcome) => counts[outcome] > 0);
  if (parts.length === 0) return 'no entries';
  return parts.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ');
}

/** How many entries a manifest has, and libraries that it no longer names. */
export function totalOf(counts: Counts): string {
  const total = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
  return counted(total, 'entry', 'entries');
}
