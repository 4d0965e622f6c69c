import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../base/errors.ts';
import { wait } from '../../kubernetes/wait.ts';
import type { JournalEntry, RunJournal } from '../../store/run-journal.ts';
import { entryIds, mergedEntry } from './run-shares.ts';

interface RunProgressOptions {
  journal: Pick<RunJournal, 'read'>;
  /** Receives the key of a Library whose run made progress. */
  onChange: (library: string) => void;
  onError: (message: string) => void;
  pollMs: number;
}

/** A run whose progress is read. */
export interface FollowedRun {
  /** IndexingJob.id. */
  run: string;
  /** Key of its Library. */
  library: string;
  /** Number of Pods that share the run; undefined for a run of one Pod. */
  shares: number | undefined;
}

/** Progress of the active runs. Polls the journal, with one request for all runs, and none if no run is active. */
export class RunProgress {
  private readonly active = new Map<string, FollowedRun>();
  private readonly entries = new Map<string, JournalEntry>();
  private readonly options: RunProgressOptions;

  constructor(options: RunProgressOptions) {
    this.options = options;
  }

  /** Follows a run until `forget`. Returns its last known entry. */
  follow(followed: FollowedRun): JournalEntry | undefined {
    this.active.set(followed.run, followed);
    return this.entries.get(followed.run);
  }

  forget(run: string): void {
    this.active.delete(run);
    this.entries.delete(run);
  }

  /** Reads a run's entry from the journal. */
  async read({ run, shares }: Omit<FollowedRun, 'library'>): Promise<JournalEntry | undefined> {
    return mergedEntry([...(await this.options.journal.read(entryIds(run, shares))).values()]);
  }

  /** Polls until the signal aborts. Reports an outage of the journal once, and not with each poll. */
  async run(signal: AbortSignal): Promise<void> {
    const { pollMs, onError } = this.options;
    let isDown = false;
    while (!signal.aborted) {
      try {
        await this.poll();
        isDown = false;
      } catch (error) {
        if (!isDown) onError(`run journal: ${messageOf(error)}`);
        isDown = true;
      }
      await wait(pollMs, signal);
    }
  }

  private async poll(): Promise<void> {
    if (this.active.size === 0) return;
    const runs = [...this.active.values()].map((followed) => {
      const { run, shares } = followed;
      return { ...followed, ids: entryIds(run, shares) };
    });
    const found = await this.options.journal.read(runs.flatMap(({ ids }) => ids));
    for (const { run, library, ids } of runs) {
      const entry = mergedEntry(ids.flatMap((id) => found.get(id) ?? []));
      const isFollowed = this.active.has(run);
      if (!entry || !isFollowed || isDeepStrictEqual(this.entries.get(run), entry)) continue;
      this.entries.set(run, entry);
      this.options.onChange(library);
    }
  }
}
