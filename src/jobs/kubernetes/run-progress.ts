import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../base/errors.ts';
import { wait } from '../../kubernetes/wait.ts';
import type { JournalEntry, RunJournal } from '../../store/run-journal.ts';

export interface RunProgressOptions {
  journal: Pick<RunJournal, 'read'>;
  /** Receives the key of a Library whose run made progress. */
  onChange: (library: string) => void;
  onError: (message: string) => void;
  pollMs: number;
}

/** Progress of the active runs. Polls the journal, with one request for all runs, and none if no run is active. */
export class RunProgress {
  /** Libraries of the active runs, by run. */
  private readonly active = new Map<string, string>();
  private readonly entries = new Map<string, JournalEntry>();
  private readonly options: RunProgressOptions;

  constructor(options: RunProgressOptions) {
    this.options = options;
  }

  /** Follows a run until `forget`. Returns its last known entry. */
  follow(run: string, library: string): JournalEntry | undefined {
    this.active.set(run, library);
    return this.entries.get(run);
  }

  forget(run: string): void {
    this.active.delete(run);
    this.entries.delete(run);
  }

  /** Reads a run's entry from the journal. */
  async read(run: string): Promise<JournalEntry | undefined> {
    return (await this.options.journal.read([run])).get(run);
  }

  /** Polls until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { pollMs, onError } = this.options;
    while (!signal.aborted) {
      await this.poll().catch((error: unknown) => onError(`run journal: ${messageOf(error)}`));
      await wait(pollMs, signal);
    }
  }

  private async poll(): Promise<void> {
    if (this.active.size === 0) return;
    const found = await this.options.journal.read([...this.active.keys()]);
    for (const [run, entry] of found) {
      const library = this.active.get(run);
      if (library === undefined || isDeepStrictEqual(this.entries.get(run), entry)) continue;
      this.entries.set(run, entry);
      this.options.onChange(library);
    }
  }
}
