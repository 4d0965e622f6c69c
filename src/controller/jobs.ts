import type { LibraryRun, LibrarySpec } from '../resources/library.ts';

/** Everything one indexing run needs; serialisable, so it can cross a thread or be mounted into a Pod. */
export interface IndexingJob {
  /** Unique name of the run. */
  id: string;
  spec: LibrarySpec;
  /** Local paths may be read (see annotations.allowLocal). */
  allowLocal: boolean;
}

/** Fields the source found out, and what is served of each version. */
export interface IndexingResult {
  /** False when every version was found unchanged and nothing was written. */
  changed: boolean;
  title?: string;
  description?: string;
  branch?: string;
  stars?: number;
  license?: string;
  /** Headings that stand for the content; see LibraryRecord.topics. */
  topics?: string;
}

export interface JobHandle {
  /** Resolves with the result; rejects with RunError, also when cancelled. */
  readonly done: Promise<IndexingResult>;
  cancel(): void;
}

/** Starts indexing runs: worker threads on the embedded platform, batch/v1 Jobs on a cluster. */
export interface Jobs {
  start(job: IndexingJob, onProgress: (run: Partial<LibraryRun>) => void): JobHandle;
  close(): Promise<void>;
}
