import { setImmediate as nextTick } from 'node:timers/promises';
import type { MetadataDatabase } from './database.ts';
import { sequenceReader, type SequenceState } from './sequence.ts';

interface FollowedRowsOptions<Row extends { revision: number }> {
  db: MetadataDatabase;
  /** Name of the sequence that numbers the rows. */
  sequence: string;
  /** Rows in one read: parsing more would block the thread for too long. */
  page: number;
  /** Returns at most `page` rows with numbers above `known`, in their order. */
  read: (known: number, page: number) => Promise<Row[]>;
  /** Receives each row. */
  take: (row: Row) => void;
  /** Forgets all rows. They are read again. */
  clear: () => void;
}

/** A copy in memory of the rows of a table, which follows what any process writes. */
export class FollowedRows<Row extends { revision: number }> {
  private readonly options: FollowedRowsOptions<Row>;
  private readonly state: () => Promise<SequenceState>;
  private known = 0;
  private first = 0;
  private reading: Promise<void> | undefined;

  constructor(options: FollowedRowsOptions<Row>) {
    this.options = options;
    this.state = sequenceReader(options.db, options.sequence);
  }

  /** Reads what was written since the last call. Concurrent callers wait for the read, then check again. */
  async catchUp(): Promise<void> {
    while (this.reading) await this.reading;
    const { last, first } = await this.state();
    if (last === this.known && first === this.first) return;
    this.reading ??= this.readChanges().finally(() => (this.reading = undefined));
    await this.reading;
  }

  private async readChanges(): Promise<void> {
    const { page, read, take, clear } = this.options;
    // A number from before this read may be older than what another one has read since.
    const { last, first } = await this.state();
    // A server that has started since may lack writes.
    if (first !== this.first || last < this.known) {
      clear();
      this.known = 0;
      this.first = first;
    }
    for (;;) {
      const rows = await read(this.known, page);
      for (const row of rows) {
        take(row);
        this.known = row.revision;
      }
      if (rows.length < page) break;
      await nextTick();
    }
    // Some numbers have no row.
    this.known = Math.max(this.known, last);
  }
}
