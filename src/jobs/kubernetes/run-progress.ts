import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../base/errors.ts';
import { wait } from '../../kubernetes/wait.ts';
import type { JournalEntry, RunJournal } from '../../store/run-journal.ts';

export interface RunProgressOptions {
  journal: Pick<RunJournal, 'read'>;
  /** Told of a Library whose run came further. */
  onChange: (library: string) => void;
  onError: (message: string) => void;
  pollMs: number;
}

/** How far the active runs are, read from their journal at intervals: one request for all, none when there is none. */
export class RunProgress {
  /** Active runs and the Library of each. */
  private readonly active = new Map<string, string>();
  private readonly entries = new Map<string, JournalEntry>();
  private readonly options: RunProgressOptions;

  constructor(options: RunProgressOptions) {
    this.options = options;
  }

  /** Follows a run until it is forgotten; what is known of it so far. */
  follow(run: string, library: string): JournalEntry | undefined {
    this.active.set(run, library);
    return this.entries.get(run);
  }

  forget(run: string): void {
    this.active.delete(run);
    this.entries.delete(run);
  }

  /** What the journal has of a run now. */
  async read(run: string): Promise<JournalEntry | undefined> {
    return (await this.options.journal.read([run])).get(run);
  }

  /** Reads until the signal aborts. */
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
