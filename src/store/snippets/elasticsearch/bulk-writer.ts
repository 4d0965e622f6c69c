import { setTimeout as sleep } from 'node:timers/promises';
import { RunError } from '../../../base/errors.ts';
import { storageFailed } from './failures.ts';
import type { RunStore, Write } from './run-store.ts';

/** Requests on their way at once. */
const CONCURRENCY = 2;
/** What a server with too much to do has refused is sent again after 1, 2, 4, 8 and 16 seconds. */
const RETRIES = 5;
const FIRST_WAIT_MS = 1_000;

/** Sends writes in bulk, two requests at a time. A document that is not stored fails everything after it. */
export class BulkWriter {
  private readonly target: Pick<RunStore, 'store'>;
  private readonly running = new Set<Promise<void>>();
  private failure: RunError | undefined;
  private missing = false;

  constructor(target: Pick<RunStore, 'store'>) {
    this.target = target;
  }

  /** Resolves when the writes are on their way; waits while enough others are. */
  async send(writes: Write[]): Promise<void> {
    while (this.running.size >= CONCURRENCY) await Promise.race(this.running);
    if (this.failure) throw this.failure;
    if (writes.length === 0) return;
    const sending = this.store(writes).catch((error: unknown) => {
      this.failure ??= storageFailed(error, 'documents were written');
    });
    this.running.add(sending);
    void sending.finally(() => this.running.delete(sending));
  }

  /** Resolves when everything sent is stored. */
  async drain(): Promise<void> {
    await Promise.all(this.running);
    if (this.failure) throw this.failure;
  }

  /** Whether a document that should have been there was not. */
  get foundLoss(): boolean {
    return this.missing;
  }

  private async store(writes: Write[]): Promise<void> {
    let rest = writes;
    for (let attempt = 0; ;) {
      const { existing, busy, lost } = await this.target.store(rest);
      this.missing ||= lost?.missing ?? false;
      if (lost) throw refused(lost.count, lost.reason);
      // What is there already is changed instead of created.
      const changed = existing.map((at) => {
        const { create: _, ...write } = rest[at]!;
        return write;
      });
      rest = [...changed, ...busy.map((at) => rest[at]!)];
      if (rest.length === 0) return;
      if (busy.length === 0) continue;
      if (attempt === RETRIES) throw refused(busy.length, tooBusy);
      await sleep(FIRST_WAIT_MS * 2 ** attempt++);
    }
  }
}

const tooBusy = '429: it has too much to do, or its disk is full';

function refused(count: number, reason: string): RunError {
  const documents = count === 1 ? '1 document' : `${count} documents`;
  return new RunError('StorageFailed', `Elasticsearch refused ${documents} (${reason})`);
}
