import type { LibraryRun } from '../resources/library.ts';

/** The parts of a run's result that a Pod's termination message has no room for. The last entry of a successful run has them. */
export interface LargeResult {
  /** Headings that stand for the content (see LibraryRecord.topics). */
  topics?: string;
  /** Rules from the repository's own configuration. */
  ownerRules?: string[];
}

/** How far a run has come, as it said last. */
export interface JournalEntry extends LargeResult {
  /** IndexingJob.id. */
  runId: string;
  /** Resource name of the Library. */
  library: string;
  run: LibraryRun;
}

/** Live progress of runs in other processes: a run reports, the controller reads. Implementation: elasticsearch/. */
export interface RunJournal {
  /** Puts an entry in place of the run's last one. Entries of the library's earlier runs go with a run's first. */
  report(entry: JournalEntry): Promise<void>;
  /** The last entries of these runs, by run id; runs that have not reported are left out. */
  read(runIds: string[]): Promise<Map<string, JournalEntry>>;
  /** Removes the entries of a library; nothing happens when there are none. */
  remove(library: string): Promise<void>;
}
