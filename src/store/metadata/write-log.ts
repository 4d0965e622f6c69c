import type { Write, WriteLog } from '../write-log.ts';
import type { MetadataDatabase } from './database.ts';

/** Milliseconds that allow for the delay of a watch and for clock differences between processes. */
const recentMs = 10_000;

/** The last writes of libraries in a table of the metadata database. */
export class SqlWriteLog implements WriteLog {
  private readonly db: MetadataDatabase;
  private readonly now: () => number;

  constructor(db: MetadataDatabase, now: () => number = Date.now) {
    this.db = db;
    this.now = now;
  }

  async add(write: Write): Promise<void> {
    const row = {
      version: 'version' in write ? write.version : null,
      gone: 'gone' in write ? write.gone : null,
      written_at: this.now(),
    };
    await this.db
      .insertInto('recent_writes')
      .values({ key: write.key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
    await this.db
      .deleteFrom('recent_writes')
      .where('written_at', '<', this.now() - 2 * recentMs)
      .execute();
  }

  async recent(): Promise<Write[]> {
    const rows = await this.db
      .selectFrom('recent_writes')
      .select(['key', 'version', 'gone'])
      .where('written_at', '>=', this.now() - recentMs)
      .execute();
    return rows.map(({ key, version, gone }) =>
      gone === null ? { key, version: version ?? 0 } : { key, gone },
    );
  }
}
