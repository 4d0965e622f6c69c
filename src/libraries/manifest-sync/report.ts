import type { SyncReport } from '../../resources/manifest-sync.ts';
import type { EntryReport } from './apply.ts';
import type { SyncTrigger } from './decide.ts';
import type { Failure } from './failure.ts';

interface ReportParts {
  trigger: SyncTrigger;
  /** '' if it is unknown. */
  commit: string;
  startedAt: Date;
  finishedAt: Date;
  entries: EntryReport[];
  error?: Pick<Failure, 'code' | 'message'>;
}

/** Number of entries by outcome. It counts all entries, also those that the report leaves out. */
export type Counts = SyncReport['counts'];

/** Maximum number of entries in a report, to keep the status small. */
const maxEntries = 500;

/** Returns the report of one sync. Unchanged entries are only counted. */
export function reportOf(parts: ReportParts): SyncReport {
  const { trigger, commit, startedAt, finishedAt, entries, error } = parts;
  const counts = countsOf(entries);
  const hasChanged = counts.created + counts.updated + counts.pruned > 0;
  return {
    result: error ? 'failed' : hasChanged ? 'synced' : 'unchanged',
    trigger,
    commit,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    counts,
    entries: shownEntries(entries),
    ...(error && { error: { code: error.code, message: error.message } }),
  };
}

/** Returns the changed entries, up to the maximum. */
export function shownEntries(entries: EntryReport[]): EntryReport[] {
  return entries.filter(({ action }) => action !== 'unchanged').slice(0, maxEntries);
}

/** Counts entries by action. */
export function countsOf(entries: EntryReport[]): Counts {
  const counts = { created: 0, updated: 0, unchanged: 0, pruned: 0, skipped: 0, failed: 0 };
  for (const { action } of entries) counts[action] += 1;
  return counts;
}

/** Returns text such as `2 created, 998 unchanged`. */
export function sentenceOf(counts: Counts): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.length === 0
    ? 'no entries'
    : parts.map(([action, count]) => `${count} ${action}`).join(', ');
}

/** Shortens a commit or hash for people. */
export function shortRevision(revision: string): string {
  return revision.slice(0, 12);
}
