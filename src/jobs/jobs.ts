import type { Credential } from '../identity/access/credential-policy.ts';
import type { IndexingJob, IndexingResult, JobFailure } from '../indexing/job.ts';
import type { Library, LibraryRun } from '../resources/library.ts';

/** The credential of a Library's next run, or why the run cannot start now. */
export type SourceAccess =
  | { credential: Credential; refused?: undefined; mistake?: undefined }
  /** `credential`: the kind that the source needs and the library may not use; absent if unknown. */
  | { refused: JobFailure; credential?: Credential; mistake?: undefined }
  /** The spec asks for what its author may not ask for. */
  | { mistake: string };

/** Decides which credential a Library's next run uses. */
export type AccessOf = (library: Library) => Promise<SourceAccess>;

/** The state of a run: running, or how it ended. The library reconciler turns it into the Library's status. */
export type JobOutcome =
  /**
   * `waiting`: a sentence why the run has not started to read, such as an image that cannot be pulled. `againMs`:
   * observe the run again after this time, even if no change is reported.
   */
  | { state: 'running'; waiting?: string; againMs?: number }
  | { state: 'succeeded'; result: IndexingResult; finishedAt: string }
  | { state: 'failed'; failure: JobFailure; finishedAt: string };

/** A run with its state. `found`: the result so far of a run that has activated the default version. */
export type JobState = JobOutcome & { id: string; run: LibraryRun; found?: IndexingResult };

/**
 * Starts and observes indexing runs: worker threads on a laptop (thread-jobs.ts), batch/v1 Jobs on a cluster
 * (kubernetes/kubernetes-jobs.ts). A thread's failure becomes an outcome in thread-jobs.ts and run-failure.ts, a Job's in
 * kubernetes/job-outcome.ts.
 */
export interface Jobs {
  /** Starts a run. The library must have no active one. */
  start(job: IndexingJob): Promise<void>;
  /** Returns the library's active or last run; undefined if this process (on a cluster: the kept Jobs) has none. */
  observe(library: string): Promise<JobState | undefined>;
  /** Says that the outcome of the library's run is in its status, so that nobody observes the run again. */
  recorded(library: string): void;
  /** Ends the library's active run, if any, and resolves when it has ended. */
  cancel(library: string): Promise<void>;
  /** Calls `listener` with the library's name when its run makes progress or ends. */
  onChange(listener: (library: string) => void): void;
  /** Cancels threads and waits for their end. Jobs of a cluster continue. */
  close(): Promise<void>;
}
