import type { Credential } from '../identity/access/credential-policy.ts';
import type { IndexingJob, IndexingResult, JobFailure } from '../indexing/job.ts';
import type { Library, LibraryRun } from '../resources/library.ts';

/** What a run reads its source with, or why there can be no run now. */
export type SourceAccess =
  | { credential: Credential; refused?: undefined }
  /** `credential`: what the source asks for and may not be given; absent where nothing was found out. */
  | { refused: JobFailure; credential?: Credential };

/** Decides what a Library's next run reads its source with. */
export type AccessOf = (library: Library) => Promise<SourceAccess>;

export type JobOutcome =
  /**
   * `waiting`: why it does not read yet, in a sentence, such as an image that cannot be pulled. `againMs`: observe it
   * again after this time, though nothing has changed.
   */
  | { state: 'running'; waiting?: string; againMs?: number }
  | { state: 'succeeded'; result: IndexingResult; finishedAt: string }
  | { state: 'failed'; failure: JobFailure; finishedAt: string };

export type JobState = JobOutcome & { id: string; run: LibraryRun };

/** Indexing runs: worker threads on the embedded platform, batch/v1 Jobs on a cluster. */
export interface Jobs {
  /** Starts a run. The library must have no active one. */
  start(job: IndexingJob): Promise<void>;
  /** The library's active or last run since this process (or, on a cluster, the Job) began. */
  observe(library: string): Promise<JobState | undefined>;
  /** Ends the library's active run and waits until it has ended; nothing happens when there is none. */
  cancel(library: string): Promise<void>;
  /** Calls back with the library's name when its run progressed or ended. */
  onChange(listener: (library: string) => void): void;
  /** Ends what this process holds: threads are cancelled and waited for, a cluster's Jobs go on. */
  close(): Promise<void>;
}
