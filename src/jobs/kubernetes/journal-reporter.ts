import type { IndexingJob, IndexingResult } from '../../indexing/job.ts';
import { newRun } from '../../resources/run.ts';
import type { LibraryRun } from '../../resources/library.ts';
import {
  largeOf,
  type JournalEntry,
  type LargeResult,
  type RunJournal,
} from '../../store/run-journal.ts';
import type { Progress } from '../../indexing/progress.ts';
import { encodeOutcome, type RunOutcome } from './termination-message.ts';

/** Milliseconds between two writes of a run's progress. */
const intervalMs = 1_500;

/**
 * Writes a run's newest progress to the journal, one write at a time. A failed write does not fail the run, because
 * progress is not part of the result.
 */
export class JournalReporter {
  private run: LibraryRun;
  private large: LargeResult = {};
  private found: object | undefined;
  private outcome: object | undefined;
  /** Somebody waits for the next report: questions find the documents now. */
  private isUrgent = false;
  private waiting: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  /** A write waits for the one under way. */
  private isDue = false;
  private readonly journal: Pick<RunJournal, 'report'>;
  private readonly job: Pick<JournalEntry, 'library' | 'share'> & Pick<IndexingJob, 'id'>;

  /** `share`: number of the share that this process does; absent if it does the whole run. */
  constructor(
    journal: Pick<RunJournal, 'report'>,
    job: Pick<IndexingJob, 'id' | 'library'> & { share?: number },
  ) {
    this.journal = journal;
    this.job = job;
    this.run = newRun(job.id, new Date());
  }

  /** The last reported progress. */
  get progress(): Progress {
    return this.run;
  }

  report(progress: Progress): void {
    this.run = { ...this.run, ...progress };
    if (this.isUrgent) {
      this.isUrgent = false;
      this.write();
    }
    this.waiting ??= setTimeout(() => {
      this.waiting = undefined;
      this.write();
    }, intervalMs);
  }

  /** Adds the result so far of a run to this and all later entries. The next report is written at once. */
  searchable(result: IndexingResult): void {
    const { topics: _, names: __, ownerRules: ___, ...found } = result;
    this.large = largeOf(result);
    this.found = found;
    this.isUrgent = true;
  }

  /**
   * Writes the last progress with the outcome, so that the controller need not wait for the end of the Job. Without an
   * outcome, the Job and its Pod explain the end. Resolves after the write, even if it fails.
   */
  async end(outcome?: RunOutcome): Promise<void> {
    clearTimeout(this.waiting);
    if (outcome) {
      this.run = { ...this.run, finishedAt: new Date().toISOString() };
      this.outcome = JSON.parse(encodeOutcome(outcome)) as object;
    }
    if (outcome?.state === 'succeeded') this.large = largeOf(outcome.result);
    this.write();
    await this.writing;
  }

  /** Writes the newest progress after the write under way. While the gateway is away, no others wait behind it. */
  private write(): void {
    if (this.isDue) return;
    this.isDue = true;
    this.writing = this.writing
      .then(() => {
        this.isDue = false;
        return this.journal.report(this.entry());
      })
      .catch(() => undefined);
  }

  private entry(): JournalEntry {
    const { id, library, share } = this.job;
    const { run, large, found, outcome } = this;
    const results = { ...(found && { found }), ...(outcome && { outcome }) };
    const part = share === undefined ? {} : { share };
    return { runId: id, library, ...part, run, ...large, ...results };
  }
}
