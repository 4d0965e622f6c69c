import { setTimeout as sleep } from 'node:timers/promises';
import { RunError } from '../../../base/errors.ts';
import { storageFailed } from './failures.ts';
import type { Refused, Write } from './run-store.ts';

/** Concurrent requests. */
const CONCURRENCY = 2;
/** Elasticsearch refuses writes with 429 under load. The writer repeats them after 1, 2, 4, 8 and 16 seconds. */
const RETRIES = 5;
const FIRST_WAIT_MS = 1_000;

/** Stores writes, and returns those to repeat. */
export interface BulkTarget<Item> {
  store(writes: Item[]): Promise<Refused>;
}

/** Sends bulk writes, two requests at a time. After a document is refused, every later call throws. */
export class BulkWriter<Item extends object = Write> {
  private readonly target: BulkTarget<Item>;
  private readonly running = new Set<Promise<void>>();
  private failure: RunError | undefined;
  private missing = false;

  constructor(target: BulkTarget<Item>) {
    this.target = target;
  }

  /** Resolves when the request is sent; waits while two others run. */
  async send(writes: Item[]): Promise<void> {
    while (this.running.size >= CONCURRENCY) await Promise.race(this.running);
    if (this.failure) throw this.failure;
    if (writes.length === 0) return;
    const sending = this.store(writes).catch((error: unknown) => {
      this.failure ??= storageFailed(error, 'documents were written');
    });
    this.running.add(sending);
    void sending.finally(() => this.running.delete(sending));
  }

  /** Resolves when all writes are stored. */
  async drain(): Promise<void> {
    await Promise.all(this.running);
    if (this.failure) throw this.failure;
  }

  /** True if an update found no document. */
  get foundLoss(): boolean {
    return this.missing;
  }

  private async store(writes: Item[]): Promise<void> {
    let rest = writes;
    for (let attempt = 0; ;) {
      const { existing, busy, lost } = await this.target.store(rest);
      this.missing ||= lost?.missing ?? false;
      if (lost) throw refused(lost.count, lost.reason);
      // Documents that exist are updated instead of created.
      const changed = existing.map((at) => {
        const { create: _, ...write } = rest[at]! as Item & { create?: unknown };
        return write as unknown as Item;
      });
      rest = [...changed, ...busy.map((at) => rest[at]!)];
      if (rest.length === 0) return;
      if (busy.length === 0) continue;
      if (attempt === RETRIES) throw refused(busy.length, tooBusy);
      await sleep(FIRST_WAIT_MS * 2 ** attempt++);
    }
  }
}

const tooBusy = '429: it is overloaded, or its disk is full';

function refused(count: number, reason: string): RunError {
  const documents = count === 1 ? '1 document' : `${count} documents`;
  return new RunError('StorageFailed', `Elasticsearch refused ${documents} (${reason})`);
}
