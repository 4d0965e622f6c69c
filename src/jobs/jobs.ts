import type { ContentWarnings } from '../indexing/safety/safe-snippets.ts';
import type { FailureReason } from '../base/errors.ts';
import type { Credential } from '../identity/access/credential-policy.ts';
import type { Library, LibraryRun, LibrarySpec } from '../resources/library.ts';
import type { SourceFacts } from '../indexing/sources/source.ts';

/** Everything one indexing run needs; serialisable, so it can cross a thread or be mounted into a Pod. */
export interface IndexingJob {
  /** Unique name of the run. */
  id: string;
  /** Resource name of the Library; at most one job of it is active. */
  library: string;
  /** Uid of the Library: on Kubernetes its Jobs belong to it and go with it. */
  uid: string;
  spec: LibrarySpec;
  /** Local paths may be read (see annotations.allowLocal). */
  allowLocal: boolean;
  /** What the run is given to read its source with; when absent, the Secret that the spec names, and never an integration. */
  credential?: Credential;
}

/** What a run reads its source with, or why there can be no run now. */
export type SourceAccess =
  | { credential: Credential; refused?: undefined }
  /** `credential`: what the source asks for and may not be given; absent where nothing was found out. */
  | { refused: JobFailure; credential?: Credential };

/** Decides what a Library's next run reads its source with. */
export type AccessOf = (library: Library) => Promise<SourceAccess>;

/** What a run is given to read its source with. */
export function credentialOf({
  credential,
  spec,
}: Pick<IndexingJob, 'credential' | 'spec'>): Credential {
  return credential ?? (spec.secretRef ? 'secret' : 'none');
}

/** Name of the Secret that a run is given because its Library names it; undefined where it is given another one, or none. */
export function ownSecretOf(job: Pick<IndexingJob, 'credential' | 'spec'>): string | undefined {
  return credentialOf(job) === 'secret' ? job.spec.secretRef?.name : undefined;
}

/** What the source said of itself, and whether anything was written. */
export interface IndexingResult {
  /** False when every version was found unchanged and nothing was written. */
  changed: boolean;
  facts: SourceFacts;
  /** Headings that stand for the content (see LibraryRecord.topics); absent when the run did not read everything. */
  topics?: string;
  /** Rules of the repository's own configuration; absent when what was found did not arrive. */
  ownerRules?: string[];
  /** What was found in the documents of the default version; absent when nothing of it was written. */
  contentWarnings?: ContentWarnings;
  /** How well the default version answers questions made of it, 0 to 100; absent when it was not asked, or had too little to ask about. */
  benchmarkScore?: number;
}

export interface JobFailure {
  reason: FailureReason;
  message: string;
  retry: 'never' | 'backoff';
}

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
