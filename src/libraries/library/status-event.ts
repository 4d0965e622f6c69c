import type { IndexingResult, JobFailure } from '../../indexing/job.ts';
import type { LibraryRun } from '../../resources/library.ts';
import type { ActiveVersion } from '../../store/snippet-index.ts';

/** A change that a Library's status records. */
export type StatusEvent =
  | { type: 'waiting'; position: number; blockedBy?: string }
  | { type: 'invalid'; message: string; reason?: 'InvalidSpec' | 'DuplicateId' }
  /** A scheduled look waits for its turn at its host. */
  | { type: 'postponed'; until: Date }
  | { type: 'suspended' }
  /** `problem`: which store refuses to remove its data, and why. */
  | { type: 'deleting'; problem?: string }
  /** A cancel request was handled. `wasBusy`: a run was active or queued. */
  | { type: 'cancelled'; wasBusy: boolean; served: ActiveVersion[] }
  | { type: 'started'; run: LibraryRun }
  /** `waiting` says why a started run does not work yet. */
  | { type: 'progressed'; run: LibraryRun; waiting?: string }
  /** The run has activated the default version, and goes on to read others; or all versions, and goes on to embed. */
  | { type: 'searchable'; run: LibraryRun; result: IndexingResult; served: ActiveVersion[] }
  /** The run stopped embedding, so that another run can start. A later run embeds the rest. */
  | { type: 'yielded'; run: LibraryRun; served: ActiveVersion[] }
  | { type: 'succeeded'; run: LibraryRun; result: IndexingResult; served: ActiveVersion[] }
  | { type: 'failed'; run: LibraryRun; failure: JobFailure; served: ActiveVersion[] };
