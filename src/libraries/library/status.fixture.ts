import type { LibraryRun } from '../../resources/library.ts';
import type { ActiveVersion } from '../../store/snippet-index.ts';

/** The time of the events. */
export const now = new Date('2026-01-01T12:00:00.000Z');
/** A run that has indexed and embedded three documents. */
export const run: LibraryRun = {
  id: 'r',
  phase: 'indexing',
  startedAt: now.toISOString(),
  fetched: 3,
  documents: 3,
  snippets: 9,
  embedded: 9,
  skipped: 0,
};
/** What the library serves after the run. */
export const served: ActiveVersion[] = [
  {
    version: '',
    generation: 2,
    revision: 'abc',
    fingerprint: 'f',
    embedderId: 'm',
    linkTemplate: '{path}',
    documents: 3,
    snippets: 9,
    tokens: 900,
    updatedAt: now.toISOString(),
  },
];
