import type { IndexingResult, JobFailure } from '../../indexing/job.ts';
import type { LibraryRun } from '../../resources/library.ts';
import type { ActiveVersion } from '../../store/snippet-index.ts';

/** What happened to a Library, as its status will tell. */
export type StatusEvent =
  | { type: 'waiting'; position: number; blockedBy?: string }
  | { type: 'invalid'; message: string; reason?: 'InvalidSpec' | 'DuplicateId' }
  | { type: 'suspended' }
  | { type: 'deleting' }
  /** Somebody has asked for an end; `wasBusy`: something ran or waited that has ended by it. */
  | { type: 'cancelled'; wasBusy: boolean; served: ActiveVersion[] }
  | { type: 'started'; run: LibraryRun }
  /** `waiting` says what keeps a run that was started from its work. */
  | { type: 'progressed'; run: LibraryRun; waiting?: string }
  | { type: 'succeeded'; run: LibraryRun; result: IndexingResult; served: ActiveVersion[] }
  | { type: 'failed'; run: LibraryRun; failure: JobFailure; served: ActiveVersion[] };
