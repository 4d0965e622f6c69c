import type { JournalEntry } from '../../store/run-journal.ts';
import { entryId } from '../../store/run-journal.ts';
import { jobAnnotations } from './job-manifest.ts';
import type { JobObject } from './job-objects.ts';
import { readRun } from './termination-message.ts';

/** Returns the number of Pods that share the run of a Job; undefined for a run of one Pod. */
export function sharesOf({ metadata }: JobObject): number | undefined {
  const text = metadata.annotations?.[jobAnnotations.shares];
  return text === undefined ? undefined : Number(text);
}

/** Returns the ids of a run's entries in the journal: one for each share, or one for the run. */
export function entryIds(run: string, shares: number | undefined): string[] {
  if (shares === undefined) return [run];
  return Array.from({ length: shares }, (_, share) => entryId({ runId: run, share }));
}

/**
 * Returns the progress of a run from its entries; undefined if it has reported nothing in the right form. Each share counts
 * what it embedded itself, and reports the percentage of the whole library. The end of a run with shares is the end of its
 * Job: a share that failed may be tried again, so no entry has the outcome of the run. Pure.
 */
export function mergedEntry(reported: readonly JournalEntry[]): JournalEntry | undefined {
  const entries = reported.flatMap((entry) => {
    const checked = readRun(entry.run);
    return checked ? [{ ...entry, run: checked }] : [];
  });
  const [first] = entries;
  if (first?.share === undefined) return first;
  const { runId, library, run } = first;
  const embedded = entries.reduce((sum, entry) => sum + entry.run.embedded, 0);
  const embeddedPercent = Math.max(...entries.map((entry) => entry.run.embeddedPercent ?? 0));
  return { runId, library, run: { ...run, phase: 'embedding', embedded, embeddedPercent } };
}
