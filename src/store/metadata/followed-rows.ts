import { setImmediate as nextTick } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import type { MetadataDatabase } from './database.ts';
import { mustReadAnew } from './sequence.ts';

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
  /** Compiled once, because it runs before every search. */
  private readonly lastNumber: CompiledQuery<{ value: number }>;
  private known = 0;
  private reading: Promise<void> | undefined;

  constructor(options: FollowedRowsOptions<Row>) {
    this.options = options;
    this.lastNumber = options.db
      .selectFrom('counters')
      .select('value')
      .where('name', '=', options.sequence)
      .compile();
  }

  /** Reads what was written since the last call. Concurrent callers wait for the read, then check again. */
  async catchUp(): Promise<void> {
    while (this.reading) await this.reading;
    if ((await this.last()) === this.known) return;
    this.reading ??= this.readChanges().finally(() => (this.reading = undefined));
    await this.reading;
  }

  private async last(): Promise<number> {
    const { rows } = await this.options.db.executeQuery(this.lastNumber);
    return rows[0]?.value ?? 0;
  }

  private async readChanges(): Promise<void> {
    const { page, read, take, clear } = this.options;
    // A number from before this read may be older than what another one has read since.
    const last = await this.last();
    if (mustReadAnew(this.known, last)) {
      clear();
      this.known = 0;
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
