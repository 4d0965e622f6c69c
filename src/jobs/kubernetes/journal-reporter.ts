import type { IndexingJob, IndexingResult } from '../../indexing/job.ts';
import { newRun } from '../../resources/run.ts';
import type { LibraryRun } from '../../resources/library.ts';
import type { LargeResult, RunJournal } from '../../store/run-journal.ts';
import type { Progress } from '../../indexing/progress.ts';

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
  private waiting: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private readonly journal: Pick<RunJournal, 'report'>;
  private readonly job: IndexingJob;

  constructor(journal: Pick<RunJournal, 'report'>, job: IndexingJob) {
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
    this.waiting ??= setTimeout(() => {
      this.waiting = undefined;
      this.write();
    }, intervalMs);
  }

  /** Adds the result so far of a run that goes on to embed to this and all later entries. */
  searchable(result: IndexingResult): void {
    const { topics: _, names: __, ownerRules: ___, ...found } = result;
    this.large = largeOf(result);
    this.found = found;
  }

  /** Writes the last progress and the large part of the result. Resolves after the write, even if it fails. */
  async end(large?: LargeResult): Promise<void> {
    clearTimeout(this.waiting);
    if (large) this.large = largeOf(large);
    this.write();
    await this.writing;
  }

  private write(): void {
    const { id, library } = this.job;
    const { run, large, found } = this;
    const entry = { runId: id, library, run, ...large, ...(found && { found }) };
    this.writing = this.writing.then(() => this.journal.report(entry)).catch(() => undefined);
  }
}

function largeOf({ topics, names, ownerRules }: LargeResult): LargeResult {
  return {
    ...(topics !== undefined && { topics }),
    ...(names && { names }),
    ...(ownerRules && { ownerRules }),
  };
}
