import type { LibraryRun } from './library.ts';

/** The record of a run that has read nothing yet. */
export function newRun(id: string, startedAt: Date): LibraryRun {
  return {
    id,
    phase: 'fetching',
    startedAt: startedAt.toISOString(),
    fetched: 0,
    documents: 0,
    snippets: 0,
    embedded: 0,
    skipped: 0,
  };
}
