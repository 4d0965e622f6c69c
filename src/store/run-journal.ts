import type { LibraryName } from '../resources/library-record.ts';
import type { LibraryRun } from '../resources/library.ts';

/** Parts of a run's result that do not fit in a Pod's termination message. The last entry of a successful run has them. */
export interface LargeResult {
  /** Headings that stand for the content (see LibraryRecord.topics). */
  topics?: string;
  /** Names that people may use for the library (see LibraryRecord.names). */
  names?: LibraryName[];
  /** Rules from the repository's own configuration. */
  ownerRules?: string[];
}

/** Returns these parts of a result or of an entry, without those that are absent. */
export function largeOf({ topics, names, ownerRules }: LargeResult = {}): LargeResult {
  return {
    ...(topics !== undefined && { topics }),
    ...(names && { names }),
    ...(ownerRules && { ownerRules }),
  };
}

/** The last progress that a run reported. */
export interface JournalEntry extends LargeResult {
  /** IndexingJob.id. */
  runId: string;
  /** Resource name of the Library. */
  library: string;
  /** Number of the share, from 0, if several Pods share the run. Each share has its own entry. */
  share?: number;
  /** Not validated: a run reports it. */
  run: LibraryRun;
  /** The result so far of a run that embeds, without its large parts. Not validated: a run reports it. */
  found?: object;
  /** How the run ended; absent while it is active. Not validated: a run reports it. `run.finishedAt` has the time. */
  outcome?: object;
}

/** Returns the id of an entry. */
export function entryId({ runId, share }: Pick<JournalEntry, 'runId' | 'share'>): string {
  return share === undefined ? runId : `${runId}.${share}`;
}

/** Progress of runs in other processes. Runs report it, and the controller reads it. Adapter: snippets/elasticsearch/. */
export interface RunJournal {
  /** Replaces the last entry of a run or share. The first entry of a run removes those of the library's earlier runs. */
  report(entry: JournalEntry): Promise<void>;
  /** Returns the last entries with these ids (entryId), by id. Skips those that have not reported. */
  read(ids: string[]): Promise<Map<string, JournalEntry>>;
  /** Removes the entries of a library, if any. */
  remove(library: string): Promise<void>;
}
