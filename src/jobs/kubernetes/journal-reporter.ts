import type { IndexingJob } from '../../indexing/job.ts';
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

  /** Writes the last progress and the large part of the result. Resolves after the write, even if it fails. */
  async end(large: LargeResult = {}): Promise<void> {
    clearTimeout(this.waiting);
    this.write(large);
    await this.writing;
  }

  private write({ topics, names, ownerRules }: LargeResult = {}): void {
    const { id, library } = this.job;
    const entry = {
      runId: id,
      library,
      run: this.run,
      ...(topics !== undefined && { topics }),
      ...(names && { names }),
      ...(ownerRules && { ownerRules }),
    };
    this.writing = this.writing.then(() => this.journal.report(entry)).catch(() => undefined);
  }
}
